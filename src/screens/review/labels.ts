/** Words of fields and documents on the review screen. */
import { type ChangeableField, type DocumentName, documentField, isDocumentName } from '#model/admission/documents.ts'
import { fieldKey } from '#model/message-keys.ts'
import { registrations } from './registration.ts'

type Text = (key: string, params?: Readonly<Record<string, string | number>>) => string

export const fieldLabel = (t: Text, name: string) => t(`resources:${fieldKey(registrations, name)}`)
export const documentLabel = (t: Text, name: DocumentName) => fieldLabel(t, documentField(name))

/** The words of anything that can be flagged. */
export const flagLabel = (t: Text, name: ChangeableField | string) => (isDocumentName(name) ? documentLabel(t, name) : fieldLabel(t, name))
export const statusLabel = (t: Text, status: string) => t(`resources:${registrations.name}.choices.status.${status}`)
export const stepLabel = (t: Text, step: string) => t(`resources:${registrations.name}.actions.${step}`)
