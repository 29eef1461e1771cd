/** Currencies by their codes of three letters (ISO 4217). */

export const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

/** Words that people write for a currency behind an amount, beside its code and its sign. */
const spoken: { readonly [code: string]: readonly string[] | undefined } = { RON: ['lei', 'leu'] }

/** An amount without the currency behind it, where that is the one it is in; any other stays, and makes it no number. */
export function withoutCurrency(text: string, code: string | undefined): string {
  // Most have nothing behind them, and the sign is dear to find.
  if (code === undefined || /\d$/.test(text)) return text
  const words = [code, signOf(code), ...(spoken[code] ?? [])]
  const said = words.find((word) => text.toLowerCase().endsWith(word.toLowerCase()))
  return said === undefined ? text : text.slice(0, -said.length).trim()
}

/** `€`, or the code where the currency has no sign of its own. */
const signOf = (code: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code
