import { today } from '@matricola/schema/values/dates.ts'
import { ageOn, maxApplicantAge, minApplicantAge } from '#resources/admission/identity-check.ts'
import {
  compactNationalId,
  findNationalIdError,
  possibleBirthDates,
  sexOf,
} from '#resources/field-types/nationalId/national-id.ts'

/**
 * Returns the facts that a valid CNP contains about its holder. Null if the CNP is invalid or its
 * date cannot belong to an applicant.
 */
export interface CnpFacts {
  readonly birthDate: string
  readonly sex: 'M' | 'F'
}

/**
 * For residents (first digit 7 or 8) the CNP does not contain the century. At most one century
 * gives a plausible age.
 */
export function parseCnpFacts(text: string, now = new Date()): CnpFacts | null {
  const cnp = compactNationalId(text)
  if (findNationalIdError(cnp) !== null) return null
  const birthDate = possibleBirthDates(cnp).find((date) => isApplicantsAge(date, today(now)))
  return birthDate === undefined ? null : { birthDate, sex: sexOf(cnp) }
}

const isApplicantsAge = (birthDate: string, day: string) => {
  const age = ageOn(birthDate, day)
  return age >= minApplicantAge && age <= maxApplicantAge
}

/**
 * Whether a valid CNP has a date on which no applicant can be born: in the future, or more than a
 * hundred years ago.
 */
export function hasImpossibleAge(cnp: string, now = new Date()): boolean {
  const ages = possibleBirthDates(cnp).map((date) => ageOn(date, today(now)))
  return ages.every((age) => age < 0 || age > maxApplicantAge)
}

/** Groups the digits as on the identity card: `5 070315 70001 7`. */
export const cnpInGroups = (cnp: string) => cnp.replace(/^(\d)(\d{6})(\d{5})(\d)$/, '$1 $2 $3 $4')
