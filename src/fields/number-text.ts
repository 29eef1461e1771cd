/** Numbers as people type and read them. */
import { readNumber } from '#model/values/numbers.ts'
import type { Language } from '#model/vocabulary.ts'
import { usualCurrency } from '#resources/currency.ts'

/**
 * The number that `text` means, null for an empty text, or the text itself when it means none or more than one, so that the
 * same check that the server makes can refuse it.
 */
export function parseNumber(text: string, language: Language, scale: number, currency?: string): number | string | null {
  if (text.trim() === '') return null
  const read = readNumber(text, language, scale, currency)
  return typeof read === 'number' ? read : text
}

/** The number as an input shows it: the language's decimal sign, no grouping, at most `scale` decimals. */
export const numberText = (value: number, language: string, scale = 10) =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: scale }).format(value)

/** The number as a text shows it: grouped, with the language's signs. */
export const numberDisplay = (value: number, language: string, scale = 10) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: scale }).format(value)

/** An amount as people read it, such as 12.500,00 RON; the space does not break. Without a currency where none is known. */
export function moneyDisplay(value: number, language: string, currency: string | null = usualCurrency): string {
  const amount = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
  return currency === null ? amount : `${amount}\u00a0${currency}`
}
