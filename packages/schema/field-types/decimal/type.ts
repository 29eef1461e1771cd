/**
 * A JSON number with at most `scale` decimals. The limits ensure that a double represents it
 * exactly.
 */
import * as z from 'zod/mini'
import { type BaseSpec, type FieldType, type KnownKeysOnly, typedSpec } from '../../field-type.ts'
import {
  checkExactness,
  digitCount,
  exampleNumber,
  type NumberOptions,
  numberOptionsShape,
} from '../../number-options.ts'
import { amountSchema } from '../../value-schemas.ts'

export interface DecimalOptions extends NumberOptions {
  readonly scale: number
}
type Spec = BaseSpec<'decimal', DecimalOptions>

const make = <const O extends DecimalOptions>(options: KnownKeysOnly<O, DecimalOptions>) =>
  typedSpec<BaseSpec<'decimal', O>, number>({ type: 'decimal', options })

export const decimal: FieldType<Spec, typeof make> = {
  make,
  options: { ...numberOptionsShape, scale: z.number() },
  family: 'number',
  traits: ['listColumn', 'sortable', 'endAligned', 'restorable', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options: { min, max, scale } }) => ({
    type: { precision: digitCount(max) + scale, scale },
    check: { between: [min, max] },
  }),
  schema: ({ options }) => amountSchema(options, options.scale),
  sample: {
    field: make({ min: 0, max: 10, scale: 2, optional: true }),
    values: [0.25, 9.5],
    refused: [0.125, 'number.tooManyDecimals'],
  },
  example: exampleNumber,
  file: { width: 12 },
  check: ({ options }, { fail }) => checkExactness(options, fail),
}
