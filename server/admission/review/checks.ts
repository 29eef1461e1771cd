/** Checks an application: its values against each other, and against other applications. */
import type { Values } from '@matricola/server/sql/storage.ts'
import { isInOtherCounty } from '#resources/admission/counties.ts'
import { ageOn, hasUnusualCounty, identityIssues } from '#resources/admission/identity-check.ts'
import type { RegistrationStatus } from '#resources/admission/wire.ts'
import type { WireCheck } from '#resources/admission/wire-review.ts'
import { findNationalIdError } from '#resources/field-types/nationalId/national-id.ts'

/** Another application with the same number or email address. */
export interface RelatedApplication {
  readonly id: string
  readonly reference: string
  readonly status: RegistrationStatus
  /**
   * Whether the number of the identity document is the same; if false, only the email address is.
   */
  readonly isSamePerson: boolean
}

type EmailIssue = 'emailUnverified' | 'emailDisputed'
/** Applicants get a day to open the link before staff learn that they have not. */
const verificationDayMs = 86_400_000

/** Returns what is wrong with the email address; null if nothing is. */
export function emailIssueOf({ emailState, submittedAt }: Values, now: Date): EmailIssue | null {
  if (emailState === 'disputed') return 'emailDisputed'
  const isLate = now.getTime() > new Date(String(submittedAt)).getTime() + verificationDayMs
  return emailState === 'unverified' && isLate ? 'emailUnverified' : null
}

export interface CheckedApplication {
  /** Decrypted. */
  readonly cnp: string | null
  readonly birthDate: string
  readonly country: string
  readonly county: string | null
  readonly postalCode: string
  readonly sex: string
  readonly isWaived: boolean
  readonly hasMailFailed: boolean
  readonly isAutomated: boolean
  readonly emailIssue: EmailIssue | null
  readonly related: readonly RelatedApplication[]
  /** Day on which the application was sent. */
  readonly day: string
}

const usualAges = { youngest: 17, oldest: 80 }

/**
 * Returns the findings. Contradictions are problems unless an admin waived them; unusual values are
 * warnings.
 */
export function checkApplication(application: CheckedApplication): WireCheck[] {
  const { cnp, birthDate, hasMailFailed, related, day, country, county, postalCode } = application
  const age = ageOn(birthDate, day)
  return [
    ...identityChecks(application),
    ...(cnp !== null && hasUnusualCounty(cnp, birthDate) ? [warning('cnp', 'oddCounty')] : []),
    ...(age < usualAges.youngest || age > usualAges.oldest
      ? [warning('birthDate', 'unusualAge')]
      : []),
    ...(country === 'RO' && county !== null && isInOtherCounty(postalCode, county)
      ? [warning('postalCode', 'otherCounty')]
      : []),
    ...related.map(({ isSamePerson, ...other }): WireCheck => {
      const field = isSamePerson ? (cnp === null ? 'foreignIdNumber' : 'cnp') : 'personalEmail'
      return { ...warning(field, isSamePerson ? 'sameCnp' : 'sameEmail'), other }
    }),
    ...(application.isAutomated ? [warning('personalEmail', 'automated')] : []),
    ...(application.emailIssue ? [warning('personalEmail', application.emailIssue)] : []),
    ...(hasMailFailed
      ? [{ field: 'personalEmail', code: 'mailFailed', tone: 'problem' } as const]
      : []),
  ]
}

const warning = (field: string, code: WireCheck['code']): WireCheck => ({
  field,
  code,
  tone: 'warning',
})

/** Fields that the CNP contains as well. */
const matchingFields = ['birthDate', 'sex'] as const

function identityChecks({ cnp, birthDate, sex, isWaived }: CheckedApplication): WireCheck[] {
  if (cnp === null || findNationalIdError(cnp) !== null) return []
  const issues = identityIssues({ cnp, birthDate, sex })
  if (Object.keys(issues).length === 0)
    return matchingFields.map((field) => ({ field, code: 'cnpMatches', tone: 'good' }))
  const tone = isWaived ? 'warning' : 'problem'
  const found: WireCheck[] = []
  if (issues.birthDate) found.push({ field: 'birthDate', code: 'otherBirthDate', tone })
  if (issues.sex) found.push({ field: 'sex', code: 'otherSex', tone })
  if (isWaived) found.push({ field: 'cnp', code: 'identityWaived', tone: 'good' })
  return found
}
