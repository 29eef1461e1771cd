/** Postal codes whose format depends on the country. */
import type { Issue } from '../wire/wire-record.ts'

/** Number of digits by country, for countries where all codes have the same length. */
const digitCounts: { readonly [country: string]: number | undefined } = { RO: 6 }

/** The issue if the code is not valid in the country, or null. Most countries are not checked. */
export function findPostalCodeIssue(country: unknown, code: string): Issue | null {
  const digits = typeof country === 'string' ? digitCounts[country] : undefined
  if (digits === undefined || (code.length === digits && /^\d+$/.test(code))) return null
  return { code: 'text.postalCodeDigits', params: { digits } }
}

/** Restores a leading zero, which spreadsheets remove from codes that look like numbers. */
export function restorePostalCode(country: unknown, code: string): string {
  const digits = typeof country === 'string' ? digitCounts[country] : undefined
  return digits !== undefined && /^\d+$/.test(code) && code.length === digits - 1
    ? `0${code}`
    : code
}
