/**
 * Questions and documents in each step. In a separate file, because the start page does not need
 * the declaration.
 */

import {
  contactQuestions,
  identityQuestions,
  standardDocuments,
} from '#resources/admission/fixed-items.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { programmeChoiceFields } from '#resources/application-form.ts'
import type { DraftValues } from '../application-draft.ts'
import {
  chosenProgrammeDocuments,
  chosenProgrammeQuestions,
  gradesToEnter,
  reservedPlaceKinds,
} from '../choices/choices.ts'
import { itemsBundle } from '../form-items/form-items.ts'
import type { ApplicationStep } from './steps.ts'

/** The fields of a step in order. They differ for people without a CNP and in ranked admissions. */
export function stepFields(
  step: ApplicationStep,
  values: DraftValues,
  publicConfig: WireIntake,
): readonly string[] {
  switch (step) {
    case 'identity':
      return values.identityType === 'cnp'
        ? identityQuestions.cnp.filter((name) => name !== 'citizenship' || isResident(values))
        : identityQuestions.other
    case 'contact':
      return contactQuestions
    case 'programme':
      if (!publicConfig.merit) return programmeChoiceFields
      return [
        'choices',
        ...(reservedPlaceKinds(values, publicConfig).length > 0 ? ['placeKindId'] : []),
        ...gradesToEnter(values, publicConfig),
        ...chosenProgrammeQuestions(values, publicConfig).map(({ name }) => name),
      ]
    case 'questions':
      return itemsBundle()?.askedItemIds(values, publicConfig) ?? []
    case 'documents':
      return requiredDocuments(values, publicConfig)
    case 'check':
      return ['noticeAcknowledged']
  }
}

/**
 * The documents that every applicant sends, and the documents that the chosen programmes ask for.
 */
export const requiredDocuments = (
  values: DraftValues,
  publicConfig: WireIntake,
): readonly string[] => [
  ...standardDocuments,
  ...chosenProgrammeDocuments(values, publicConfig).map(({ name }) => name),
]

/** CNPs that begin with 7 or 8 belong to residents who are citizens of another country. */
export const isResident = (values: DraftValues) => /^[78]/.test(values.cnp.trim())
