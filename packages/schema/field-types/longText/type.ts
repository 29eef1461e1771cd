import * as z from 'zod/mini'
import { commonOptionsShape, optionalSchemas, translationOptionsShape } from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  type Translates,
  typedSpec,
} from '../../field-type.ts'
import { textSchema } from '../../value-schemas.ts'
import { normalizeLines } from '../../values/folding.ts'

export interface LongTextOptions extends CommonOptions {
  /** Written only in the university's language. Readers of other languages see a note about it. */
  readonly inUniversityLanguage?: true
  /** The university's wording; each language has an optional translation (`translations.ts`). */
  readonly translated?: true
  /** Set by the program on the translation of a `translated` field. */
  readonly translates?: Translates
  readonly max: number
  readonly min?: number
}
type Spec = BaseSpec<'longText', LongTextOptions>

const make = <const O extends LongTextOptions>(options: KnownKeysOnly<O, LongTextOptions>) =>
  typedSpec<BaseSpec<'longText', O>, string>({ type: 'longText', options })

export const longText: FieldType<Spec, typeof make> = {
  make,
  options: {
    ...commonOptionsShape,
    max: z.number(),
    min: optionalSchemas.number,
    inUniversityLanguage: optionalSchemas.flag,
    ...translationOptionsShape,
  },
  family: 'text',
  traits: ['listColumn', 'restorable', 'caseInsensitive', 'wideInput', 'wideDisplay'],
  edits: ['set', 'replace'],
  column: ({ options }) => ({ type: 'text', check: { length: options.max } }),
  schema: ({ options }) => textSchema(options.min ?? 1, options.max, normalizeLines),
  sample: {
    field: make({ max: 400, optional: true }),
    values: ['Două\nlinii', 'O singură linie'],
    refused: ['x'.repeat(401), 'text.tooLong'],
  },
  example: (_, label) => label,
  file: { width: 50 },
}
