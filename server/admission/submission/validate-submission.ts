/** Validates the input of an application before anything is stored. */

import { isWritable } from '@matricola/schema/access.ts'
import { familyOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { isId } from '@matricola/schema/paths.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { type AnyResource, fieldOf } from '@matricola/schema/resource.ts'
import { createSchema, recordIssues, validateInput } from '@matricola/schema/validation.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { isEmptyText } from '@matricola/schema/wire/issue.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import { cachedSchema } from '@matricola/server/records/cached-schema.ts'
import { issuesForRole } from '@matricola/server/records/writing/prepare.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import * as z from 'zod/mini'
import { ageOn, identityIssues, maxApplicantAge, minApplicantAge } from '#resources/admission/identity-check.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { documentField, documentNames, isStandardDocument } from '#resources/application-documents.ts'
import { allApplicationFields } from '#resources/application-form.ts'
import { choiceFields, type SentChoice, submissionExtras } from '#resources/calls/admission.ts'
import { registrations } from '#resources/registrations.ts'
import type { DraftVersion } from '#server/admission/drafts/submission-keys.ts'
import type { FormProof } from './form-token.ts'

const extraPartNames: readonly string[] = Object.keys(submissionExtras)
/** Types of the parts that are not text. */
const extraPartFamilies: { readonly [name: string]: Family | 'rows' } = {
  noticeAcknowledged: 'boolean',
  draftVersion: 'number',
  choices: 'rows',
}

export interface ValidSubmission {
  /** Values as the record stores them, without documents. */
  readonly values: Values
  /** Ids of documents that were uploaded before. */
  readonly sentBefore: { readonly [document: string]: string }
  readonly choices: readonly SentChoice[]
  readonly noticeAcknowledged: boolean
  readonly noticeVersion: string | null
  readonly proof: FormProof
  readonly draft: DraftVersion | null
}

/** Converts the text parts of a multipart form to the types of their fields. Empty parts are left out. */
export function parseFormValues(texts: { readonly [field: string]: string }): Values {
  const entries = Object.entries(texts).filter(([, text]) => text !== '')
  return Object.fromEntries(entries.map(([name, text]) => [name, wireValue(name, text)]))
}

function wireValue(name: string, text: string): unknown {
  const family = extraPartFamilies[name] ?? (Object.hasOwn(registrations.fields, name) ? familyOf(fieldOf(registrations, name)) : 'text')
  if (family === 'number') return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text
  if (family === 'rows') return parseRows(text)
  return family === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
}

/** Returns invalid JSON as text, which validation then rejects. */
function parseRows(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Validates an application by its declaration and by further rules, about identity, age and the three documents. `files` are the
 * documents in the same request. Throws `input.invalid` with the issues of all fields; documents are named `fileCV` or `fileCVUrl`, as
 * in the request.
 */
export function validateSubmission(permit: Permit, body: Values, files: readonly string[], now: Date): ValidSubmission {
  const documents = documentNames.map((name) => ({ name, id: body[documentField(name)] ?? body[name], isAttached: files.includes(name) }))
  const isFieldEntry = ([name]: [string, unknown]) =>
    !documentNames.some((document) => document === name || documentField(document) === name)
  const fields = Object.fromEntries(Object.entries(body).filter(isFieldEntry))
  const schema = cachedSchema(asAnyResource(registrations), `submission/${permit.role}`, () =>
    z.extend(createSchema(registrations, permit.role), submissionExtras),
  )
  const result = validateInput(schema, fields)
  const issues: Record<string, readonly Issue[]> = result.ok ? {} : { ...issuesForRole(registrations, permit, result.fields, 'create') }
  // An unknown field of a further choice is reported under `choices`.
  for (const name of Object.keys(issues)) {
    if (issues[name]?.[0]?.code !== 'field.unknown' || Object.hasOwn(body, name)) continue
    delete issues[name]
    issues.choices = [{ code: 'field.unknown' }]
  }
  for (const { name, id, isAttached } of documents) {
    if (!isAttached && (id === undefined || id === null) && !isStandardDocument(name)) continue
    const isTaken = documents.some((other) => other.name !== name && other.id === id)
    if (isAttached && id !== undefined) issues[name] = [{ code: 'field.unknown' }]
    else if (!isAttached && (id === undefined || id === null)) issues[name] = [{ code: 'required' }]
    else if (!isAttached && (typeof id !== 'string' || !isId(id) || isTaken)) issues[name] = [{ code: 'file.unknown' }]
  }
  const record: Values = result.ok
    ? {
        ...result.value,
        ...Object.fromEntries(documents.map(({ name, id, isAttached }) => [documentField(name), isAttached || id ? name : null])),
      }
    : {}
  const wholeRecordIssues = result.ok
    ? { ...recordIssues(registrations, record, permit.callerIdentity), ...personIssues(record, now) }
    : personIssues(fields, now)
  const all = { ...wholeRecordIssues, ...issues, ...extraPartIssues(fields), ...(permit.caller ? {} : notAskedIssues(body)) }
  if (Object.keys(all).length > 0) throw invalidInput(withRequestNames(all, body))
  const staged = documents.filter(({ id, isAttached }) => !isAttached && id).map(({ name, id }) => [name, id])
  return {
    values: Object.fromEntries(Object.entries(record).filter((entry) => isFieldEntry(entry) && !extraPartNames.includes(entry[0]))),
    // Values that are not ids were rejected above.
    sentBefore: Object.fromEntries(staged) as ValidSubmission['sentBefore'],
    // Validated by the schema.
    choices: (record.choices ?? []) as readonly SentChoice[],
    noticeAcknowledged: fields.noticeAcknowledged === true,
    noticeVersion: textOrNull(fields.noticeVersion),
    proof: { token: textOrNull(fields.formToken), work: textOrNull(fields.formWork) },
    draft:
      typeof fields.draftId === 'string' && typeof fields.draftVersion === 'number'
        ? { id: fields.draftId, version: fields.draftVersion }
        : null,
  }
}

/**
 * Issues for fields of the record and its choices that the application form never asks for. Applicants may send only the fields on a
 * list. The schema has already rejected fields that only the server writes.
 */
function notAskedIssues(body: Values): FieldIssues {
  const unexpectedFields = (resource: AnyResource, values: Values, allowed: readonly string[]) =>
    Object.keys(values).filter(
      (name) =>
        Object.hasOwn(resource.fields, name) &&
        isWritable(resource, 'admin', name, 'create') &&
        !allowed.includes(name) &&
        isPresent(values[name]),
    )
  const issues = unexpectedFields(asAnyResource(registrations), body, [...allApplicationFields, ...extraPartNames]).map(
    (name) => [name, [{ code: 'field.notApplicable' }]] as const,
  )
  const rows = Array.isArray(body.choices) ? body.choices.filter((row) => typeof row === 'object' && row !== null) : []
  const isRowRefused = rows.some((row: Values) => unexpectedFields(asAnyResource(applicationChoices), row, choiceFields).length > 0)
  return Object.fromEntries([...issues, ...(isRowRefused ? [['choices', [{ code: 'field.notApplicable' }]] as const] : [])])
}

/** Whether a value is present. Empty controls of a form are not. */
const isPresent = (value: unknown) => value !== null && value !== undefined && !isEmptyText(value)

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Returns issues of identity and age. Values of the wrong type are ignored here, since the schema reports them. */
export function personIssues(values: Values, now: Date): FieldIssues {
  const { birthDate } = values
  const issues = values.identityType === undefined || values.identityType === 'cnp' ? identityIssues(values) : {}
  if (issues.birthDate || typeof birthDate !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(birthDate)) return issues
  const age = ageOn(birthDate, today(now))
  if (age < minApplicantAge) return { ...issues, birthDate: [{ code: 'person.tooYoung', params: { min: minApplicantAge } }] }
  const oldest = `${Number(today(now).slice(0, 4)) - maxApplicantAge}-01-01`
  return age > maxApplicantAge ? { ...issues, birthDate: [{ code: 'date.tooEarly', params: { min: oldest } }] } : issues
}

function extraPartIssues({ noticeAcknowledged, website }: Values): FieldIssues {
  return {
    ...(noticeAcknowledged === false && { noticeAcknowledged: [{ code: 'notice.required' }] }),
    ...(typeof website === 'string' && website !== '' && { website: [{ code: 'field.notApplicable' }] }),
  }
}

/** Renames documents in issues to the names in the request: the console sends `fileCVUrl`, applicants send `fileCV`. */
export const withRequestNames = (issues: FieldIssues, body: Values): FieldIssues =>
  Object.fromEntries(
    Object.entries(issues).map(([name, found]) => {
      const document = documentNames.find((one) => one === name || documentField(one) === name)
      if (!document) return [name, found]
      return [Object.hasOwn(body, documentField(document)) ? documentField(document) : document, found]
    }),
  )

/** Returns the error with its documents renamed by `withRequestNames`. */
export const errorWithRequestNames = (error: unknown, body: Values): unknown =>
  error instanceof AppError && error.details.fields
    ? new AppError(error, { ...error.details, fields: withRequestNames(error.details.fields, body) })
    : error
