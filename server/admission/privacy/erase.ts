import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import type { SystemReason } from '@matricola/server/policy/permit.ts'
import { removeEml } from '@matricola/server/ports/eml-mail.ts'
import { type DroppedFile, removeDroppedFiles } from '@matricola/server/session/file-records.ts'
import { storedColumns, type Values } from '@matricola/server/sql/storage.ts'
import {
  changeTable,
  fileTable,
  jobItemTable,
  jobTable,
  outboxMailTable,
} from '@matricola/server/sql/tables.ts'
import {
  assigned,
  bareColumns,
  columns,
  differsFromLiteral,
  expr,
  into,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FormAnswers } from '#resources/admission/form-content.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { documentField, documentNames, textQuestions } from '#resources/application-documents.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import { registrations } from '#resources/registrations.ts'
import { describeAnswers, documentsAmong } from '#server/admission/forms/published-forms.ts'
import { drawOrderOf } from '#server/admission/ranking/assemble.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { eraseBankLines } from '#server/privacy/erase-bank-lines.ts'
import { eraseStudent } from '#server/privacy/erase-student.ts'
import {
  accessCodeTable,
  admissionQuotaTable,
  admissionResultTable,
  applicantSessionTable,
  applicationAnswerTable,
  emailVerificationTable,
  erasureTable,
  placeAcceptanceTable,
  registrationEventTable,
} from '#server/tables/rows.ts'
import { isFileOf } from './application-files.ts'

const registration = table(registrations)
const admissionResult = table(admissionResultTable)
const admissionQuota = table(admissionQuotaTable)
const admissionAppeal = table(admissionAppeals)
const applicationMessage = table(applicationMessages)
const change = table(changeTable)
const erasure = table(erasureTable)
const file = table(fileTable)
const registrationEvent = table(registrationEventTable)
const jobItem = table(jobItemTable)
const job = table(jobTable)
const outboxMail = table(outboxMailTable)
const accessCode = table(accessCodeTable)
const emailVerification = table(emailVerificationTable)
const applicantSession = table(applicantSessionTable)
const applicationAnswer = table(applicationAnswerTable)
const placeAcceptance = table(placeAcceptanceTable)

/** The parts of the context that erasure needs. */
export type ErasureContext = Pick<
  Context,
  'database' | 'files' | 'clock' | 'keys' | 'config' | 'log'
>

/** Replaces personal values in columns that do not allow null. */
const neutralText = '-'

const erasedFileValues: Values = {
  ...Object.fromEntries(documentNames.map((name) => [documentField(name), null])),
  documentMarks: null,
}

/**
 * Values that replace a person's data. Reference number, status, programme, dates and sex stay, for
 * statistics. `ZZ` is not the code of any country.
 */
export const erasedPersonValues: Values = {
  ...erasedFileValues,
  lastName: neutralText,
  firstName: neutralText,
  cnp: null,
  foreignIdNumber: null,
  serialNumber: null,
  birthDate: '1900-01-01',
  citizenship: 'ZZ',
  country: 'ZZ',
  county: null,
  city: neutralText,
  address: neutralText,
  postalCode: neutralText,
  phone: neutralText,
  personalEmail: neutralText,
  baccalaureateAverage: null,
  baccalaureateYear: null,
  romanianGrade: null,
  profileGrade: null,
  degreeAverage: null,
  examGrade: null,
  ...Object.fromEntries(textQuestions.map((name) => [name, null])),
  answers: null,
  // A type of reserved place can reveal ethnic origin or health.
  placeKindId: null,
  wonPlaceKindId: null,
  issue: null,
  issueExplanation: null,
  suggestion: null,
  requestedChanges: null,
}

export interface ErasureRequest {
  readonly id: string
  /** Whether to erase personal data as well as files. */
  readonly isWhole: boolean
  /** Reason recorded in the history. */
  readonly by: Extract<SystemReason, 'erasure' | 'retention'>
  /**
   * Allows erasing an undecided application. A restored backup can contain an erased application in
   * an earlier, undecided state.
   */
  readonly allowOpen?: boolean
}

interface ErasedRows {
  readonly files: readonly DroppedFile[]
  readonly mails: readonly { readonly id: string }[]
}

/**
 * Removes the files of an application, including replaced ones. With `isWhole`, also removes
 * everything that identifies the person: fields, values in the history, notes, emails, and data of
 * the student that the applicant became. Records the erasure in the table that a restore reads.
 * Returns the number of removed files. Throws `record.missing`, and `transition.refused` while the
 * application is neither declined nor enrolled.
 */
export async function eraseApplication(
  context: ErasureContext,
  erasure: ErasureRequest,
): Promise<number> {
  const erased = await context.database.transaction((queries) =>
    eraseRows(queries, context, erasure),
  )
  await removeDroppedFiles(context, erased.files)
  for (const { id } of erased.mails) await removeEml(context.config.dataDir, id)
  return erased.files.length
}

async function eraseRows(
  queries: Queries,
  { clock, keys }: ErasureContext,
  { id, isWhole, by, allowOpen = false }: ErasureRequest,
): Promise<ErasedRows> {
  const at = clock.now()
  const [record] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(registration, 'referenceCode', 'studentId', 'answers', 'formVersionId'),
      isOpen: expr<boolean>`${differsFromLiteral(registration.status, 'declined')} and ${registration.enrolledAt} is null`,
    })} from ${registration}
     where ${registration.id} = ${id} for update`,
  )
  if (!record) throw new AppError('record.missing')
  if (record.isOpen && !allowOpen) throw new AppError('transition.refused')
  const values: Values = isWhole
    ? { ...erasedPersonValues, erasedAt: at.toISOString() }
    : { ...erasedFileValues, answers: await withoutDocuments(queries, record) }
  const stored = storedColumns(
    registrations,
    values,
    { ...values, referenceCode: record.referenceCode },
    { keys, id },
  )
  const [updated] = await runStatement(
    queries,
    sql`update ${registration} ${setValues(registration, { version: expr`${registration.version} + 1`, updatedAt: at.toISOString() })}, ${assigned(stored)}
     where ${registration.id} = ${id} returning ${pick({ version: registration.version })}`,
  )
  await runStatement(
    queries,
    sql`update ${applicationMessage} ${setValues(applicationMessage, { firstAttachmentUrl: null, secondAttachmentUrl: null, thirdAttachmentUrl: null })} where ${applicationMessage.registrationId} = ${id}`,
  )
  if (isWhole) await erasePersonElsewhere(queries, { id, reference: record.referenceCode, keys })
  // The history records that the erasure happened, but none of the erased values.
  await runStatement(
    queries,
    sql`insert into ${into(change, {
      id: uuidv7(at),
      resource: 'registrations',
      record_id: id,
      version: updated?.version ?? 1,
      action: 'erase',
      actor_id: null,
      actor_name: by,
      actor_role: null,
      at: at.toISOString(),
      reason: null,
      before: {},
      after: isWhole ? { erasedAt: at.toISOString() } : {},
    })}`,
  )
  await addTimelineEvent(queries, {
    registrationId: id,
    type: 'dataErased',
    by: { kind: 'system' },
    at,
    payload: { scope: isWhole ? 'person' : 'files' },
  })
  await runStatement(
    queries,
    sql`insert into ${into(erasure, { record_id: id, resource: 'registrations', at: at.toISOString(), is_whole: isWhole })}
     on conflict (${bareColumns(erasure, 'record_id')}) do update ${setValues(erasure, { at: at.toISOString(), is_whole: expr`${erasure.is_whole} or ${isWhole}` })}`,
  )
  const files = await runStatement(
    queries,
    sql`update ${file} ${setValues(file, { claimed_at: null, owner_id: expr`${file.record_id}`, name: neutralText })}
     where ${isFileOf(file, id)}
     returning ${pick(columns(file, 'id', 'key'))}`,
  )
  if (!isWhole) return { files, mails: [] }
  const mails = await deleteMails(queries, id, record.referenceCode)
  const { studentId } = record
  return {
    files,
    mails:
      studentId === null
        ? mails
        : [...mails, ...(await eraseStudent(queries, { studentId, keys, at }))],
  }
}

/** The answers to the form without documents. */
async function withoutDocuments(
  queries: Queries,
  record: { readonly answers: FormAnswers | null; readonly formVersionId: string | null },
): Promise<FormAnswers | null> {
  const documents = documentsAmong(
    await describeAnswers(queries, { ...record, id: undefined }),
  ).map(({ id }) => id)
  return (
    record.answers &&
    Object.fromEntries(Object.entries(record.answers).filter(([id]) => !documents.includes(id)))
  )
}

/**
 * Erases personal data outside the record: history, results, appeals, messages, bank lines, notes,
 * job items, answers about confirmed places and in lists, access codes and sessions.
 */
async function erasePersonElsewhere(
  queries: Queries,
  {
    id,
    reference,
    keys,
  }: { readonly id: string; readonly reference: string; readonly keys: ErasureContext['keys'] },
): Promise<void> {
  // Averages, and types of reserved places. Keeps whether the applicant had a place, so that totals
  // stay correct.
  await runStatement(
    queries,
    sql`update ${admissionResult} ${setValues(admissionResult, {
      ...{
        quotas: [],
        averages: [],
        ...{ first_ties: [], second_ties: [], third_ties: [], fourth_ties: [], fifth_ties: [] },
        positions: [],
        waiting_positions: [],
        reasons: [],
        decided_by: [],
        ineligible: null,
      },
      kind: expr`case when ${admissionResult.kind} in ('budget', 'fee') then ${admissionResult.kind} end`,
      from_kind: expr`case when ${admissionResult.from_kind} in ('budget', 'fee') then ${admissionResult.from_kind} end`,
      cause_details: null,
    })}
     where ${admissionResult.registration_id} = ${id}`,
  )
  // The lowest average of a programme stays, without the person that it belongs to.
  await runStatement(
    queries,
    sql`update ${admissionQuota} ${setValues(admissionQuota, { last_lot: null })} where ${admissionQuota.last_lot} = ${drawOrderOf(reference)}`,
  )
  await runStatement(
    queries,
    sql`update ${change} ${setValues(change, {
      before: expr`${change.before} - ${Object.keys(erasedPersonValues)}::text[]`,
      after: expr`${change.after} - ${Object.keys(erasedPersonValues)}::text[]`,
      reason: null,
    })}
     where ${change.resource} = 'registrations' and ${change.record_id} = ${id}`,
  )
  // Texts of appeals and their answers, and the corrected grade.
  await runStatement(
    queries,
    sql`update ${admissionAppeal} ${setValues(admissionAppeal, { explanation: neutralText, answer: null, grade: null, newValue: null })} where ${admissionAppeal.registrationId} = ${id}`,
  )
  await runStatement(
    queries,
    sql`update ${change} ${setValues(change, { before: {}, after: {}, reason: null })} where ${change.resource} = 'admission-appeals'
     and ${change.record_id} in (select ${admissionAppeal.id} from ${admissionAppeal} where ${admissionAppeal.registrationId} = ${id})`,
  )
  await runStatement(
    queries,
    sql`update ${applicationMessage} ${setValues(applicationMessage, { body: neutralText })} where ${applicationMessage.registrationId} = ${id}`,
  )
  await runStatement(
    queries,
    sql`update ${change} ${setValues(change, { before: {}, after: {}, reason: null })} where ${change.resource} = 'application-messages'
     and ${change.record_id} in (select ${applicationMessage.id} from ${applicationMessage} where ${applicationMessage.registrationId} = ${id})`,
  )
  await eraseBankLines(queries, { id, reference, keys })
  await runStatement(
    queries,
    sql`update ${registrationEvent} ${setValues(registrationEvent, { note: null })} where ${registrationEvent.registration_id} = ${id}`,
  )
  // An unfinished job still needs its input; it will find the record changed.
  await runStatement(
    queries,
    sql`update ${jobItem} ${setValues(jobItem, { title: '', changes: null, issues: null, input: expr`case when ${job.finished_at} is null then ${jobItem.input} end` })}
     from ${job} where ${job.id} = ${jobItem.job_id} and ${job.resource} = 'registrations' and ${jobItem.record_id} = ${id}`,
  )
  for (const one of [
    accessCode,
    applicantSession,
    placeAcceptance,
    applicationAnswer,
    emailVerification,
  ])
    await runStatement(queries, sql`delete from ${one} where ${one.registration_id} = ${id}`)
}

/**
 * Deletes emails about the application. Requests for a new access code only hold the reference
 * number.
 */
const deleteMails = (queries: Queries, id: string, reference: string) =>
  runStatement(
    queries,
    sql`delete from ${outboxMail} where ${outboxMail.record_id} = ${id} or (${outboxMail.kind} = 'accessCode'
     and ${outboxMail.params} ->> 'reference' = ${reference}) returning ${pick({ id: outboxMail.id })}`,
  )
