/**
 * Checks of an application: of its form alone, and of its content against the database, in the
 * transaction that stores it.
 */

import { isWritable } from '@matricola/schema/access.ts'
import { isId } from '@matricola/schema/paths.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { createSchema, recordIssues, validateInput } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { isEmptyText } from '@matricola/schema/wire/issue.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import { cachedSchema } from '@matricola/server/records/cached-schema.ts'
import { issuesForRole } from '@matricola/server/records/writing/prepare.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { blindIndex } from '@matricola/server/sql/cipher.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  differsFromLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import * as z from 'zod/mini'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { FormAnswers } from '#resources/admission/form-content.ts'
import { personIssues } from '#resources/admission/identity-check.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import {
  documentField,
  documentNames,
  isStandardDocument,
  programmeQuestionFields,
} from '#resources/application-documents.ts'
import {
  allApplicationFields,
  effectiveRules,
  programmeSpecificFields,
  requiredGrades,
} from '#resources/application-form.ts'
import { choiceFields, type SentChoice, submissionExtras } from '#resources/calls/admission.ts'
import { registrations } from '#resources/registrations.ts'
import type { DraftVersion } from '#server/admission/drafts/submission-keys.ts'
import type { ChosenProgramme, CurrentSession } from './current-sessions.ts'
import type { FormProof } from './form-token.ts'
import { readPlaceKinds, readRankingRules } from './ranking-facts.ts'
import { withRequestNames } from './read-form.ts'

const admissionProgramme = table(admissionProgrammes)
const registration = table(registrations)

const extraPartNames: readonly string[] = Object.keys(submissionExtras)

export interface ValidSubmission {
  /** Values as the record stores them, without documents. */
  readonly values: Values
  /** Ids of documents that were uploaded before. */
  readonly sentBefore: { readonly [document: string]: string }
  readonly choices: readonly SentChoice[]
  /** Answers to the application form, which `checkFormAnswers` validates. */
  readonly answers: FormAnswers | undefined
  readonly formVersionId: string | undefined
  readonly noticeAcknowledged: boolean
  readonly noticeVersion: string | null
  readonly proof: FormProof
  readonly draft: DraftVersion | null
}

/**
 * Validates an application by its declaration and by further rules, about identity, age and the
 * three documents. `files` are the documents in the same request. Throws `input.invalid` with the
 * issues of all fields; documents are named `fileCV` or `fileCVUrl`, as in the request.
 */
export function validateSubmission(
  permit: Permit,
  body: Values,
  files: readonly string[],
  now: Date,
): ValidSubmission {
  const documents = documentNames.map((name) => ({
    name,
    id: body[documentField(name)] ?? body[name],
    isAttached: files.includes(name),
  }))
  const isFieldEntry = ([name]: [string, unknown]) =>
    !documentNames.some((document) => document === name || documentField(document) === name)
  const fields = Object.fromEntries(Object.entries(body).filter(isFieldEntry))
  const schema = cachedSchema(asAnyResource(registrations), `submission/${permit.role}`, () =>
    z.extend(createSchema(registrations, permit.role), submissionExtras),
  )
  const result = validateInput(schema, fields)
  const issues: Record<string, readonly Issue[]> = result.ok
    ? {}
    : { ...issuesForRole(registrations, permit, result.fields, 'create') }
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
    else if (!isAttached && (typeof id !== 'string' || !isId(id) || isTaken))
      issues[name] = [{ code: 'file.unknown' }]
  }
  const record: Values = result.ok
    ? {
        ...result.value,
        ...Object.fromEntries(
          documents.map(({ name, id, isAttached }) => [
            documentField(name),
            isAttached || id ? name : null,
          ]),
        ),
      }
    : {}
  const wholeRecordIssues = result.ok
    ? {
        ...recordIssues(registrations, record, permit.callerIdentity),
        ...personIssues(record, now),
      }
    : personIssues(fields, now)
  const all = {
    ...wholeRecordIssues,
    ...issues,
    ...extraPartIssues(fields),
    ...(permit.caller ? {} : notAskedIssues(body)),
  }
  if (Object.keys(all).length > 0) throw invalidInput(withRequestNames(all, body))
  const staged = documents
    .filter(({ id, isAttached }) => !isAttached && id)
    .map(({ name, id }) => [name, id])
  return {
    values: Object.fromEntries(
      Object.entries(record).filter(
        (entry) => isFieldEntry(entry) && !extraPartNames.includes(entry[0]),
      ),
    ),
    // Values that are not ids were rejected above.
    sentBefore: Object.fromEntries(staged) as ValidSubmission['sentBefore'],
    // Validated by the schema.
    choices: (record.choices ?? []) as readonly SentChoice[],
    answers: record.answers as FormAnswers | undefined,
    formVersionId: record.formVersionId as string | undefined,
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
 * Issues for fields of the record and its choices that the application form never asks for.
 * Applicants may send only the fields on a list. The schema has already rejected fields that only
 * the server writes.
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
  const issues = unexpectedFields(asAnyResource(registrations), body, [
    ...allApplicationFields,
    ...extraPartNames,
  ]).map((name) => [name, [{ code: 'field.notApplicable' }]] as const)
  const rows = Array.isArray(body.choices)
    ? body.choices.filter((row) => typeof row === 'object' && row !== null)
    : []
  const isRowRefused = rows.some(
    (row: Values) =>
      unexpectedFields(asAnyResource(applicationChoices), row, choiceFields).length > 0,
  )
  return Object.fromEntries([
    ...issues,
    ...(isRowRefused ? [['choices', [{ code: 'field.notApplicable' }]] as const] : []),
  ])
}

/** Whether a value is present. Empty controls of a form are not. */
const isPresent = (value: unknown) => isGiven(value) && !isEmptyText(value)

const isGiven = (value: unknown) => value !== null && value !== undefined

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function extraPartIssues({ noticeAcknowledged, website }: Values): FieldIssues {
  return {
    ...(noticeAcknowledged === false && { noticeAcknowledged: [{ code: 'notice.required' }] }),
    ...(typeof website === 'string' &&
      website !== '' && { website: [{ code: 'field.notApplicable' }] }),
  }
}

/**
 * Maximum number of active applications per personal number and email address in an admission
 * session.
 */
const maxActive = 5

interface Applicant {
  readonly values: Values
  readonly intake: Pick<CurrentSession, 'admissionSessionId' | 'publicStatus'>
  /** Whether staff enter the application. They may learn of other applications. */
  readonly isStaff: boolean
  /** Id of the application if it is stored already. */
  readonly ownId?: string
  /** Application that the applicant has opened with its access code. */
  readonly provedId?: string | null
}

interface ApplicationCounts {
  /**
   * Active applications, except possible duplicates. Two applications to ranked programmes
   * conflict, because one application can name several choices.
   */
  readonly all: number
  readonly ofProgramme: number
  /** Applications by the same person, as shown by the email address or the access code. */
  readonly own: number
  readonly ownOfProgramme: number
}

/**
 * Whether to mark the application as a possible duplicate. A stranger who applies with another
 * person's number learns nothing and blocks nobody: an application is rejected only if the email
 * address or access code shows that the same person sent it, and only in the status mode `minimal`.
 * For an application that staff enter, every earlier application with the number counts. The caller
 * holds `applicantLockName`. Throws `registration.duplicate` and `registration.tooMany`.
 */
export async function detectDuplicate(
  queries: Queries,
  keys: SecretKeys,
  applicant: Applicant,
): Promise<boolean> {
  const { intake, isStaff } = applicant
  const counts = await countOtherApplications(queries, keys, applicant)
  const [ofProgramme, all] = isStaff
    ? [counts.ofProgramme, counts.all]
    : [counts.ownOfProgramme, counts.own]
  const refusal =
    ofProgramme > 0 ? 'registration.duplicate' : all >= maxActive ? 'registration.tooMany' : null
  if (refusal && (isStaff || intake.publicStatus === 'minimal'))
    throw new AppError(admissionErrors[refusal])
  return refusal !== null || counts.ofProgramme > 0
}

/** Name of the lock that serializes applications with the same personal number. */
export const applicantLockName = (keys: SecretKeys, values: Values) =>
  `applicant:${numberIndex(keys, values)}`

const hasCnp = ({ identityType }: Values) => identityType === 'cnp'

const numberIndex = (keys: SecretKeys, values: Values) =>
  blindIndex(String(hasCnp(values) ? values.cnp : values.foreignIdNumber), keys)

async function countOtherApplications(
  queries: Queries,
  keys: SecretKeys,
  { values, intake, ownId, provedId }: Applicant,
): Promise<ApplicationCounts> {
  const isCnp = hasCnp(values)
  const index = numberIndex(keys, values)
  const isSame = expr<boolean>`(lower(${registration.personalEmail}) = lower(${values.personalEmail}) or ${registration.id} = ${provedId ?? null}::uuid)`
  const { specializationId } = values
  const meritProgrammes = expr`(select ${admissionProgramme.specializationId} from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${intake.admissionSessionId}::uuid)`
  const isSameProgramme = expr<boolean>`(${registration.specializationId} = ${specializationId}
    or ${registration.specializationId} in ${meritProgrammes} and ${specializationId}::uuid in ${meritProgrammes})`
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      all: expr<number>`count(*) filter (where not ${registration.isDuplicate})`,
      ofProgramme: expr<number>`count(*) filter (where not ${registration.isDuplicate} and ${isSameProgramme})`,
      own: expr<number>`count(*) filter (where ${isSame})`,
      ownOfProgramme: expr<number>`count(*) filter (where ${isSame} and ${isSameProgramme})`,
    })}
     from ${registration}
     where ${isCnp ? registration.cnpBidx : registration.foreignIdNumberBidx} = ${index}
     and ${registration.admissionSessionId} is not distinct from ${intake.admissionSessionId}::uuid
       and ${differsFromLiteral(registration.status, 'declined')} and ${registration.id} is distinct from ${ownId ?? null}::uuid`,
  )
  const count = (name: keyof ApplicationCounts) => Number(row?.[name] ?? 0)
  return {
    all: count('all'),
    ofProgramme: count('ofProgramme'),
    own: count('own'),
    ownOfProgramme: count('ownOfProgramme'),
  }
}

const isRankedIn = (programme: ChosenProgramme, sessionId: string | null) =>
  sessionId !== null && programme.admissionSessionId === sessionId

interface ChosenAnswers {
  readonly admissionSessionId: string | null
  /** Chosen programmes, first choice first. */
  readonly programmes: readonly unknown[]
  readonly chosen: readonly ChosenProgramme[]
  /** Values by field, including documents. */
  readonly values: Values
  /** Staff may also enter answers to questions that no programme asks. */
  readonly isStaff: boolean
}

/**
 * Checks an application against the questions of its programmes. Throws `input.invalid` for a
 * missing answer or document, and for an applicant's answer to a question that none of the chosen
 * programmes asks.
 */
export async function assertRequiredAnswers(
  queries: Queries,
  { admissionSessionId, programmes, chosen, values, isStaff }: ChosenAnswers,
): Promise<void> {
  const isRanked = chosen.some((one) => isRankedIn(one, admissionSessionId))
  const ids = programmes.map(String)
  const all = isRanked
    ? await readRankingRules(queries, new Map(ids.map((id) => [id, admissionSessionId])))
    : []
  const rules = effectiveRules(
    ids.map((id) => all.find(({ specializationId }) => specializationId === id)),
  )
  const required = rules.flatMap(({ requiredFields }) => requiredFields)
  const issues: { [field: string]: readonly Issue[] } = {}
  for (const name of programmeQuestionFields)
    if (required.includes(name) && !isGiven(values[name])) issues[name] = [{ code: 'required' }]
  if (!isStaff) {
    const kinds = (isGiven(values.placeKindId) ? await readPlaceKinds(queries, rules) : []).map(
      ({ id }) => id,
    )
    const allowed = [
      ...required,
      ...requiredGrades(rules),
      ...(rules.length > 0 ? ['fundingPreference'] : []),
    ]
    if (kinds.length > 0) allowed.push('placeKindId')
    for (const name of new Set([...programmeQuestionFields, ...programmeSpecificFields]))
      if (isGiven(values[name]) && !allowed.includes(name))
        issues[name] = [{ code: 'field.notApplicable' }]
    if (kinds.length > 0 && !kinds.some((id) => id === values.placeKindId))
      issues.placeKindId = [{ code: 'reference.notAllowed' }]
  }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

const choicesError = (code: string) => invalidInput({ choices: [{ code }] })

interface Choices {
  readonly admissionSessionId: string | null
  /** Ids of the chosen programmes, first choice first. */
  readonly programmes: readonly unknown[]
  readonly chosen: readonly ChosenProgramme[]
}

/**
 * Throws `input.invalid` for further choices that cannot be ranked: a repeated programme, or a
 * programme that the session does not rank. The same applies to a programme of another degree,
 * which would require other documents.
 */
export function assertSelectable({ admissionSessionId, programmes, chosen }: Choices): void {
  if (programmes.length === 1) return
  if (new Set(programmes).size < programmes.length) throw choicesError('set.repeated')
  const offered = chosen.filter((one) => one.isActive && isRankedIn(one, admissionSessionId))
  const cycles = programmes.map((programme) => offered.find(({ id }) => id === programme)?.cycle)
  if (cycles[0] === undefined || new Set(cycles).size > 1)
    throw choicesError('reference.notAllowed')
}
