/**
 * Reads an applicant's answer to a change request. Each requested field needs a new value or a
 * reason to keep the current one; other fields are rejected.
 */

import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import * as z from 'zod/mini'
import { validateItemAnswer } from '#resources/admission/form-answers.ts'
import type { FormItem } from '#resources/admission/form-content.ts'
import { personIssues } from '#resources/admission/identity-check.ts'
import type { RequestedChange } from '#resources/admission/wire.ts'
import {
  documentField,
  documentFileId,
  isChangeable,
  isDocumentName,
  isDocumentRequest,
  toSentName,
} from '#resources/application-documents.ts'
import * as calls from '#resources/calls/admission.ts'
import { field } from '#resources/field.ts'
import { registrations } from '#resources/registrations.ts'
import { answersOf } from '#server/admission/forms/form-contents.ts'
import { valuesAfterAnswers } from '#server/admission/forms/published-forms.ts'
import { requestedChangesOf } from '#server/admission/review/transition-values.ts'

const answerBody = calls.answerChangeRequest.input
export type AnswerBody = z.infer<typeof answerBody>

/**
 * Parses the body of an answer. In addition to `values`, `files` and `kept`, the body may contain
 * requested fields and documents by name at the top level. Throws `input.invalid`.
 */
export function parseAnswerBody(body: unknown): AnswerBody {
  const result = validateInput(answerBody, isObject(body) ? groupByKind(body) : (body ?? {}))
  if (!result.ok) throw invalidInput(result.fields)
  return result.value
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function groupByKind({ version, values, files, kept, ...flat }: Values): Values {
  const withSentNames = (part: Values) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [toSentName(name), value]))
  const flatFields = withSentNames(flat)
  const pickFields = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(flatFields).filter(([name]) => isWanted(name)))
  const mergeFields = (part: unknown, more: Values) =>
    part === undefined || isObject(part) ? { ...more, ...withSentNames(part ?? {}) } : part
  return {
    ...(version !== undefined && { version }),
    values: mergeFields(
      values,
      pickFields((name) => !isDocumentName(name)),
    ),
    files: mergeFields(files, pickFields(isDocumentName)),
    kept: mergeFields(kept, {}),
  }
}

export interface ApplicantAnswer {
  /** New values, by the name of the stored field. */
  readonly values: Values
  /** Ids of new files, by the name of the stored field or the id of the form's item. */
  readonly documents: Values
  readonly requestedChanges: readonly RequestedChange[]
  readonly changed: readonly string[]
  readonly kept: readonly string[]
}

/** The stored answer, with the values of a table in the order of its columns, which JSON columns lose. */
function storedAnswer(item: FormItem, answer: unknown): unknown {
  const result = validateItemAnswer(item, answer)
  return result.ok ? result.value : answer
}

const reason = valueSchema(field.longText({ min: 3, max: 500 }))
const storedName = (name: string) => (isDocumentName(name) ? documentField(name) : name)

/**
 * Validates the answer against the change request and the stored values. Throws `input.invalid`
 * with the issues of each field.
 */
export function validateAnswer(body: AnswerBody, stored: Values, now: Date): ApplicantAnswer {
  const all = requestedChangesOf(stored)
  // Staff may have answered some with an attachment.
  const requested = all.filter(({ answeredAt }) => answeredAt === null)
  const issues: { [name: string]: readonly Issue[] } = notRequestedIssues(body, requested)
  const answers = { ...body.values, ...body.files }
  const [values, changed, kept]: [Record<string, unknown>, string[], string[]] = [{}, [], []]
  const documents: Record<string, unknown> = {}
  const answered: { formVersionId: string; id: string; answer: unknown }[] = []
  const answeredChanges = all.map((change): RequestedChange => {
    if (!requested.includes(change)) return change
    const name = change.field
    const value = parseValue(change, answers[name], issues)
    const isDocument = isDocumentRequest(change)
    const current = isDocument
      ? documentFileId(stored, name)
      : change.item
        ? storedAnswer(change.item, answersOf(stored)[name])
        : stored[storedName(name)]
    const isChanged =
      value !== undefined && JSON.stringify(value) !== JSON.stringify(current ?? null)
    const keptReason = isChanged ? null : parseReason(name, body.kept?.[name], issues)
    if (isChanged && isDocument) documents[change.item ? name : storedName(name)] = value
    if (isChanged && change.formVersionId !== undefined)
      answered.push({ formVersionId: change.formVersionId, id: name, answer: value })
    else if (isChanged) values[storedName(name)] = value
    else if (keptReason === null && !issues[name]) issues[name] = [{ code: 'field.unanswered' }]
    ;(isChanged ? changed : kept).push(name)
    return { ...change, answeredAt: now.toISOString(), keptReason }
  })
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  return {
    values: { ...values, ...valuesAfterAnswers(stored, answered) },
    documents,
    requestedChanges: answeredChanges,
    changed,
    kept,
  }
}

/**
 * Issues for fields that were not requested, and for documents sent as values or values sent as
 * files.
 */
function notRequestedIssues(
  { values, files, kept }: AnswerBody,
  requested: readonly RequestedChange[],
): { [name: string]: readonly Issue[] } {
  const isRequested = (name: string, isDocument?: boolean) =>
    requested.some(
      (one) =>
        one.field === name && (isDocument === undefined || isDocumentRequest(one) === isDocument),
    )
  const names = [
    ...Object.keys(values ?? {}).filter((name) => !isRequested(name, false)),
    ...Object.keys(files ?? {}).filter((name) => !isRequested(name, true)),
    ...Object.keys(kept ?? {}).filter((name) => !isRequested(name)),
  ]
  return Object.fromEntries(
    names.map((name) => [
      name.slice(0, 60),
      [{ code: isChangeable(name) ? 'field.notRequested' : 'field.unknown' }],
    ]),
  )
}

/**
 * Parses a value with the field's schema. Returns undefined if there is no value, or if it is
 * invalid, which also adds an issue.
 */
function parseValue(
  { field: name, item }: RequestedChange,
  value: unknown,
  issues: { [name: string]: readonly Issue[] },
): unknown {
  if (value === undefined) return undefined
  if (item) {
    const result = validateItemAnswer(item, value)
    const isAnswered = result.ok && (result.value ?? null) !== null
    if (isAnswered) return result.value
    issues[name] = result.ok ? [{ code: 'required' }] : result.issues
    return undefined
  }
  const result = validateInput(
    z.strictObject({ [name]: valueSchema(fieldOf(registrations, storedName(name))) }),
    { [name]: value },
  )
  if (result.ok && result.value[name] !== null) return result.value[name]
  issues[name] = result.ok
    ? [{ code: 'required' }]
    : (result.fields[name] ?? [{ code: 'type.wrong' }])
  return undefined
}

function parseReason(
  name: string,
  text: unknown,
  issues: { [name: string]: readonly Issue[] },
): string | null {
  if (text === undefined || issues[name]) return null
  const result = validateInput(z.strictObject({ [name]: reason }), { [name]: text })
  if (result.ok) return String(result.value[name])
  issues[name] = result.fields[name] ?? [{ code: 'type.wrong' }]
  return null
}

/**
 * Issues of a changed identity: CNP, birth date and sex must agree, unless an admin waived this
 * check and the CNP stays the same. An issue of a field that the applicant cannot change is moved
 * to one that was requested.
 */
export function contradictionIssues(
  before: Values,
  { values, changed }: ApplicantAnswer,
  now: Date,
): FieldIssues {
  if (!['cnp', 'birthDate', 'sex'].some((name) => Object.hasOwn(values, name))) return {}
  const isWaived = before.identityWaived === true && !Object.hasOwn(values, 'cnp')
  const found = personIssues({ ...before, ...values, ...(isWaived && { cnp: null }) }, now)
  const fallbackField =
    changed.find((name) => name === 'cnp') ??
    changed.find((name) => name === 'birthDate' || name === 'sex') ??
    'cnp'
  return Object.fromEntries(
    Object.entries(found).map(([name, issues]) => [
      changed.some((one) => one === name) ? name : fallbackField,
      issues,
    ]),
  )
}
