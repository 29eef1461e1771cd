/** An amount of money: a JSON number with at most two decimals. */

import * as shape from '#model/checks/shape.ts'
import { oneOf, optional, part } from '#model/checks/shape.ts'
import { type Base, type Kind, made, type Only } from '#model/kind.ts'
import { checkExactness, digitsOf, type NumberOptions, numberWords, someNumber } from '#model/number-options.ts'
import { amountOf } from '#model/value-schemas.ts'
import { isCurrency } from '#model/values/currency.ts'
import { about } from '#model/wire/shapes.ts'

export interface MoneyOptions extends NumberOptions {
  /** Currency code, or the field of the record that has it; absent: the university's currency (`own/resources/currency.ts`). */
  readonly currency?: string | { readonly field: string }
}
type Spec = Base<'money', MoneyOptions>

const make = <const O extends MoneyOptions>(options: Only<O, MoneyOptions>) => made<Base<'money', O>, number>({ kind: 'money', options })

export const money: Kind<Spec, typeof make> = {
  make,
  options: {
    ...numberWords,
    currency: optional(oneOf('a currency, such as EUR, nor { field: … }', shape.name, part<{ field: string }>({ field: shape.name }))),
  },
  family: 'number',
  traits: ['column', 'order', 'digits', 'whole', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options: { min, max } }) => ({ type: { precision: digitsOf(max) + 2, scale: 2 }, check: { between: [min, max] } }),
  schema({ options }) {
    const amount = amountOf(options, 2)
    if (options.currency === undefined) return amount
    const { currency } = options
    return about(typeof currency === 'string' ? `In ${currency}.` : `In the currency that ${currency.field} says.`, amount)
  },
  sample: { field: make({ min: 0, max: 100_000, optional: true }), values: [0.1, 99_999.99], refused: [-1, 'number.tooSmall'] },
  example: someNumber,
  file: { width: 16, isMoney: true },
  check({ options }, { resource, fail, meant }) {
    checkExactness(options, fail)
    const { currency } = options
    if (currency === undefined) return
    if (typeof currency === 'string') {
      if (!isCurrency(currency)) fail(`is in the unknown currency ${currency}${meant(currency, Intl.supportedValuesOf('currency'))}`)
      return
    }
    const said = Object.hasOwn(resource.fields, currency.field) ? resource.fields[currency.field] : undefined
    if (!said) fail(`takes its currency from the unknown field ${currency.field}${meant(currency.field, Object.keys(resource.fields))}`)
    else if (!said.choices) fail(`takes its currency from ${currency.field}, which is no choice`)
    else
      for (const code of Object.keys(said.choices))
        if (!isCurrency(code)) fail(`takes its currency from ${currency.field}, where ${code} is none`)
  },
}
