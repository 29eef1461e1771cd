/**
 * Fields of the application form. Browser and server share them: the server rejects fields that the
 * form does not have.
 */

import { contactQuestions, identityQuestions } from './admission/fixed-items.ts'
import { isItemId } from './admission/form-item-id.ts'
import { documentField, documentNames, textQuestions } from './application-documents.ts'
import { statedGrades } from './application-grades.ts'

/** Questions about the programme, if it does not have admission by merit. */
export const programmeChoiceFields = ['departmentProfileId', 'specializationId'] as const

/** Fields of every application. `language` is the language of the page. */
const commonFields: readonly string[] = [
  ...new Set<string>([
    ...identityQuestions.cnp,
    ...identityQuestions.other,
    ...contactQuestions,
    ...programmeChoiceFields,
    'language',
  ]),
]

/** The rules of a programme with admission by merit that the form needs. */
export interface ProgrammeQuestions {
  /** Grades that applicants enter. */
  readonly requiredGrades: readonly string[]
  /** Additional questions and documents, by the name under which they are sent. */
  readonly requirements: readonly string[]
  readonly special: readonly { readonly kind: string }[]
}

/**
 * The rules of the chosen programmes, in order; empty if the first choice does not admit by merit.
 */
export const effectiveRules = <R extends ProgrammeQuestions>(
  chosen: readonly (R | undefined)[],
): readonly R[] => (chosen[0] ? chosen.filter((rules) => rules !== undefined) : [])

export const requiredGrades = (rules: readonly ProgrammeQuestions[]): readonly string[] => [
  ...new Set(rules.flatMap((rule) => rule.requiredGrades)),
]
export const additionalQuestions = (rules: readonly ProgrammeQuestions[]): ReadonlySet<string> =>
  new Set(rules.flatMap(({ requirements }) => requirements))

/** Types of reserved places that at least one of the programmes offers. */
export function offeredPlaceKinds<K extends { readonly id: string }>(
  rules: readonly ProgrammeQuestions[],
  kinds: readonly K[],
): readonly K[] {
  const offeredKinds = new Set(rules.flatMap(({ special }) => special.map(({ kind }) => kind)))
  return kinds.filter(({ id }) => offeredKinds.has(id))
}

/** Fields that only some programmes require, except documents. */
export const programmeSpecificFields: readonly string[] = [
  'fundingPreference',
  'placeKindId',
  ...statedGrades,
  ...textQuestions,
]

/** All fields that a public application can have, for any programmes. */
export const allApplicationFields: readonly string[] = [
  ...commonFields,
  ...programmeSpecificFields,
  ...documentNames.map(documentField),
]

/**
 * Answers in an application draft, as they were typed. The birth date has three parts; the last two
 * answers are JSON.
 */
export const draftAnswerNames = [
  'identityType',
  'cnp',
  'foreignIdNumber',
  'lastName',
  'firstName',
  'birthDay',
  'birthMonth',
  'birthYear',
  'sex',
  'serialNumber',
  'citizenship',
  ...contactQuestions,
  ...programmeChoiceFields,
  'fundingPreference',
  'choices',
  'placeKindId',
  'grades',
  'answers',
] as const

/** Maximum length of all answers to the office's questions, as JSON. */
export const maxAnswersLength = 65_536

type Answers = { readonly [answer: string]: string }

/** Names allowed in the JSON answers. */
const allowedNames: { readonly [answer: string]: (name: string) => boolean } = {
  grades: (name) => statedGrades.some((grade) => grade === name),
  answers: (name) => textQuestions.includes(name) || isItemId(name),
}

/** The answers in a draft that the form still has fields for. */
export const pickFormAnswers = (values: Answers): Answers =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => {
      if (!draftAnswerNames.some((known) => known === name)) return []
      const allowed = allowedNames[name]
      return [[name, allowed && text !== '' ? pickJsonNames(text, allowed) : text]]
    }),
  )

/** Whether the form has all answers of a draft. */
export const hasOnlyFormAnswers = (values: Answers): boolean => {
  const known = pickFormAnswers(values)
  return Object.entries(values).every(([name, text]) => known[name] === text)
}

/** The JSON object with only the allowed names; empty if the text is not a JSON object. */
function pickJsonNames(text: string, isAllowed: (name: string) => boolean): string {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const all = Object.entries(value)
  const picked = all.filter(([name, typed]) => isAllowed(name) && typeof typed === 'string')
  return picked.length === all.length ? text : JSON.stringify(Object.fromEntries(picked))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
