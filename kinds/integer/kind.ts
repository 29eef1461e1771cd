import * as z from 'zod/mini'
import { maybe } from '#model/checks/shape.ts'
import { type Base, type Kind, made, type Only } from '#model/kind.ts'
import { type NumberOptions, numberWords, someNumber } from '#model/number-options.ts'

export interface IntegerOptions extends NumberOptions {
  /** Shown without a thousands separator, such as a year. */
  readonly isYear?: true
}
type Spec = Base<'integer', IntegerOptions>

const make = <const O extends IntegerOptions>(options: Only<O, IntegerOptions>) =>
  made<Base<'integer', O>, number>({ kind: 'integer', options })

export const integer: Kind<Spec, typeof make> = {
  make,
  options: { ...numberWords, isYear: maybe.mark },
  family: 'number',
  traits: ['column', 'order', 'digits', 'whole', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options }) => ({ type: 'integer', check: { between: [options.min, options.max] } }),
  schema: ({ options }) => z.int().check(z.gte(options.min), z.lte(options.max)),
  sample: { field: make({ min: 0, max: 1000, optional: true }), values: [7, 40], refused: [1001, 'number.tooLarge'] },
  example: someNumber,
  file: { width: 10 },
}
