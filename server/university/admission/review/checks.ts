/** Findings of the program when it compares an application's values with each other and with other applications. */
import { isOfOtherCounty } from '#model/admission/counties.ts'
import { ageOn, hasOddCounty, identityIssues } from '#model/admission/identity-check.ts'
import type { RegistrationStatus, WireCheck } from '#model/admission/wire.ts'
import { nationalIdFault } from '#model/values/national-id.ts'

/** Another application that shares something with this one. */
export interface Kin {
  readonly id: string
  readonly reference: string
  readonly status: RegistrationStatus
  /** The same number of the identity document, else the same address with another number. */
  readonly isSamePerson: boolean
}

export interface Checked {
  /** In clear. */
  readonly cnp: string | null
  readonly birthDate: string
  readonly country: string
  readonly county: string | null
  readonly postalCode: string
  readonly sex: string
  readonly isWaived: boolean
  readonly hasMailFailed: boolean
  readonly isAutomated: boolean
  readonly kin: readonly Kin[]
  /** The day of the application. */
  readonly day: string
}

const usualAges = { youngest: 17, oldest: 80 }

/** The findings, problems first within their field. Source: domain rules, 2.2 and A.1. */
export function checksOf(application: Checked): WireCheck[] {
  const { cnp, birthDate, hasMailFailed, kin, day, country, county, postalCode } = application
  const age = ageOn(birthDate, day)
  return [
    ...identityChecks(application),
    ...(cnp !== null && hasOddCounty(cnp, birthDate) ? [warning('cnp', 'oddCounty')] : []),
    ...(age < usualAges.youngest || age > usualAges.oldest ? [warning('birthDate', 'unusualAge')] : []),
    ...(country === 'RO' && county !== null && isOfOtherCounty(postalCode, county) ? [warning('postalCode', 'otherCounty')] : []),
    ...kin.map(({ isSamePerson, ...other }): WireCheck => {
      const field = isSamePerson ? (cnp === null ? 'foreignIdNumber' : 'cnp') : 'personalEmail'
      return { ...warning(field, isSamePerson ? 'sameCnp' : 'sameEmail'), other }
    }),
    ...(application.isAutomated ? [warning('personalEmail', 'automated')] : []),
    ...(hasMailFailed ? [{ field: 'personalEmail', code: 'mailFailed', tone: 'problem' } as const] : []),
  ]
}

const warning = (field: string, code: WireCheck['code']): WireCheck => ({ field, code, tone: 'warning' })

/** Fields that a CNP tells of a person beside its number. */
const matching = ['birthDate', 'sex'] as const

function identityChecks({ cnp, birthDate, sex, isWaived }: Checked): WireCheck[] {
  if (cnp === null || nationalIdFault(cnp) !== null) return []
  const issues = identityIssues({ cnp, birthDate, sex })
  if (Object.keys(issues).length === 0) return matching.map((field) => ({ field, code: 'cnpMatches', tone: 'good' }))
  const tone = isWaived ? 'warning' : 'problem'
  const found: WireCheck[] = []
  if (issues.birthDate) found.push({ field: 'birthDate', code: 'otherBirthDate', tone })
  if (issues.sex) found.push({ field: 'sex', code: 'otherSex', tone })
  if (isWaived) found.push({ field: 'cnp', code: 'identityWaived', tone: 'good' })
  return found
}
