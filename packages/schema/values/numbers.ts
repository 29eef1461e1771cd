/**
 * Reads numbers as people write them, with the same rules in forms, list cells, filters, pasted
 * blocks and files.
 */

import { type FieldSpec, fieldTypeOf } from '../field.ts'
import type { Language } from '../vocabulary.ts'
import type { Issue } from '../wire/wire-record.ts'
import { plainApostrophes, plainCharacters } from './characters.ts'
import { stripCurrency } from './currency.ts'
import { memoizeByLanguage, numberFormat } from './intl-formats.ts'

/** Maximum number of decimals of a numeric field. */
export function scaleOf(spec: FieldSpec): number {
  const type = fieldTypeOf(spec).column(spec)?.type
  return typeof type === 'object' ? type.scale : 0
}

/** Decimal and thousands separators of a language. */
export const numberSigns = memoizeByLanguage((language) => {
  const parts = numberFormat(language).formatToParts(12345.6)
  const sign = (type: 'decimal' | 'group', absent: string) =>
    parts.find((part) => part.type === type)?.value ?? absent
  return { decimal: sign('decimal', '.'), thousands: sign('group', ' ') }
})

/**
 * `1.234,50`, `1,234.50`, `1 234,50`, `1'234.50`. The first separator groups thousands; a different
 * one starts the decimals.
 */
const groupedNumber = /^\d{1,3}(?:([ .,'])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/
/**
 * A single separator before exactly three digits, which can be a thousands or a decimal separator.
 */
const ambiguousNumber = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Parses a number, or returns an issue. A single separator before exactly three digits is a
 * thousands separator if the language uses it as one. If the language uses it as the decimal
 * separator and the field has three decimals, it is a decimal separator. Otherwise the number is
 * ambiguous, and the issue has both readings. `currency` is the only currency accepted before or
 * after the amount; `12,-` is accepted with it.
 */
export function parseNumberText(
  text: string,
  language: Language,
  scale: number,
  currency?: string,
): number | Issue {
  const plain = stripCurrency(plainCharacters(text), currency)
  const { sign, digits } = splitSign(currency === undefined ? plain : plain.replace(/[.,]-+$/, ''))
  if (digits.replace(/\D/g, '').length > 15) return { code: 'cell.notANumber' }
  const amount = parseUnsigned(digits, language, scale)
  if (amount === null) return findAmbiguity(plain) ?? { code: 'cell.notANumber' }
  return sign === '-' ? -amount : amount
}

/** The issue for an ambiguous separator; undefined for other texts. */
export function findAmbiguity(text: string): Issue | undefined {
  const { sign, digits } = splitSign(text)
  if (!ambiguousNumber.test(digits)) return undefined
  const signed = (number: string) => Number(`${sign}${number}`)
  return {
    code: 'number.ambiguous',
    params: { whole: signed(digits.replace(/[.,]/, '')), parts: signed(digits.replace(',', '.')) },
  }
}

function splitSign(text: string): { readonly sign: string; readonly digits: string } {
  const plain = plainApostrophes(plainCharacters(text)).replace(/\s/g, ' ')
  const [, sign = '', digits = ''] = /^([+-]?) ?(.*)$/.exec(plain) ?? []
  return { sign, digits }
}

function parseUnsigned(digits: string, language: Language, scale: number): number | null {
  if (/^\d+$/.test(digits)) return Number(digits)
  if (ambiguousNumber.test(digits)) {
    const { thousands, decimal } = numberSigns(language)
    if (digits.includes(thousands)) return Number(digits.replace(/[.,]/, ''))
    return scale >= 3 && digits.includes(decimal) ? Number(digits.replace(',', '.')) : null
  }
  if (/^\d+[.,]\d+$/.test(digits)) return Number(digits.replace(',', '.'))
  const group = groupedNumber.exec(digits)
  if (!group) return null
  const parts = group[2] ?? ''
  const whole = (parts === '' ? digits : digits.slice(0, -parts.length - 1)).replace(/\D/g, '')
  return Number(parts === '' ? whole : `${whole}.${parts}`)
}
