/** A JSON number with at most `scale` decimals. The limits ensure that a double represents it exactly. */
import * as z from 'zod/mini'
import { type Base, type Kind, made, type Only } from '#model/kind.ts'
import { checkExactness, digitsOf, type NumberOptions, numberWords, someNumber } from '#model/number-options.ts'
import { amountOf } from '#model/value-schemas.ts'

export interface DecimalOptions extends NumberOptions {
  readonly scale: number
}
type Spec = Base<'decimal', DecimalOptions>

const make = <const O extends DecimalOptions>(options: Only<O, DecimalOptions>) =>
  made<Base<'decimal', O>, number>({ kind: 'decimal', options })

export const decimal: Kind<Spec, typeof make> = {
  make,
  options: { ...numberWords, scale: z.number() },
  family: 'number',
  traits: ['column', 'order', 'digits', 'whole', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options: { min, max, scale } }) => ({ type: { precision: digitsOf(max) + scale, scale }, check: { between: [min, max] } }),
  schema: ({ options }) => amountOf(options, options.scale),
  sample: { field: make({ min: 0, max: 10, scale: 2, optional: true }), values: [0.25, 9.5], refused: [0.125, 'number.tooManyDecimals'] },
  example: someNumber,
  file: { width: 12 },
  check: ({ options }, { fail }) => checkExactness(options, fail),
}
