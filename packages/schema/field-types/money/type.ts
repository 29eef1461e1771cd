/** An amount of money: a JSON number with at most two decimals. */

import * as shape from '../../checks/shape.ts'
import { oneOf, optional, strictShape } from '../../checks/shape.ts'
import { type BaseSpec, type FieldType, type KnownKeysOnly, typedSpec } from '../../field-type.ts'
import {
  checkExactness,
  digitCount,
  exampleNumber,
  type NumberOptions,
  numberOptionsShape,
} from '../../number-options.ts'
import { amountSchema } from '../../value-schemas.ts'
import { isCurrency } from '../../values/currency.ts'
import { describedSchema } from '../../wire/shapes.ts'

export interface MoneyOptions extends NumberOptions {
  /**
   * Currency code, or the field of the record that has it; absent: that of the application
   * (`currency` of `createRegistry`).
   */
  readonly currency?: string | { readonly field: string }
}
type Spec = BaseSpec<'money', MoneyOptions>

const make = <const O extends MoneyOptions>(options: KnownKeysOnly<O, MoneyOptions>) =>
  typedSpec<BaseSpec<'money', O>, number>({ type: 'money', options })

export const money: FieldType<Spec, typeof make> = {
  make,
  options: {
    ...numberOptionsShape,
    currency: optional(
      oneOf(
        'a currency such as EUR, or { field: … }',
        shape.nameText,
        strictShape<{ field: string }>({ field: shape.nameText }),
      ),
    ),
  },
  family: 'number',
  traits: ['listColumn', 'sortable', 'endAligned', 'restorable', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options: { min, max } }) => ({
    type: { precision: digitCount(max) + 2, scale: 2 },
    check: { between: [min, max] },
  }),
  schema({ options }) {
    const amount = amountSchema(options, 2)
    if (options.currency === undefined) return amount
    const { currency } = options
    return describedSchema(
      typeof currency === 'string'
        ? `In ${currency}.`
        : `In the currency of the field ${currency.field}.`,
      amount,
    )
  },
  sample: {
    field: make({ min: 0, max: 100_000, optional: true }),
    values: [0.1, 99_999.99],
    refused: [-1, 'number.tooSmall'],
  },
  example: exampleNumber,
  file: { width: 16, isMoney: true },
  check({ options }, { resource, fail, didYouMean }) {
    checkExactness(options, fail)
    const { currency } = options
    if (currency === undefined) return
    if (typeof currency === 'string') {
      if (!isCurrency(currency))
        fail(
          `unknown currency "${currency}"${didYouMean(currency, Intl.supportedValuesOf('currency'))}`,
        )
      return
    }
    const currencyField = Object.hasOwn(resource.fields, currency.field)
      ? resource.fields[currency.field]
      : undefined
    if (!currencyField)
      fail(
        `unknown currency field "${currency.field}"${didYouMean(currency.field, Object.keys(resource.fields))}`,
      )
    else if (!currencyField.choices) fail(`currency field "${currency.field}" is not a choice`)
    else
      for (const code of Object.keys(currencyField.choices))
        if (!isCurrency(code))
          fail(`choice "${code}" of currency field "${currency.field}" is not a currency`)
  },
}
