/** Questions and documents of each step. Separate from the start page, which does not need the declaration. */
import type { WireIntake } from '#model/admission/wire.ts'
import { usualDocuments } from '#resources/application-documents.ts'
import { contactQuestions, identityQuestions, programmeQuestions } from '#resources/application-form.ts'
import { documentsAsked, gradesAsked, kindsAsked, questionsAsked } from '../choices/choices.ts'
import type { Values } from '../draft.ts'
import type { Step } from './steps.ts'

/** The fields of a step in order. They differ for people without a CNP and in ranked admissions. */
export function fieldsOf(step: Step, values: Values, intake: WireIntake): readonly string[] {
  switch (step) {
    case 'identity':
      return values.identityType === 'cnp'
        ? identityQuestions.cnp.filter((name) => name !== 'citizenship' || isResident(values))
        : identityQuestions.other
    case 'contact':
      return contactQuestions
    case 'programme':
      if (!intake.merit) return programmeQuestions
      return [
        'choices',
        ...(kindsAsked(values, intake).length > 0 ? ['placeKindId'] : []),
        ...gradesAsked(values, intake),
        ...questionsAsked(values, intake).map(({ name }) => name),
      ]
    case 'documents':
      return documentsOf(values, intake)
    case 'check':
      return ['noticeAck']
  }
}

/** The documents that everyone sends, and those that the chosen programmes ask for. */
export const documentsOf = (values: Values, intake: WireIntake): readonly string[] => [
  ...usualDocuments,
  ...documentsAsked(values, intake).map(({ name }) => name),
]

/** CNPs that begin with 7 or 8 belong to residents who are citizens of another country. */
export const isResident = (values: Values) => /^[78]/.test(values.cnp.trim())
