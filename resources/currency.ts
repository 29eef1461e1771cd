/** The currency that an amount is in: what its field says, or the university's own. */
import type { FieldSpec } from '#model/field.ts'
import { currency } from '#own/resources/currency.ts'

/** The currency of amounts whose field names no other: students' accounts, fees, prices. */
export const usualCurrency: string = currency

/** Undefined where the record is yet to say it. */
export function currencyOf({ options }: FieldSpec, values: { readonly [field: string]: unknown } = {}): string | undefined {
  const said = 'currency' in options ? options.currency : undefined
  if (said === undefined) return usualCurrency
  if (typeof said === 'string') return said
  const found = values[said.field]
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** An amount in the university's own currency, as a sentence has it. */
export const amountInWords = (amount: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: usualCurrency }).format(amount)
