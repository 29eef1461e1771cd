import type { Language } from '#model/vocabulary.ts'

/** The sign between whole and parts, as spreadsheets of a language write and expect it. */
export const decimalSign: { readonly [L in Language]: ',' | '.' } = { en: '.', ro: ',', fr: ',', de: ',' }

/** `1.234,50`, `1,234.50`, `1 234,50`, `1'234.50`; the first sign groups by three, the other one begins the parts. */
const grouped = /^\d{1,3}(?:([ .,'])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/
const currency = /(?:lei|ron)$/i

/**
 * The number that a text means, or null. One sign before exactly three digits can group or divide: it groups where the
 * field has no three decimals, else the language decides.
 */
export function numberOf(text: string, language: Language, scale: number): number | null {
  const plain = text
    .trim()
    .replace(currency, '')
    .trim()
    .replace(/[\s\u00A0\u202F]/g, ' ')
    .replace(/’/g, "'")
    .replace('\u2212', '-')
  const [, sign = '', digits = ''] = /^([+-]?) ?(.*)$/.exec(plain) ?? []
  const amount = unsigned(digits, language, scale)
  if (amount === null) return null
  return sign === '-' ? -amount : amount
}

function unsigned(digits: string, language: Language, scale: number): number | null {
  if (/^\d+$/.test(digits)) return Number(digits)
  const isEither = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)
  const divides = isEither ? scale >= 3 && digits.includes(decimalSign[language]) : /^\d+[.,]\d+$/.test(digits)
  if (divides) return Number(digits.replace(',', '.'))
  const group = grouped.exec(digits)
  if (!group) return null
  const parts = group[2] ?? ''
  const whole = (parts === '' ? digits : digits.slice(0, -parts.length - 1)).replace(/\D/g, '')
  return Number(parts === '' ? whole : `${whole}.${parts}`)
}
