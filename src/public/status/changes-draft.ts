/**
 * The answer to a change request while it is being written. Kept in memory only: it survives going
 * back, but not closing the page.
 */

import { translate, translateIssue } from '@matricola/console/i18n.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { parseTypedText } from '@matricola/schema/text-vocabulary.ts'
import { normalizeText } from '@matricola/schema/values/folding.ts'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireAnswer, WireApplication } from '#resources/admission/wire.ts'
import { isDocumentRequest, textQuestions } from '#resources/application-documents.ts'
import {
  compactNationalId,
  findNationalIdError,
} from '#resources/field-types/nationalId/national-id.ts'
import { registrations } from '#resources/registrations.ts'
import type { DocumentState } from '../documents/document-state.ts'
import { Uploads } from '../documents/uploads.ts'
import { findRequestedItem, isRequestedDocument, requestedItemsBundle } from './requested-items.ts'

export interface ChangeAnswer {
  readonly value: string
  /** The applicant's reason for keeping the value. */
  readonly reason: string
}
export type FieldMessages = { readonly [field: string]: string | undefined }

export interface ChangesDraft {
  answers: { readonly [field: string]: ChangeAnswer }
  /** The server's refusals, shown next to the fields. */
  messages: FieldMessages
  readonly uploads: Uploads
}

const drafts = new Map<string, ChangesDraft>()

/** The draft for this version of the application. A later version starts a new one. */
export function getChangesDraft(application: WireApplication): ChangesDraft {
  const key = `${application.reference} ${application.version}`
  const draft = drafts.get(key) ?? {
    answers: initialAnswers(application),
    messages: {},
    uploads: new Uploads(admissionEndpoints.sendChangedFile),
  }
  drafts.set(key, draft)
  return draft
}

export const clearChangesDrafts = () => drafts.clear()

/** Masked numbers start empty, because the masked text is not an answer. */
const maskedFields: readonly string[] = ['cnp', 'serialNumber']

function initialAnswers(application: WireApplication): ChangesDraft['answers'] {
  return Object.fromEntries(
    application.requestedChanges.map((request) => {
      const { field } = request
      const old =
        maskedFields.includes(field) || isDocumentRequest(request)
          ? ''
          : (application.values[field] ?? '')
      return [field, { value: old, reason: '' }]
    }),
  )
}

export const emptyAnswer: ChangeAnswer = { value: '', reason: '' }

/**
 * Whether the answer changes the field. A refused file changes nothing, so the applicant can give a
 * reason for keeping the old one.
 */
export function isChanged(
  application: WireApplication,
  draft: ChangesDraft,
  field: string,
): boolean {
  if (isRequestedDocument(application, field))
    return !['empty', 'failed'].includes(draft.uploads.state(field).step)
  const typed = draft.answers[field]?.value ?? ''
  const value = findRequestedItem(application, field) ? typed.trim() : normalizeValue(field, typed)
  return value !== '' && value !== (application.values[field] ?? '')
}

/** Issues to fix before the answer can be reviewed. */
export function validateChanges(application: WireApplication, draft: ChangesDraft): FieldMessages {
  const issues = application.requestedChanges.map(
    ({ field }) => [field, validateChange(application, draft, field)] as const,
  )
  return Object.fromEntries(issues.filter(([, issue]) => issue !== undefined))
}

function validateChange(
  application: WireApplication,
  draft: ChangesDraft,
  field: string,
): string | undefined {
  const { value, reason } = draft.answers[field] ?? emptyAnswer
  if (!isChanged(application, draft, field)) {
    if (reason.trim() !== '') return undefined
    const upload = isRequestedDocument(application, field) ? draft.uploads.state(field) : null
    return upload?.step === 'failed'
      ? uploadRefusal(upload)
      : translateIssue({ code: 'field.unanswered' })
  }
  if (isRequestedDocument(application, field)) return undefined
  if (field === 'birthDate' && !/^\d{4}-\d\d-\d\d$/.test(normalizeValue(field, value)))
    return translateIssue({ code: 'date.unreal' })
  const error = field === 'cnp' ? findNationalIdError(normalizeValue(field, value)) : null
  return error ? translateIssue({ code: `nationalId.${error}` }) : undefined
}

/** Returns why the file was rejected, with the same text as the document's card. */
function uploadRefusal({ issue, message }: Extract<DocumentState, { step: 'failed' }>): string {
  if (message !== null) return message
  return issue === 'tooLarge'
    ? translate('errors:errors.upload.tooLarge')
    : translate(`apply:documents.errors.${issue === 'unusable' ? 'refused' : issue}`)
}

/** Normalises a typed value as the server does. */
export function normalizeValue(field: string, text: string): string {
  if (textQuestions.includes(field)) return text.trim().normalize('NFC')
  const value = normalizeText(text)
  if (field === 'birthDate') {
    const [year = '', month = '', day = ''] = value.split('-').map((part) => part.trim())
    return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ''
  }
  if (field === 'cnp') return compactNationalId(value)
  return Object.hasOwn(registrations.fields, field)
    ? parseTypedText(fieldOf(registrations, field), value)
    : value
}

/** Inputs hold text, so whole numbers are converted. */
const toWireValue = (field: string, text: string) =>
  textQuestions.includes(field) &&
  fieldOf(registrations, field).type === 'integer' &&
  /^-?\d{1,15}$/.test(text)
    ? Number(text)
    : text

/** Returns the answer in the format of the call. All files must have been uploaded. */
export function toWireAnswer(application: WireApplication, draft: ChangesDraft): WireAnswer {
  const values: Record<string, unknown> = {}
  const files: Record<string, string> = {}
  const keptReasons: Record<string, string> = {}
  const ids = draft.uploads.ids()
  for (const { field } of application.requestedChanges) {
    const { value, reason } = draft.answers[field] ?? emptyAnswer
    const item = findRequestedItem(application, field)
    if (!isChanged(application, draft, field)) keptReasons[field] = reason.trim()
    else if (isRequestedDocument(application, field)) {
      if (ids[field]) files[field] = ids[field]
    } else if (item) values[field] = requestedItemsBundle()?.parseTypedAnswer(item, value)
    else values[field] = toWireValue(field, normalizeValue(field, value))
  }
  return { version: application.version, values, files, kept: keptReasons }
}
