/**
 * Checks that personal number, birth date and sex match, and that applicants are of a possible age:
 * rules for everyone, and warnings for staff.
 */

import { today } from '@matricola/schema/values/dates.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import {
  findNationalIdError,
  possibleBirthDates,
  sexOf,
} from '../field-types/nationalId/national-id.ts'

interface Identity {
  readonly cnp?: unknown
  readonly birthDate?: unknown
  readonly sex?: unknown
}

interface Person extends Identity {
  readonly identityType?: unknown
}

/** Contradictions with a valid personal number, by field. Absent values are not checked. */
export function identityIssues({ cnp, birthDate, sex }: Identity): FieldIssues {
  if (typeof cnp !== 'string' || findNationalIdError(cnp) !== null) return {}
  const issues: Record<string, Issue[]> = {}
  if (typeof birthDate === 'string' && !possibleBirthDates(cnp).includes(birthDate))
    issues.birthDate = [{ code: 'nationalId.otherBirthDate' }]
  if ((sex === 'F' || sex === 'M') && sexOf(cnp) !== sex)
    issues.sex = [{ code: 'nationalId.otherSex' }]
  return issues
}

/**
 * Whether the county code is unusual. In use: 01 to 46, 51, 52, 70 since May 2024, 80 to 83; 47 and
 * 48 until 19 December 1979.
 */
export function hasUnusualCounty(cnp: string, birthDate: string): boolean {
  const county = Number(cnp.slice(7, 9))
  if (county === 47 || county === 48) return birthDate >= '1979-12-19'
  return !(
    (county >= 1 && county <= 46) ||
    county === 51 ||
    county === 52 ||
    county === 70 ||
    (county >= 80 && county <= 83)
  )
}

/** Age in completed years on a day; both dates are `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Age limits for applicants. Identity cards are issued from the age of 14. */
export const minApplicantAge = 14
export const maxApplicantAge = 100

/**
 * Returns issues of identity and age. Values of the wrong type are ignored here, since the schema
 * reports them.
 */
export function personIssues(values: Person, now: Date): FieldIssues {
  const { birthDate } = values
  const issues =
    values.identityType === undefined || values.identityType === 'cnp' ? identityIssues(values) : {}
  if (issues.birthDate || typeof birthDate !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(birthDate))
    return issues
  const age = ageOn(birthDate, today(now))
  if (age < minApplicantAge)
    return { ...issues, birthDate: [{ code: 'person.tooYoung', params: { min: minApplicantAge } }] }
  const oldest = `${Number(today(now).slice(0, 4)) - maxApplicantAge}-01-01`
  return age > maxApplicantAge
    ? { ...issues, birthDate: [{ code: 'date.tooEarly', params: { min: oldest } }] }
    : issues
}
