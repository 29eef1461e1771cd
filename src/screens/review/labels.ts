/** Labels of fields and documents on the review screen. */

import type { WireRegistration } from '#model/admission/wire.ts'
import { fieldKey } from '#model/message-keys.ts'
import { type DocumentName, documentLabelKey, isDocumentName } from '#resources/application-documents.ts'
import { registrations } from './registration.ts'

/** The part of an application that determines the labels of its documents. */
type Applied = Pick<WireRegistration, 'cycle'>
type Text = (key: string, params?: Readonly<Record<string, string | number>>) => string

export const fieldLabel = (t: Text, name: string) => t(`resources:${fieldKey(registrations, name)}`)
export const documentLabel = (t: Text, name: DocumentName, { cycle }: Applied) => t(documentLabelKey(name, cycle))

/** Label of a field or document that can be flagged. */
export const flagLabel = (t: Text, name: string, applied: Applied) =>
  isDocumentName(name) ? documentLabel(t, name, applied) : fieldLabel(t, name)
export const statusLabel = (t: Text, status: string) => t(`resources:${registrations.name}.choices.status.${status}`)
export const stepLabel = (t: Text, step: string) => t(`resources:${registrations.name}.actions.${step}`)
