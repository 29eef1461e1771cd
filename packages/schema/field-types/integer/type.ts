import * as z from 'zod/mini'
import { optionalSchemas } from '../../checks/shape.ts'
import { type BaseSpec, type FieldType, type KnownKeysOnly, typedSpec } from '../../field-type.ts'
import { exampleNumber, type NumberOptions, numberOptionsShape } from '../../number-options.ts'

export interface IntegerOptions extends NumberOptions {
  /** Shown without a thousands separator, such as a year. */
  readonly isYear?: true
}
type Spec = BaseSpec<'integer', IntegerOptions>

const make = <const O extends IntegerOptions>(options: KnownKeysOnly<O, IntegerOptions>) =>
  typedSpec<BaseSpec<'integer', O>, number>({ type: 'integer', options })

export const integer: FieldType<Spec, typeof make> = {
  make,
  options: { ...numberOptionsShape, isYear: optionalSchemas.flag },
  family: 'number',
  traits: ['listColumn', 'sortable', 'endAligned', 'restorable', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options }) => ({ type: 'integer', check: { between: [options.min, options.max] } }),
  schema: ({ options }) => z.int().check(z.gte(options.min), z.lte(options.max)),
  sample: {
    field: make({ min: 0, max: 1000, optional: true }),
    values: [7, 40],
    refused: [1001, 'number.tooLarge'],
  },
  example: exampleNumber,
  file: { width: 10 },
}
