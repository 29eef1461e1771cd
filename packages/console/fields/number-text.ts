/** Numbers as users type and read them. */
import { numberFormat } from '@matricola/schema/values/intl-formats.ts'
import { parseNumberText } from '@matricola/schema/values/numbers.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'

/**
 * Parses a number. Returns null for an empty string, or the input unchanged if it is not a number
 * or is ambiguous, so that validation rejects it with the same code as the server.
 */
export function parseNumber(
  text: string,
  language: Language,
  scale: number,
  currency?: string,
): number | string | null {
  if (text.trim() === '') return null
  const parsed = parseNumberText(text, language, scale, currency)
  return typeof parsed === 'number' ? parsed : text
}

/**
 * Formats a number for an input: the language's decimal separator, no grouping, at most `scale`
 * decimals.
 */
export const numberText = (value: number, language: string, scale = 10) =>
  numberFormat(language, { useGrouping: false, maximumFractionDigits: scale }).format(value)

/** Formats a number for display, with grouping. */
export const numberDisplay = (value: number, language: string, scale = 10) =>
  numberFormat(language, { maximumFractionDigits: scale }).format(value)

/**
 * Formats an amount, such as 12.500,00 RON, with a non-breaking space. Without a currency if it is
 * unknown.
 */
export function moneyDisplay(
  value: number,
  language: string,
  currency: string | undefined,
): string {
  const amount = numberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value)
  return currency === undefined ? amount : `${amount}\u00a0${currency}`
}
