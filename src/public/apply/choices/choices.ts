/** Choices of programmes in an admission by merit, as the answers of the form hold them: the first is the application's own. */
import type { WireIntake } from '#model/admission/wire.ts'
import type { WireAskedName } from '#model/admission/wire-merit.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import { gradesAskedBy, kindsAskedBy, moreAskedBy, rulesThatAsk } from '#resources/application-form.ts'
import type { Values } from '../draft.ts'

/** Kinds of places that a choice wants, the usual one first. */
export const wishes = ['budget_then_fee', 'budget', 'fee'] as const
export type Wish = (typeof wishes)[number]

export interface Choice {
  /** Empty while none is chosen. */
  readonly specializationId: string
  readonly wish: Wish
}

export type Programme = WireIntake['specializations'][number]
type Merit = NonNullable<Programme['merit']>

/** Most choices that the form takes, the first among them. */
export const mostChoices = 10

const isWish = (text: string): text is Wish => wishes.some((wish) => wish === text)
const wishIn = (text = ''): Wish => (isWish(text) ? text : wishes[0])

/** The choices in their order, one at least, each with a wish that its programme can meet. */
export function choicesOf({ specializationId, fundingPreference, choices }: Values, intake: WireIntake): readonly Choice[] {
  const further = choices === '' ? [] : choices.split(',').map((one) => one.split(' '))
  return [[specializationId, fundingPreference], ...further].map(([id = '', wish]) => ({
    specializationId: id,
    wish: wishMet({ specializationId: id, wish: wishIn(wish) }, intake),
  }))
}

/** The answers that say them. */
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

/** The programmes of the choices whose places go by merit; none where the first is decided by itself, whatever follows it. */
export const meritsOf = (values: Values, intake: WireIntake): readonly Merit[] =>
  rulesThatAsk(choicesOf(values, intake).map(({ specializationId }) => programmeOf(intake, specializationId)?.merit))

/** The choices that are sent: those after a programme that is decided by itself are not. */
export const choicesSent = (values: Values, intake: WireIntake): readonly Choice[] => {
  const choices = choicesOf(values, intake)
  return programmeOf(intake, values.specializationId)?.merit ? choices : choices.slice(0, 1)
}

/** Fee that is owed for the application: the highest of the chosen programmes. Zero: nothing. */
export const feeOf = (values: Values, intake: WireIntake): number =>
  Math.max(0, ...meritsOf(values, intake).map(({ applicationFee }) => applicationFee ?? 0))

/** Grades that the formulas of the chosen programmes need and the applicant states. */
export const gradesAsked = (values: Values, intake: WireIntake) => gradesAskedBy(meritsOf(values, intake))

/** Kinds of special places that one of the chosen programmes has. */
export const kindsAsked = (values: Values, intake: WireIntake) => kindsAskedBy(meritsOf(values, intake), intake.merit?.kinds ?? [])

/** Wishes that a programme can meet: without places of one kind there is nothing to wish for. */
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

/** A grade, and the answer to a question, as it was typed. */
export const gradeTyped = ({ grades }: Values, name: string): string => typedIn(grades)[name] ?? ''
export const questionTyped = ({ answers }: Values, name: string): string => typedIn(answers)[name] ?? ''
/** No grade is longer, and all of them are one answer of the draft, which the server keeps up to a length. */
const mostTyped = 12
export const withGrade = ({ grades }: Values, name: string, typed: string) => withTyped(grades, name, typed.slice(0, mostTyped))
export const withQuestion = ({ answers }: Values, name: string, typed: string) => withTyped(answers, name, typed)

const withTyped = (kept: string, name: string, typed: string) => JSON.stringify({ ...typedIn(kept), [name]: typed })
const typedIn = (kept: string): { readonly [name: string]: string } => (kept === '' ? {} : JSON.parse(kept))

/** Questions and documents that the chosen programmes ask for beside those of everybody. */
export function moreAsked(values: Values, intake: WireIntake): readonly WireAskedName[] {
  const names = moreAskedBy(meritsOf(values, intake))
  return (intake.merit?.asked ?? []).filter(({ name }) => names.has(name))
}
export const questionsAsked = (values: Values, intake: WireIntake) => moreAsked(values, intake).filter(({ name }) => !isDocumentName(name))
export const documentsAsked = (values: Values, intake: WireIntake) => moreAsked(values, intake).filter(({ name }) => isDocumentName(name))

/** The chosen programmes that ask for one of them. */
export const programmesAsking = (name: string, values: Values, intake: WireIntake) =>
  choicesSent(values, intake).flatMap(({ specializationId }) => {
    const programme = programmeOf(intake, specializationId)
    return programme?.merit?.more.includes(name) ? [programme] : []
  })

export const askedNamed = (name: string, intake: Pick<WireIntake, 'merit'> | null) => intake?.merit?.asked.find((one) => one.name === name)

/** The number that was typed, with a comma or a point; not a number where it is none. */
export const gradeIn = (typed: string): number =>
  /^\d{1,3}([.,]\d{1,4})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : Number.NaN

export const gradeLabel = (name: string, { merit }: Pick<WireIntake, 'merit'>, language: string) =>
  merit?.grades.find((one) => one.name === name)?.labels[language] ?? name
