/** Numbers as people type and read them. */

/**
 * The number that `text` means, null for an empty text, or the text itself when it is no number, so that the same check
 * that the server makes can refuse it. A comma and a dot are both read as the decimal sign; spaces group digits, and so
 * does the other sign when both occur or when one occurs more than once.
 */
export function parseNumber(text: string): number | string | null {
  const compact = text.replace(/[\s\u00A0\u202F'’]/g, '')
  if (compact === '') return null
  const last = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'))
  const sign = compact[last]
  const repeated = sign !== undefined && compact.split(sign).length > 2
  const whole = repeated || last < 0 ? compact : compact.slice(0, last)
  const fraction = repeated || last < 0 ? '' : compact.slice(last + 1)
  const plain = `${whole.replace(/[.,]/g, '')}${fraction === '' ? '' : `.${fraction}`}`
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : text
}

/** The number as an input shows it: the language's decimal sign, no grouping, at most `scale` decimals. */
export const numberText = (value: number, language: string, scale = 10) =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: scale }).format(value)

/** The number as a text shows it: grouped, with the language's signs. */
export const numberDisplay = (value: number, language: string, scale = 10) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: scale }).format(value)

/** An amount as people read it, such as 12.500,00 RON. */
export const moneyDisplay = (value: number, language: string) =>
  `${new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)} RON`
