/** Fields that the form for applicants asks. Browser and server read them here: what the form does not ask, the server does not take. */
import { documentField, documentNames, questions } from './application-documents.ts'
import { statedGrades } from './application-grades.ts'

/** Questions about identity, in the order of the form. */
export const identityQuestions = {
  cnp: ['cnp', 'lastName', 'firstName', 'birthDate', 'sex', 'citizenship', 'serialNumber'],
  other: ['identityType', 'foreignIdNumber', 'citizenship', 'lastName', 'firstName', 'birthDate', 'sex'],
} as const

export const contactQuestions = ['personalEmail', 'phone', 'country', 'city', 'address', 'postalCode'] as const

/** Questions about the programme where each application is decided by itself. */
export const programmeQuestions = ['departmentProfileId', 'specializationId'] as const

/** Fields that every application can state. The page sends its own language. */
const askedOfEverybody: readonly string[] = [
  ...new Set<string>([...identityQuestions.cnp, ...identityQuestions.other, ...contactQuestions, ...programmeQuestions, 'language']),
]

/** Rules of a programme by merit, as far as the form reads them. */
export interface Asking {
  /** Grades that applicants state. */
  readonly asks: readonly string[]
  /** Further questions and documents, by the names under which they are sent. */
  readonly more: readonly string[]
  readonly special: readonly { readonly kind: string }[]
}

/** The rules of the chosen programmes, the first choice first; none where the first choice is not by merit. */
export const rulesThatAsk = <R extends Asking>(chosen: readonly (R | undefined)[]): readonly R[] =>
  chosen[0] ? chosen.filter((rules) => rules !== undefined) : []

export const gradesAskedBy = (rules: readonly Asking[]): readonly string[] => [...new Set(rules.flatMap(({ asks }) => asks))]
export const moreAskedBy = (rules: readonly Asking[]): ReadonlySet<string> => new Set(rules.flatMap(({ more }) => more))

/** Kinds of special places that one of the programmes offers. */
export function kindsAskedBy<K extends { readonly id: string }>(rules: readonly Asking[], kinds: readonly K[]): readonly K[] {
  const offered = new Set(rules.flatMap(({ special }) => special.map(({ kind }) => kind)))
  return kinds.filter(({ id }) => offered.has(id))
}

/** Fields that some programme can ask for, documents apart. */
export const askedBySome: readonly string[] = ['fundingPreference', 'placeKindId', ...statedGrades, ...questions]

/** Fields of the record that an application of the public can hold, whatever programmes are chosen. */
export const askedOfSomebody: readonly string[] = [...askedOfEverybody, ...askedBySome, ...documentNames.map(documentField)]

/** Answers of an unsent application as the form keeps them, each as it was typed: the birth date in three parts, the last two as JSON. */
export const draftAnswers = [
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
  ...programmeQuestions,
  'fundingPreference',
  'choices',
  'placeKindId',
  'grades',
  'answers',
] as const

type Answers = { readonly [answer: string]: string }

/** Names that the two answers in JSON can hold. */
const namesWithin: { readonly [answer: string]: readonly string[] } = { grades: statedGrades, answers: questions }

/** A draft's answers without those that the form does not have. */
export const answersOfForm = (values: Answers): Answers =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => {
      if (!draftAnswers.some((known) => known === name)) return []
      const within = namesWithin[name]
      return [[name, within && text !== '' ? textWithin(text, within) : text]]
    }),
  )

/** Whether the form has every answer of a draft. */
export const isOfForm = (values: Answers): boolean => {
  const known = answersOfForm(values)
  return Object.entries(values).every(([name, text]) => known[name] === text)
}

/** JSON of an object, with only these names; empty for anything else. */
function textWithin(text: string, names: readonly string[]): string {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const all = Object.entries(value)
  const ours = all.filter(([name, typed]) => names.includes(name) && typeof typed === 'string')
  return ours.length === all.length ? text : JSON.stringify(Object.fromEntries(ours))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
