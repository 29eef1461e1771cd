/** Postal codes whose form depends on the country. */
import type { Issue } from '../wire/wire-record.ts'

/** Digits of the codes of a country, where all of them are of as many. */
const digitsIn: { readonly [country: string]: number | undefined } = { RO: 6 }

/** Why a postal code is none of the country's, or null; nothing is known of most countries. */
export function postalCodeFault(country: unknown, code: string): Issue | null {
  const digits = typeof country === 'string' ? digitsIn[country] : undefined
  if (digits === undefined || (code.length === digits && /^\d+$/.test(code))) return null
  return { code: 'text.postalCodeDigits', params: { digits } }
}

/** A code from a file with the leading zero that a spreadsheet takes off what it holds for a number. */
export function postalCodeInFile(country: unknown, code: string): string {
  const digits = typeof country === 'string' ? digitsIn[country] : undefined
  return digits !== undefined && /^\d+$/.test(code) && code.length === digits - 1 ? `0${code}` : code
}
