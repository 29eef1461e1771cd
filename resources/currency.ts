/** The university's currency. */

import { currency } from '#custom/resources/currency.ts'
import { numberFormat } from '#packages/schema/values/intl-formats.ts'

/** Currency of ledgers, fees and prices, and of all money fields that declare no other. */
export const defaultCurrency: string = currency

/** Formats an amount in the university's currency for use in a sentence. */
export const formatAmount = (amount: number, language: string) =>
  numberFormat(language, { style: 'currency', currency: defaultCurrency }).format(amount)
