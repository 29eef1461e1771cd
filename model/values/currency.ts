/** Currencies by their codes of three letters (ISO 4217). */

export const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

/** Words that people write for a currency next to an amount, in addition to its code and its sign. */
const spoken: { readonly [code: string]: readonly string[] | undefined } = { RON: ['lei', 'leu'] }

/** An amount without the currency next to it, where that is the one it is in; any other stays, and makes it no number. */
export function withoutCurrency(text: string, code: string | undefined): string {
  // Most have no currency, and finding the sign is expensive.
  if (code === undefined || /^[\d\s.,+-]*$/.test(text)) return text
  const words = [code, signOf(code), ...(spoken[code] ?? [])].map((word) => word.toLowerCase())
  const lower = text.toLowerCase()
  const behind = words.find((word) => lower.endsWith(word))
  if (behind !== undefined) return text.slice(0, -behind.length).trim()
  const before = words.find((word) => lower.startsWith(word))
  return before === undefined ? text : text.slice(before.length).trim()
}

/** `€`, or the code where the currency has no sign of its own. */
const signOf = (code: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code
