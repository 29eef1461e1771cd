/** An amount in RON, a JSON number with at most two decimals. */
import { type Base, type Kind, made, type Only } from '#model/kind.ts'
import { checkExactness, digitsOf, type NumberOptions, numberWords, someNumber } from '#model/number-options.ts'
import { amountOf } from '#model/value-schemas.ts'

type Spec = Base<'money', NumberOptions>

const make = <const O extends NumberOptions>(options: Only<O, NumberOptions>) => made<Base<'money', O>, number>({ kind: 'money', options })

export const money: Kind<Spec, typeof make> = {
  make,
  options: numberWords,
  family: 'number',
  traits: ['column', 'order', 'digits', 'whole', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options: { min, max } }) => ({ type: { precision: digitsOf(max) + 2, scale: 2 }, check: { between: [min, max] } }),
  schema: ({ options }) => amountOf(options, 2),
  sample: { field: make({ min: 0, max: 100_000, optional: true }), values: [0.1, 99_999.99], refused: [-1, 'number.tooSmall'] },
  example: someNumber,
  file: { width: 16, isMoney: true },
  check: ({ options }, { fail }) => checkExactness(options, fail),
}
