/**
 * The Romanian personal numeric code (CNP): 13 digits S AA LL ZZ JJ NNN C. The county code (JJ) is
 * not validated: all numbers issued since May 2024 have 70, and 80 to 83 are in use.
 */

import { compactCode } from '@matricola/schema/values/characters.ts'
import { isRealDate, today } from '@matricola/schema/values/dates.ts'

const weights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]

export const nationalIdErrors = [
  'digits',
  'length',
  'firstDigit',
  'date',
  'future',
  'sequence',
  'control',
] as const
export type NationalIdError = (typeof nationalIdErrors)[number]

/** Removes separators that people type between the digits of a CNP. */
export const compactNationalId = (text: string) => compactCode(text).replaceAll('.', '')

/**
 * The first problem with `cnp`, or null if it is valid. For residents (S is 7 or 8) the birth date
 * may be in either century. It must not be after `now`.
 */
export function findNationalIdError(cnp: string, now = new Date()): NationalIdError | null {
  if (!/^\d*$/.test(cnp)) return 'digits'
  if (cnp.length !== 13) return 'length'
  if (!/^[1-8]/.test(cnp)) return 'firstDigit'
  const births = possibleBirthDates(cnp)
  if (births.length === 0) return 'date'
  if (births.every((date) => date > today(now))) return 'future'
  if (cnp.slice(9, 12) === '000') return 'sequence'
  return controlDigit(cnp) === Number(cnp[12]) ? null : 'control'
}

/** The expected control digit for the first twelve digits; a remainder of 10 becomes 1. */
export function controlDigit(cnp: string): number {
  const remainder = weights.reduce((sum, weight, i) => sum + weight * Number(cnp[i]), 0) % 11
  return remainder === 10 ? 1 : remainder
}

/** The sex encoded in the first digit. */
export const sexOf = (cnp: string): 'M' | 'F' => (Number(cnp[0]) % 2 === 1 ? 'M' : 'F')

/**
 * Possible birth dates: one for citizens, up to two for residents, none if the date does not exist.
 */
export function possibleBirthDates(cnp: string): string[] {
  const centuries =
    { 1: [19], 2: [19], 3: [18], 4: [18], 5: [20], 6: [20], 7: [19, 20], 8: [19, 20] }[
      cnp[0] ?? ''
    ] ?? []
  return centuries
    .map((century) => `${century}${cnp.slice(1, 3)}-${cnp.slice(3, 5)}-${cnp.slice(5, 7)}`)
    .filter(isRealDate)
}
