/** Programme choices in a ranked admission, as the form's answers store them. The first choice is the application's main programme. */
import type { WireIntake } from '#model/admission/wire.ts'
import type { WireAskedName } from '#model/admission/wire-merit.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import { gradesAskedBy, kindsAskedBy, moreAskedBy, rulesThatAsk } from '#resources/application-form.ts'
import type { Values } from '../draft.ts'

/** Types of places that an applicant can prefer, the default first. */
export const wishes = ['budget_then_fee', 'budget', 'fee'] as const
export type Wish = (typeof wishes)[number]

export interface Choice {
  /** Empty until a programme is chosen. */
  readonly specializationId: string
  readonly wish: Wish
}

export type Programme = WireIntake['specializations'][number]
type Merit = NonNullable<Programme['merit']>

/** Maximum number of choices, including the first. */
export const mostChoices = 10

const isWish = (text: string): text is Wish => wishes.some((wish) => wish === text)
const wishIn = (text = ''): Wish => (isWish(text) ? text : wishes[0])

/** Returns the choices in order, at least one, each with a preference that its programme can meet. */
export function choicesOf({ specializationId, fundingPreference, choices }: Values, intake: WireIntake): readonly Choice[] {
  const further = choices === '' ? [] : choices.split(',').map((one) => one.split(' '))
  return [[specializationId, fundingPreference], ...further].map(([id = '', wish]) => ({
    specializationId: id,
    wish: wishMet({ specializationId: id, wish: wishIn(wish) }, intake),
  }))
}

/** Converts choices to the form's answers. */
export function answersOfChoices([first, ...further]: readonly Choice[], intake: WireIntake) {
  const id = first?.specializationId ?? ''
  return {
    specializationId: id,
    departmentProfileId: programmeOf(intake, id)?.departmentProfileId ?? '',
    fundingPreference: first?.wish ?? '',
    choices: further.map(({ specializationId, wish }) => `${specializationId} ${wish}`).join(','),
  }
}

export const programmeOf = ({ specializations }: WireIntake, id: string) => specializations.find((one) => one.id === id)

/** Returns the ranking rules of the chosen programmes. Empty if the first choice does not rank by merit, whatever the others are. */
export const meritsOf = (values: Values, intake: WireIntake): readonly Merit[] =>
  rulesThatAsk(choicesOf(values, intake).map(({ specializationId }) => programmeOf(intake, specializationId)?.merit))

/** Returns the choices to submit. If the first programme does not rank by merit, the others are left out. */
export const choicesSent = (values: Values, intake: WireIntake): readonly Choice[] => {
  const choices = choicesOf(values, intake)
  return programmeOf(intake, values.specializationId)?.merit ? choices : choices.slice(0, 1)
}

/** The application fee: the highest of the chosen programmes. Zero means no fee. */
export const feeOf = (values: Values, intake: WireIntake): number =>
  Math.max(0, ...meritsOf(values, intake).map(({ applicationFee }) => applicationFee ?? 0))

/** Grades that the formulas of the chosen programmes use and that the applicant has to state. */
export const gradesAsked = (values: Values, intake: WireIntake) => gradesAskedBy(meritsOf(values, intake))

/** Types of reserved places that at least one of the chosen programmes has. */
export const kindsAsked = (values: Values, intake: WireIntake) => kindsAskedBy(meritsOf(values, intake), intake.merit?.kinds ?? [])

/** Preferences that a programme can meet. If all of its places have the same funding, there is only one. */
export function wishesFor({ placesBudget, placesFee, special }: Merit, intake: WireIntake): readonly Wish[] {
  const has = (funding: string) => special.some(({ kind }) => intake.merit?.kinds.some((one) => one.id === kind && one.funding === funding))
  const [budget, fee] = [placesBudget > 0 || has('budget'), placesFee > 0 || has('fee')]
  return budget === fee ? wishes : [budget ? 'budget' : 'fee']
}

function wishMet({ specializationId, wish }: Choice, intake: WireIntake): Wish {
  const merit = programmeOf(intake, specializationId)?.merit
  const possible = merit ? wishesFor(merit, intake) : wishes
  return possible.includes(wish) ? wish : (possible[0] ?? wish)
}

/** A grade, or the answer to a question, as typed. */
export const gradeTyped = ({ grades }: Values, name: string): string => typedIn(grades)[name] ?? ''
export const questionTyped = ({ answers }: Values, name: string): string => typedIn(answers)[name] ?? ''
/** Maximum length of a typed grade. All grades are stored as one answer, whose length the server limits. */
const mostTyped = 12
export const withGrade = ({ grades }: Values, name: string, typed: string) => withTyped(grades, name, typed.slice(0, mostTyped))
export const withQuestion = ({ answers }: Values, name: string, typed: string) => withTyped(answers, name, typed)

const withTyped = (kept: string, name: string, typed: string) => JSON.stringify({ ...typedIn(kept), [name]: typed })
const typedIn = (kept: string): { readonly [name: string]: string } => (kept === '' ? {} : JSON.parse(kept))

/** Questions and documents that the chosen programmes ask for in addition to the usual ones. */
export function moreAsked(values: Values, intake: WireIntake): readonly WireAskedName[] {
  const names = moreAskedBy(meritsOf(values, intake))
  return (intake.merit?.asked ?? []).filter(({ name }) => names.has(name))
}
export const questionsAsked = (values: Values, intake: WireIntake) => moreAsked(values, intake).filter(({ name }) => !isDocumentName(name))
export const documentsAsked = (values: Values, intake: WireIntake) => moreAsked(values, intake).filter(({ name }) => isDocumentName(name))

/** The chosen programmes that ask for this question or document. */
export const programmesAsking = (name: string, values: Values, intake: WireIntake) =>
  choicesSent(values, intake).flatMap(({ specializationId }) => {
    const programme = programmeOf(intake, specializationId)
    return programme?.merit?.more.includes(name) ? [programme] : []
  })

export const askedNamed = (name: string, intake: Pick<WireIntake, 'merit'> | null) => intake?.merit?.asked.find((one) => one.name === name)

/** Parses a number with a decimal comma or point. NaN if it is not valid. */
export const gradeIn = (typed: string): number =>
  /^\d{1,3}([.,]\d{1,4})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : Number.NaN

export const gradeLabel = (name: string, { merit }: Pick<WireIntake, 'merit'>, language: string) =>
  merit?.grades.find((one) => one.name === name)?.labels[language] ?? name
