/** Labels of fields and documents on the review screen. */

import { currentLanguage } from '@matricola/console/i18n.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import { anyTextIn, textIn } from '#resources/admission/translated-name.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import {
  type DocumentName,
  documentLabelKey,
  isDocumentName,
} from '#resources/application-documents.ts'
import { registrationsResource } from './registration.ts'

/** The part of an application that determines the labels of its documents. */
type ApplicationCycle = Pick<WireRegistration, 'cycle'> &
  Partial<Pick<WireRegistration, 'documents' | 'unansweredItems' | 'fieldTexts'>> & {
    readonly identityType?: unknown
  }
type Text = (key: string, params?: Readonly<Record<string, string | number>>) => string

export const registrationFieldLabel = (t: Text, name: string) =>
  t(`resources:${fieldKey(registrationsResource, name)}`)

/** Label of a field of an application, with the words that the applicant was shown. */
export const askedFieldLabel = (
  t: Text,
  name: string,
  { fieldTexts }: Pick<WireRegistration, 'fieldTexts'>,
) => {
  const label = fieldTexts[name]?.label
  return label ? anyTextIn(label, currentLanguage()) : registrationFieldLabel(t, name)
}
export const documentLabel = (
  t: Text,
  name: DocumentName,
  { cycle, documents = [], unansweredItems = [], fieldTexts = {}, identityType }: ApplicationCycle,
) => {
  const { label } =
    documents.find(({ document }) => document === name) ??
    unansweredItems.find(({ id }) => id === name) ??
    fieldTexts[name] ??
    {}
  return label
    ? anyTextIn(label, currentLanguage())
    : t(documentLabelKey(name, cycle, identityType))
}

/** Label of a field, document or question that can be flagged, in the language of the texts. */
export function flagLabel(
  t: Text,
  name: string,
  record: ApplicationCycle &
    Pick<WireRegistration, 'formAnswers' | 'unansweredItems' | 'fieldTexts'>,
  { language, fallback }: { readonly language: string; readonly fallback: string },
): string {
  const item = [...record.formAnswers, ...record.unansweredItems].find(({ id }) => id === name)
  const label = item?.label ?? record.fieldTexts[name]?.label
  if (label) return textIn(label, language, fallback)
  return isDocumentName(name) ? documentLabel(t, name, record) : registrationFieldLabel(t, name)
}
export const statusLabel = (t: Text, status: string) =>
  t(`resources:${registrationsResource.name}.choices.status.${status}`)
export const transitionLabel = (t: Text, step: string) =>
  t(`resources:${registrationsResource.name}.actions.${step}`)
