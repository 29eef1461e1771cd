/** The university's currency. */

import { numberFormat } from '@matricola/schema/values/intl-formats.ts'
import { currency } from '#custom/resources/currency.ts'

/** Currency of ledgers, fees and prices, and of all money fields that declare no other. */
export const defaultCurrency: string = currency

/** Formats an amount in the university's currency for use in a sentence. */
export const formatAmount = (amount: number, language: string) =>
  numberFormat(language, { style: 'currency', currency: defaultCurrency }).format(amount)
