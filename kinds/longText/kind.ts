import * as z from 'zod/mini'
import { common, inLanguages, maybe } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only, type Translates } from '#model/kind.ts'
import { textOf } from '#model/value-schemas.ts'
import { tidyLines } from '#model/values/folding.ts'

export interface LongTextOptions extends CommonOptions {
  /** Written only in the university's language. Readers of other languages see a note about it. */
  readonly ofUniversity?: true
  /** The university's wording; each language has an optional translation (`translations.ts`). */
  readonly translated?: true
  /** Set by the program on the translation of a `translated` field. */
  readonly translates?: Translates
  readonly max: number
  readonly min?: number
}
type Spec = Base<'longText', LongTextOptions>

const make = <const O extends LongTextOptions>(options: Only<O, LongTextOptions>) =>
  made<Base<'longText', O>, string>({ kind: 'longText', options })

export const longText: Kind<Spec, typeof make> = {
  make,
  options: { ...common, max: z.number(), min: maybe.number, ofUniversity: maybe.mark, ...inLanguages },
  family: 'text',
  traits: ['column', 'whole', 'letters', 'wide', 'long'],
  edits: ['set', 'replace'],
  column: ({ options }) => ({ type: 'text', check: { length: options.max } }),
  schema: ({ options }) => textOf(options.min ?? 1, options.max, tidyLines),
  sample: {
    field: make({ max: 400, optional: true }),
    values: ['Două\nlinii', 'O singură linie'],
    refused: ['x'.repeat(401), 'text.tooLong'],
  },
  example: (_, label) => label,
  file: { width: 50 },
}
