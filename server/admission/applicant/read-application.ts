/** The application as its applicant sees it after entering the access code. */

import { isEncrypted } from '@matricola/schema/field.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { maskNumber } from '@matricola/schema/values/mask.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { type FileRecord, findFileById } from '@matricola/server/session/file-records.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { allTranslations } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  expr,
  jsonRows,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import { typedAnswer } from '#resources/admission/form-answers.ts'
import type {
  RegistrationStatus,
  WireApplication,
  WirePublicEvent,
} from '#resources/admission/wire.ts'
import type { AdmissionDates } from '#resources/admission/wire-dates.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import {
  type DocumentName,
  documentField,
  documentFileId,
  documentNames,
  textQuestions,
} from '#resources/application-documents.ts'
import { departments } from '#resources/departments.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { noAdmissionDates, readAdmissionDates } from '#server/admission/admission-dates.ts'
import { answersOf } from '#server/admission/forms/form-contents.ts'
import {
  describeAnswers,
  documentsAmong,
  readFixedItemTexts,
} from '#server/admission/forms/published-forms.ts'
import { isConversationClosed, readMessageFacts } from '#server/admission/messages/conversation.ts'
import { readResultAppeal } from '#server/admission/ranking/appeals.ts'
import {
  canConfirm,
  owesMoveFee,
  readNotifiedResults,
  toWireResult,
} from '#server/admission/ranking/applicant-result.ts'
import {
  applicationFeeToPay,
  feeToPay,
  readApplicationFees,
  readConfirmationFees,
} from '#server/admission/ranking/fee.ts'
import { readPlaceQuestion } from '#server/admission/ranking/place-question.ts'
import { visibleStatus } from '#server/admission/review/transition-notices.ts'
import { requestedChangesOf } from '#server/admission/review/transition-values.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { readState } from './application-state.ts'
import { readChoices } from './choices.ts'
import {
  findReplacedDocument,
  readDocumentRows,
  readLastAnswer,
  toOwnDocument,
} from './last-answer.ts'
import { findPendingVerification } from './verification-links.ts'
import {
  canWithdraw,
  hasOwnContact,
  isChangeRequested,
  isHeld,
  isWithdrawn,
} from './visible-status.ts'
import { findWithdrawal } from './withdrawal.ts'

const settingsRow = table(settings)
const departmentRow = table(departments)
const specializationRow = table(specializations)
const chosenProgramme = table(specializations, 'chosen_programme')
const admissionProgramme = table(admissionProgrammes)
const applicationChoice = table(applicationChoices)
const registrationEvent = table(registrationEventTable)

/** Fields shown to the applicant, in the order of the form. */
const visibleFields = [
  'identityType',
  'cnp',
  'foreignIdNumber',
  'lastName',
  'firstName',
  'birthDate',
  'sex',
  'citizenship',
  'serialNumber',
  'personalEmail',
  'phone',
  'country',
  'county',
  'city',
  'address',
  'postalCode',
  'language',
  'departmentProfileId',
  'specializationId',
  'fundingPreference',
  'baccalaureateAverage',
  'baccalaureateYear',
] as const

/**
 * Returns the stored application. Throws `applicant.required` if it was erased since the session
 * began.
 */
export async function getStoredApplication(context: Context, id: string): Promise<StoredRecord> {
  const record = await recordsOf(context).getStored(
    systemPermit('applicant', registrations, 'read'),
    id,
  )
  if (record.values.erasedAt !== null) throw new AppError(admissionErrors['applicant.required'])
  return record
}

/**
 * Returns everything the applicant may know. Names of staff, internal notes and transitions on hold
 * are left out.
 */
export async function readApplication(context: Context, id: string): Promise<WireApplication> {
  const { database, clock } = context
  const now = clock.now()
  const { values, version } = await getStoredApplication(context, id)
  const [newest] = await readNotifiedResults(database, [id])
  const [
    programme,
    dates,
    documents,
    lastAnswer,
    timeline,
    [settings],
    withdrawal,
    state,
    result,
    choices,
    appeal,
    fees,
    applicationFees,
    question,
    messages,
    newEmail,
    fieldTexts,
  ] = await Promise.all([
    readProgramme(database, id, values),
    readDates(database, id, values),
    readDocuments(database, { ...values, id }),
    readLastAnswer(database, id),
    readTimeline(database, id, now),
    runStatement(
      database,
      sql`select ${pick({ disableUpdates: settingsRow.disableUpdates })} from ${settingsRow}`,
    ),
    isWithdrawn(values) ? findWithdrawal(database, id, now) : null,
    readState(context, id, { now, reader: 'applicant' }),
    toWireResult(database, newest, values, { texts: context.texts, now }),
    readChoices(database, context.texts, id, values),
    readResultAppeal(database, id, newest, now),
    readConfirmationFees(database, [id]),
    readApplicationFees(database, [id]),
    readPlaceQuestion(database, id, now),
    readMessageFacts(database, id, now),
    findPendingVerification(database, id, now),
    readFixedItemTexts(database, { ...values, id }),
  ])
  const status = visibleStatus(values, now)
  const [applicationFee, confirmationFee] = await Promise.all([
    applicationFeeToPay(database, {
      id,
      amount: status === 'declined' ? undefined : applicationFees.get(id),
      now,
    }),
    feeToPay(
      database,
      canConfirm(values, now) || owesMoveFee(values) ? fees.get(id)?.due : undefined,
    ),
  ])
  return {
    reference: String(values.referenceCode),
    version,
    status,
    state,
    submittedAt: String(values.submittedAt),
    updatedAt: timeline[0]?.at ?? String(values.submittedAt),
    isWithdrawn: isWithdrawn(values),
    canWithdraw: canWithdraw(values, now),
    undoWithdrawalUntil: withdrawal?.undoUntil ?? null,
    // Only an applicant who knows of the change request learns that it has closed. For others, that
    // would reveal a decision.
    acceptsUpdates:
      settings?.disableUpdates === false && !(status === 'update_requested' && isHeld(values, now)),
    ...changeRequestOf(values, now),
    ...staffTextsOf(values, status, now),
    ...programme,
    fieldTexts,
    values: Object.fromEntries([
      ...[...visibleFields, ...textQuestions].map((name) => [
        name,
        displayValue(name, values[name] ?? null),
      ]),
      ...[...requestedChangesOf(values), ...(lastAnswer?.changes ?? [])].flatMap(
        ({ field, item }) =>
          item && item.type !== 'file' ? [[field, typedAnswer(answersOf(values)[field])]] : [],
      ),
    ]),
    documents,
    answered: lastAnswer,
    timeline,
    contact: {
      canChange: settings?.disableUpdates === false && hasOwnContact(values),
      // A required choice.
      emailState: values.emailState as WireApplication['contact']['emailState'],
      newEmail: newEmail?.address ?? null,
      newEmailUntil: newEmail?.expires_at ?? null,
    },
    messages: {
      count: messages.count,
      unread: messages.unread,
      isClosed: isConversationClosed(values, now),
    },
    dates,
    ...choices,
    ...result,
    ...(question && { placeQuestion: question.wire }),
    ...appeal,
    ...(applicationFee && { applicationFee }),
    ...(confirmationFee && { confirmationFee }),
  }
}

/**
 * Returns the change request and its answer if the applicant may see them. The deadline is set only
 * while the request is open.
 */
function changeRequestOf(
  values: Values,
  now: Date,
): Pick<WireApplication, 'dueAt' | 'isOverdue' | 'requestedChanges'> {
  const isVisible =
    !isHeld(values, now) &&
    (values.status === 'update_requested' || values.status === 'in_progress')
  const dueAt =
    isChangeRequested(values, now) && typeof values.updateDueAt === 'string'
      ? values.updateDueAt
      : null
  return {
    dueAt,
    isOverdue: dueAt !== null && new Date(dueAt) < now,
    requestedChanges: isVisible
      ? requestedChangesOf(values).filter(
          ({ answeredAt }) => values.status === 'in_progress' || answeredAt === null,
        )
      : [],
  }
}

/**
 * Returns the texts that staff wrote to the applicant, limited to the states that the applicant
 * knows of.
 */
function staffTextsOf(
  values: Values,
  status: RegistrationStatus,
  now: Date,
): Pick<WireApplication, 'issue' | 'issueExplanation' | 'suggestion' | 'reasonCode'> {
  const isVisible = !isHeld(values, now)
  const text = (name: string, states: readonly RegistrationStatus[]) =>
    isVisible && states.includes(status) && typeof values[name] === 'string' ? values[name] : null
  return {
    issue: text('issue', ['update_requested', 'in_progress']),
    issueExplanation: text('issueExplanation', ['update_requested', 'in_progress', 'declined']),
    suggestion: text('suggestion', ['update_requested', 'in_progress']),
    reasonCode: text('reasonCode', ['declined']),
  }
}

function displayValue(name: string, value: unknown): string | null {
  if (value === null) return null
  return isEncrypted(fieldOf(registrations, name)) ? maskNumber(String(value)) : String(value)
}

type Programme = Pick<WireApplication, 'department' | 'specialization' | 'cycle' | 'names'>

async function readProgramme(queries: Queries, id: string, values: Values): Promise<Programme> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      ...{
        department: departmentRow.name,
        departmentNames: allTranslations(departmentRow.name),
        specialization: specializationRow.name,
        cycle: specializationRow.cycle,
      },
      programmes:
        jsonRows(sql`select ${pick({ name: chosenProgramme.name, names: allTranslations(chosenProgramme.name) })} from ${chosenProgramme} where ${chosenProgramme.id} = ${specializationRow.id}
        or ${chosenProgramme.id} in (select ${applicationChoice.specializationId} from ${applicationChoice} where ${applicationChoice.registrationId} = ${id})`),
    })} from ${departmentRow}, ${specializationRow}
     where ${departmentRow.id} = ${values.departmentProfileId}::uuid and ${specializationRow.id} = ${values.specializationId}::uuid`,
  )
  if (!row) return { department: '', specialization: '', cycle: '', names: {} }
  const { department, departmentNames, specialization, cycle, programmes } = row
  const entries = [{ name: department, names: departmentNames }, ...programmes]
  const names = Object.fromEntries(
    entries.flatMap((one) => (one.names ? [[one.name, one.names] as const] : [])),
  )
  return { department, specialization, cycle, names }
}

/** Returns the dates of its session, without the rounds if none of its programmes is ranked. */
async function readDates(
  queries: Queries,
  id: string,
  { admissionSessionId, specializationId }: Values,
): Promise<AdmissionDates> {
  if (typeof admissionSessionId !== 'string') return noAdmissionDates
  const [sessions, ranked] = await Promise.all([
    readAdmissionDates(queries, [admissionSessionId]),
    runStatement(
      queries,
      sql`select ${pick({ id: admissionProgramme.id })} from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${admissionSessionId}::uuid
       and (${admissionProgramme.specializationId} = ${specializationId}::uuid or ${admissionProgramme.specializationId} in (select ${applicationChoice.specializationId} from ${applicationChoice} where ${applicationChoice.registrationId} = ${id})) limit 1`,
    ),
  ])
  const dates = sessions.get(admissionSessionId) ?? noAdmissionDates
  return ranked.length > 0 ? dates : { ...dates, rounds: [], waitingEndsOn: null }
}

async function readDocuments(
  queries: Queries,
  values: Values & { readonly id: string },
): Promise<WireApplication['documents']> {
  const answered = documentsAmong(await describeAnswers(queries, values))
  const documents = [
    ...documentNames.map((name) => ({ name, id: values[documentField(name)], label: undefined })),
    ...answered.map(({ id, answer, label }) => ({ name: id, id: answer, label })),
  ]
  const files = await readDocumentRows(
    queries,
    documents.map(({ id }) => id),
  )
  return documents.flatMap(({ name, id, label }) => {
    const file = files.find((one) => one.id === id)
    return file ? [{ ...toOwnDocument(name, file), ...(label && { label }) }] : []
  })
}

/**
 * Returns the timeline for the applicant, newest first. An entry that was on hold has the time at
 * which it became visible.
 */
async function readTimeline(queries: Queries, id: string, now: Date): Promise<WirePublicEvent[]> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(registrationEvent, 'type', 'actor_kind', 'to_status'),
      at: expr<string>`greatest(${registrationEvent.at}, ${registrationEvent.visible_from})`,
    })} from ${registrationEvent}
     where ${registrationEvent.registration_id} = ${id} and ${registrationEvent.visible_from} <= ${now.toISOString()}
     order by greatest(${registrationEvent.at}, ${registrationEvent.visible_from}) desc, ${registrationEvent.id} desc`,
  )
  return rows.map((row) => ({
    type: row.type,
    at: row.at,
    isOwn: row.actor_kind === 'applicant',
    to: row.to_status,
  }))
}

/**
 * Returns the current file of a document, or the one that the last answer replaced. Throws
 * `record.missing`.
 */
export async function getApplicantDocument(
  context: Context,
  id: string,
  document: DocumentName,
  revision: 'now' | 'before' = 'now',
): Promise<FileRecord> {
  const { values } = await getStoredApplication(context, id)
  const fileId =
    revision === 'now'
      ? documentFileId(values, document)
      : await findReplacedDocument(context.database, id, document)
  const file = typeof fileId === 'string' ? await findFileById(context.database, fileId) : null
  if (!file || file.record_id !== id) throw new AppError('record.missing')
  return file
}
