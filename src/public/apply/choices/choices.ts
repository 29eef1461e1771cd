/**
 * Programme choices in a ranked admission, as the form's answers store them. The first choice is
 * the application's main programme.
 */
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireQuestion } from '#resources/admission/wire-merit.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import {
  additionalQuestions,
  effectiveRules,
  offeredPlaceKinds,
  requiredGrades,
} from '#resources/application-form.ts'
import type { DraftValues } from '../application-draft.ts'

/** Types of places that an applicant can prefer, the default first. */
export const choiceFundingPreferences = ['budget_then_fee', 'budget', 'fee'] as const
export type ChoiceFundingPreference = (typeof choiceFundingPreferences)[number]

export interface DraftChoice {
  /** Empty until a programme is chosen. */
  readonly specializationId: string
  readonly fundingPreference: ChoiceFundingPreference
}

export type OfferedProgramme = WireIntake['specializations'][number]
export type RankingRules = NonNullable<OfferedProgramme['merit']>

/** Maximum number of choices, including the first. */
export const maxChoices = 10

const isFundingPreference = (text: string): text is ChoiceFundingPreference =>
  choiceFundingPreferences.some((preference) => preference === text)
const parseFundingPreference = (text = ''): ChoiceFundingPreference =>
  isFundingPreference(text) ? text : choiceFundingPreferences[0]

/**
 * Returns the choices in order, at least one, each with a preference that its programme can meet.
 */
export function parseChoices(
  { specializationId, fundingPreference, choices }: DraftValues,
  publicConfig: WireIntake,
): readonly DraftChoice[] {
  const further = choices === '' ? [] : choices.split(',').map((entry) => entry.split(' '))
  return [[specializationId, fundingPreference], ...further].map(([id = '', preference]) => ({
    specializationId: id,
    fundingPreference: toPossiblePreference(
      { specializationId: id, fundingPreference: parseFundingPreference(preference) },
      publicConfig,
    ),
  }))
}

/** Converts choices to the form's answers. */
export function choicesToAnswers(
  [first, ...further]: readonly DraftChoice[],
  publicConfig: WireIntake,
) {
  const id = first?.specializationId ?? ''
  return {
    specializationId: id,
    departmentProfileId: findProgramme(publicConfig, id)?.departmentProfileId ?? '',
    fundingPreference: first?.fundingPreference ?? '',
    choices: further
      .map(({ specializationId, fundingPreference }) => `${specializationId} ${fundingPreference}`)
      .join(','),
  }
}

export const findProgramme = ({ specializations }: WireIntake, id: string) =>
  specializations.find((specialization) => specialization.id === id)

/**
 * Returns the ranking rules of the chosen programmes. Empty if the first choice does not rank by
 * merit, regardless of the others.
 */
export const chosenRankingRules = (
  values: DraftValues,
  publicConfig: WireIntake,
): readonly RankingRules[] =>
  effectiveRules(
    parseChoices(values, publicConfig).map(
      ({ specializationId }) => findProgramme(publicConfig, specializationId)?.merit,
    ),
  )

/**
 * Returns the choices to submit. If the first programme does not rank by merit, the others are left
 * out.
 */
export const choicesToSubmit = (
  values: DraftValues,
  publicConfig: WireIntake,
): readonly DraftChoice[] => {
  const choices = parseChoices(values, publicConfig)
  return findProgramme(publicConfig, values.specializationId)?.merit ? choices : choices.slice(0, 1)
}

/** Grades that the formulas of the chosen programmes use and that the applicant has to state. */
export const gradesToEnter = (values: DraftValues, publicConfig: WireIntake) =>
  requiredGrades(chosenRankingRules(values, publicConfig))

/** Types of reserved places that at least one of the chosen programmes has. */
export const reservedPlaceKinds = (values: DraftValues, publicConfig: WireIntake) =>
  offeredPlaceKinds(chosenRankingRules(values, publicConfig), publicConfig.merit?.kinds ?? [])

/**
 * Preferences that a programme can meet. If all of its places have the same funding, there is only
 * one.
 */
export function possibleFundingPreferences(
  { placesBudget, placesFee, special }: RankingRules,
  publicConfig: WireIntake,
): readonly ChoiceFundingPreference[] {
  const has = (funding: string) =>
    special.some(({ kind }) =>
      publicConfig.merit?.kinds.some(
        (placeKind) => placeKind.id === kind && placeKind.funding === funding,
      ),
    )
  const [budget, fee] = [placesBudget > 0 || has('budget'), placesFee > 0 || has('fee')]
  return budget === fee ? choiceFundingPreferences : [budget ? 'budget' : 'fee']
}

function toPossiblePreference(
  { specializationId, fundingPreference }: DraftChoice,
  publicConfig: WireIntake,
): ChoiceFundingPreference {
  const merit = findProgramme(publicConfig, specializationId)?.merit
  const possible = merit
    ? possibleFundingPreferences(merit, publicConfig)
    : choiceFundingPreferences
  return possible.includes(fundingPreference)
    ? fundingPreference
    : (possible[0] ?? fundingPreference)
}

/** A grade, or the answer to a question, as typed. */
export const typedGrade = ({ grades }: DraftValues, name: string): string =>
  parseTypedValues(grades)[name] ?? ''
export const typedQuestionAnswer = ({ answers }: DraftValues, name: string): string =>
  parseTypedValues(answers)[name] ?? ''
/**
 * Maximum length of a typed grade. All grades are stored as one answer, whose length the server
 * limits.
 */
const maxTypedLength = 12
export const withGrade = ({ grades }: DraftValues, name: string, text: string) =>
  withTypedValue(grades, name, text.slice(0, maxTypedLength))
export const withQuestionAnswer = ({ answers }: DraftValues, name: string, text: string) =>
  withTypedValue(answers, name, text)

const withTypedValue = (storedValues: string, name: string, text: string) =>
  JSON.stringify({ ...parseTypedValues(storedValues), [name]: text })
const parseTypedValues = (storedValues: string): { readonly [name: string]: string } =>
  storedValues === '' ? {} : JSON.parse(storedValues)

/** Questions and documents that the chosen programmes ask for in addition to the usual ones. */
export function chosenProgrammeRequirements(
  values: DraftValues,
  publicConfig: WireIntake,
): readonly WireQuestion[] {
  const names = additionalQuestions(chosenRankingRules(values, publicConfig))
  return (publicConfig.merit?.questions ?? []).filter(({ name }) => names.has(name))
}
export const chosenProgrammeQuestions = (values: DraftValues, publicConfig: WireIntake) =>
  chosenProgrammeRequirements(values, publicConfig).filter(({ name }) => !isDocumentName(name))
export const chosenProgrammeDocuments = (values: DraftValues, publicConfig: WireIntake) =>
  chosenProgrammeRequirements(values, publicConfig).filter(({ name }) => isDocumentName(name))

/** The chosen programmes that ask for this question or document. */
export const programmesAskingFor = (name: string, values: DraftValues, publicConfig: WireIntake) =>
  choicesToSubmit(values, publicConfig).flatMap(({ specializationId }) => {
    const programme = findProgramme(publicConfig, specializationId)
    return programme?.merit?.requirements.includes(name) ? [programme] : []
  })

export const findRequirement = (name: string, publicConfig: Pick<WireIntake, 'merit'> | null) =>
  publicConfig?.merit?.questions.find((requirement) => requirement.name === name)

/** Parses a number with a decimal comma or point. NaN if it is not valid. */
export const parseEnteredGrade = (text: string): number =>
  /^\d{1,3}([.,]\d{1,4})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN

export const gradeLabel = (name: string, { merit }: Pick<WireIntake, 'merit'>, language: string) =>
  merit?.grades.find((grade) => grade.name === name)?.labels[language] ?? name
