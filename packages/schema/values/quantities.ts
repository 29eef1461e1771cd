/** Formatting of numbers in texts. */
import { numberFormat } from './intl-formats.ts'

/** Names of the parameters that are quantities. Other numbers, such as years, are not formatted. */
const quantities = new Set(['count', 'done', 'number', 'position', 'total'])

/**
 * Formats the value of a text parameter: quantities with the thousands separators of the language,
 * such as `1.554`.
 */
export function formatIfQuantity(name: string, value: unknown, language: string): unknown {
  if (typeof value !== 'number' || !quantities.has(name)) return value
  return numberFormat(language).format(value)
}
