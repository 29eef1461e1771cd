/** Facts about an applicant that conditions of an application form can read. */
import { field } from '../field.ts'
import { registrations } from '../registrations.ts'
import { specializations } from '../specializations.ts'
import { ageOn } from './identity-check.ts'

const { identityType, fundingPreference } = registrations.fields

/** Facts that questions of the form supply; see `fact` in `form-content.ts`. */
export const suppliedFacts = {
  entry: field.choice({ firstYear: {}, transfer: {}, secondDegree: {} }, { optional: true }),
  diplomaCountry: field.text({ max: 2, pattern: 'country', optional: true }),
  diplomaLanguage: field.choice({ ro: {}, en: {}, fr: {}, other: {} }, { optional: true }),
} as const
export type SuppliedFact = keyof typeof suppliedFacts
const noneSupplied = { entry: null, diplomaCountry: null, diplomaLanguage: null } as const

/** The facts as fields, which give the values that they can be compared with. */
export const formFacts = {
  degree: field.choice(specializations.fields.cycle.choices),
  /** All chosen programmes and their departments. */
  programmes: field.links('specializations'),
  departments: field.links('departments'),
  /** The preferences in programmes that admit by merit. */
  funding: field.set(fundingPreference.choices),
  placeKind: field.reference('place-kinds', { optional: true }),
  identityType: field.choice(identityType.choices),
  citizenship: field.text({ max: 2, pattern: 'country' }),
  /** `eu`: a citizen of another EU or EEA country or of Switzerland. */
  citizenshipGroup: field.choice({ ro: {}, eu: {}, other: {} }),
  /** On the last day of applications. */
  age: field.integer({ min: 0, max: 150, optional: true }),
  isMinor: field.boolean(),
  ...suppliedFacts,
} as const
export type FormFacts = { readonly [F in keyof typeof formFacts]: unknown }

/** Citizens of these countries have the rights of EU citizens in admission. */
const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT SE SI SK'.split(
    ' ',
  ),
)

export interface FormApplicant {
  readonly identityType: string
  readonly citizenship: string
  /** Empty if it is not known yet. */
  readonly birthDate: string
  /** Chosen programmes, first choice first. */
  readonly programmes: readonly {
    readonly id: string
    readonly cycle: string
    readonly departmentProfileId: string
  }[]
  readonly fundingPreferences: readonly string[]
  readonly placeKindId: string | null
  /** Last day of applications. */
  readonly lastDay: string
}

const ageOfMajority = 18

export function formFactsOf(applicant: FormApplicant): FormFacts {
  const { citizenship, birthDate, programmes, lastDay } = applicant
  const age = birthDate === '' ? null : ageOn(birthDate, lastDay)
  return {
    degree: programmes[0]?.cycle ?? null,
    programmes: programmes.map(({ id }) => id),
    departments: programmes.map(({ departmentProfileId }) => departmentProfileId),
    funding: applicant.fundingPreferences,
    placeKind: applicant.placeKindId,
    identityType: applicant.identityType,
    citizenship,
    citizenshipGroup: citizenship === 'RO' ? 'ro' : euCountries.has(citizenship) ? 'eu' : 'other',
    age,
    isMinor: age !== null && age < ageOfMajority,
    ...noneSupplied,
  }
}
