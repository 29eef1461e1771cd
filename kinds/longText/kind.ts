/** Text of several lines. */
import * as z from 'zod/mini'
import { common, inLanguages, maybe } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only, type Translates } from '#model/kind.ts'
import { textOf } from '#model/value-schemas.ts'
import { tidyLines } from '#model/values/folding.ts'

export interface LongTextOptions extends CommonOptions {
  /** Written once, in the university's language, which readers of other languages are told. */
  readonly ofUniversity?: true
  /** The university's own value, which may be said in each language as well (`translations.ts`). */
  readonly translated?: true
  /** Made by the program, of a field that is `translated`: its value in that language. */
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
