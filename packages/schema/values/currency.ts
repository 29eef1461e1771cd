/** Currencies by ISO 4217 code. */

export const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

/** Words for a currency that people write next to amounts, in addition to its code and symbol. */
const colloquialNames: { readonly [code: string]: readonly string[] | undefined } = {
  RON: ['lei', 'leu'],
}

/**
 * Removes the expected currency from an amount. Any other currency is kept, so the text will not be
 * read as a number.
 */
export function stripCurrency(text: string, code: string | undefined): string {
  // Most amounts have no currency, and looking up the symbol is slow.
  if (code === undefined || /^[\d\s.,+-]*$/.test(text)) return text
  const words = [code, symbolOf(code), ...(colloquialNames[code] ?? [])].map((word) =>
    word.toLowerCase(),
  )
  const lower = text.toLowerCase()
  const suffix = words.find((word) => lower.endsWith(word))
  if (suffix !== undefined) return text.slice(0, -suffix.length).trim()
  const prefix = words.find((word) => lower.startsWith(word))
  return prefix === undefined ? text : text.slice(prefix.length).trim()
}

/** The currency's symbol, such as `€`, or its code if it has none. */
const symbolOf = (code: string) =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code
