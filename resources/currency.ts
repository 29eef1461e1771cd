/** The currency of an amount: that of its field, or the university's. */

import { currency } from '#custom/resources/currency.ts'
import type { FieldSpec } from '#packages/schema/field.ts'
import { numberFormat } from '#packages/schema/values/intl-formats.ts'

/** The university's currency, for fields that declare no other: ledgers, fees, prices. */
export const defaultCurrency: string = currency

/** The currency of a field; undefined if the record does not have it yet. */
export function currencyOf({ options }: FieldSpec, values: { readonly [field: string]: unknown } = {}): string | undefined {
  const declaredCurrency = 'currency' in options ? options.currency : undefined
  if (declaredCurrency === undefined) return defaultCurrency
  if (typeof declaredCurrency === 'string') return declaredCurrency
  const found = values[declaredCurrency.field]
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** Formats an amount in the university's currency for use in a sentence. */
export const formatAmount = (amount: number, language: string) =>
  numberFormat(language, { style: 'currency', currency: defaultCurrency }).format(amount)
