import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import {
  accessLogOfRecordSql,
  logRecordAccess,
} from '@matricola/server/records/reading/access-log.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FileRecord } from '@matricola/server/session/file-records.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { changeTable, fileTable, outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  pick,
  runStatement,
  type Statement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { tieColumns } from '#resources/admission/ranking.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { documentOfFileField } from '#resources/application-documents.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import { dataChanges } from '#resources/data-changes.ts'
import { examResits } from '#resources/exam-resits.ts'
import { finances } from '#resources/finances.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { messages } from '#resources/messages.ts'
import { receipts } from '#resources/receipts.ts'
import { registrations } from '#resources/registrations.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import { describeAnswers, readFixedItemTexts } from '#server/admission/forms/published-forms.ts'
import { readBankLines } from '#server/privacy/erase-bank-lines.ts'
import {
  admissionResultTable,
  emailVerificationTable,
  placeAcceptanceTable,
  registrationEventTable,
} from '#server/tables/rows.ts'
import { isFileOf } from './application-files.ts'
import { getApplicationByReference } from './erase-by-reference.ts'

const file = table(fileTable)
const user = table(users)
const student = table(students)
const gradeAppeal = table(gradeAppeals)
const admissionAppeal = table(admissionAppeals)
const applicationMessage = table(applicationMessages)
const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const admissionResult = table(admissionResultTable)
const placeAcceptance = table(placeAcceptanceTable)
const emailVerification = table(emailVerificationTable)
const ledgerEntry = table(finances)
const receipt = table(receipts)
const dataChange = table(dataChanges)
const examResit = table(examResits)
const message = table(messages)
const registrationEvent = table(registrationEventTable)
const change = table(changeTable)
const outboxMail = table(outboxMailTable)

/**
 * Everything stored about an applicant: the data for a JSON file, and the documents under unique
 * names.
 */
export interface PersonExport {
  readonly data: { readonly [part: string]: unknown }
  readonly files: readonly (Pick<FileRecord, 'key' | 'sha256' | 'state'> & {
    readonly name: string
  })[]
}

const extensions: { readonly [mediaType: string]: string } = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/**
 * Collects everything stored about the application with a reference number and about the student it
 * became. Records the export in the access log. Throws `record.missing`.
 */
export async function exportPerson(context: Context, reference: string): Promise<PersonExport> {
  const { clock, database } = context
  const { id, studentId } = await getApplicationByReference(database, reference)
  const files = await filesOf(context, id)
  const application = await readWholeRecord(context, registrations, id)
  const data = {
    exportedAt: clock.now().toISOString(),
    application,
    formAnswers: (await describeAnswers(database, { ...application.values, id })).map(
      ({ key, label, answer, options, columns }) => ({
        ...{ key, label, answer },
        ...(options && { options }),
        ...(columns && { columns }),
      }),
    ),
    fieldTexts: await readFixedItemTexts(database, { ...application.values, id }),
    student: studentId === null ? null : await readWholeRecord(context, students, studentId),
    account: await readFirst(
      database,
      sql`select ${pick({ ...columns(user, 'name', 'username', 'email'), last_login_at: user.lastLoginAt })} from ${user}
       where ${user.id} = (select ${student.userId} from ${student} where ${student.id} = ${studentId})`,
    ),
    appeals: await runStatement(
      database,
      sql`select ${pick({
        appealed_at: gradeAppeal.appealedAt,
        ...columns(gradeAppeal, 'result', 'value', 'explanation', 'status'),
        new_result: gradeAppeal.newResult,
        new_value: gradeAppeal.newValue,
        answer: gradeAppeal.answer,
        answered_at: gradeAppeal.answeredAt,
      })} from ${gradeAppeal} where ${gradeAppeal.studentId} = ${studentId} order by ${gradeAppeal.appealedAt}`,
    ),
    results: await runStatement(
      database,
      sql`select ${pick({
        round: admissionRound.name,
        ...columns(admissionResult, 'notified_at', 'outcome', 'choice', 'missing', 'averages'),
        ...columns(admissionResult, ...tieColumns, 'positions', 'reasons', 'ineligible'),
        ...columns(admissionResult, 'waiting_positions', 'change', 'cause', 'cause_details'),
      })} from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
       where ${admissionResult.registration_id} = ${id} and ${admissionResult.notified_at} is not null order by ${admissionResult.notified_at}`,
    ),
    placeAnswers: await runStatement(
      database,
      sql`select ${pick(columns(placeAcceptance, 'at', 'specialization_id', 'kind', 'mode', 'consented', 'agreed_to_pay', 'actor_kind', 'told', 'language', 'text_version'))} from ${placeAcceptance}
       where ${placeAcceptance.registration_id} = ${id} order by ${placeAcceptance.at}, ${placeAcceptance.id}`,
    ),
    emailVerifications: await runStatement(
      database,
      sql`select ${pick(columns(emailVerification, 'created_at', 'address', 'former_address', 'expires_at', 'verified_at', 'stopped_at'))} from ${emailVerification}
       where ${emailVerification.registration_id} = ${id} order by ${emailVerification.created_at}, ${emailVerification.id}`,
    ),
    resultAppeals: await runStatement(
      database,
      sql`select ${pick({
        appealed_at: admissionAppeal.appealedAt,
        ...columns(admissionAppeal, 'explanation', 'status', 'grade', 'answer'),
        new_value: admissionAppeal.newValue,
        answered_at: admissionAppeal.answeredAt,
      })} from ${admissionAppeal} where ${admissionAppeal.registrationId} = ${id} order by ${admissionAppeal.appealedAt}`,
    ),
    applicationMessages: await runStatement(
      database,
      sql`select ${pick({ sent_at: applicationMessage.sentAt, read_at: applicationMessage.readAt, ...columns(applicationMessage, 'author', 'body') })}
       from ${applicationMessage} where ${applicationMessage.registrationId} = ${id} and ${applicationMessage.undoneAt} is null order by ${applicationMessage.sentAt}, ${applicationMessage.id}`,
    ),
    books: await runStatement(
      database,
      sql`select ${pick({ ...columns(ledgerEntry, 'direction', 'kind', 'amount', 'description', 'method'), booked_on: ledgerEntry.bookedOn })} from ${ledgerEntry}
       where ${ledgerEntry.registrationId} = ${id} or ${ledgerEntry.studentId} = ${studentId} order by ${ledgerEntry.bookedOn}, ${ledgerEntry.id}`,
    ),
    receipts: await runStatement(
      database,
      sql`select ${pick({ ...columns(receipt, 'label', 'direction', 'amount', 'method', 'document', 'payer', 'state'), booked_on: receipt.bookedOn, refund_reason: receipt.refundReason, void_reason: receipt.voidReason })} from ${receipt}
       where ${receipt.registrationId} = ${id} or ${receipt.studentId} = ${studentId} order by ${receipt.bookedOn}, ${receipt.id}`,
    ),
    bankPayments: await readBankLines(database, { id, reference }),
    dataChanges: await runStatement(
      database,
      sql`select ${pick({ requested_at: dataChange.requestedAt, ...columns(dataChange, 'subject', 'wanted', 'explanation', 'status', 'answer') })} from ${dataChange}
       where ${dataChange.studentId} = ${studentId} order by ${dataChange.requestedAt}`,
    ),
    resits: await runStatement(
      database,
      sql`select ${pick({ requested_at: examResit.requestedAt, ...columns(examResit, 'kind', 'explanation', 'status', 'answer') })} from ${examResit}
       where ${examResit.studentId} = ${studentId} order by ${examResit.requestedAt}`,
    ),
    messages: await runStatement(
      database,
      sql`select ${pick({ sent_at: message.sentAt, sender_name: message.senderName, recipient_name: message.recipientName, ...columns(message, 'subject', 'body') })}
       from ${message} join ${student} on ${student.userId} = ${message.recipientId} or (${student.userId} = ${message.senderId} and ${message.recipientCount} is not null)
       where ${student.id} = ${studentId} order by ${message.sentAt}`,
    ),
    documents: files.map(({ key: _key, sha256: _hash, ...file }) => file),
    timeline: await runStatement(
      database,
      sql`select ${pick(columns(registrationEvent, 'at', 'type', 'actor_kind', 'note'))} from ${registrationEvent} where ${registrationEvent.registration_id} = ${id} order by ${registrationEvent.at}, ${registrationEvent.id}`,
    ),
    changes: await runStatement(
      database,
      sql`select ${pick(columns(change, 'at', 'action', 'reason', 'before', 'after'))} from ${change}
       where ${change.resource} = 'registrations' and ${change.record_id} = ${id} order by ${change.version}`,
    ),
    mails: await runStatement(
      database,
      sql`select ${pick(columns(outboxMail, 'created_at', 'sent_at', 'kind', 'address', 'subject'))} from ${outboxMail}
       where ${outboxMail.record_id} = ${id} order by ${outboxMail.created_at}`,
    ),
    lookedAtBy: await runStatement(
      database,
      sql`select at, kind, user_role as role ${accessLogOfRecordSql('registrations', id)} order by at`,
    ),
  }
  await logRecordAccess(database, { id: null, name: 'export-person', role: null }, clock.now(), {
    resource: 'registrations',
    recordId: id,
    kind: 'exported',
  })
  await recordSecurityEvent(database, clock.now(), {
    kind: 'dataExported',
    details: { registration: id },
  })
  return {
    data,
    files: files.map(({ storedAs, key, sha256, state }) => ({
      name: storedAs,
      key,
      sha256,
      state,
    })),
  }
}

const readFirst = async <Row extends object>(queries: Queries, statement: Statement<Row>) =>
  (await runStatement(queries, statement))[0] ?? null

/** Returns a record with decrypted values and the titles of referenced records. */
async function readWholeRecord(context: Context, resource: AnyResource, id: string) {
  const permit = systemPermit('admission', resource, 'read')
  const records = recordsOf(context)
  const { values } = await records.getStored(permit, id)
  const { _titles: titles, createdAt, updatedAt } = await records.get(permit, id)
  return { id, createdAt, updatedAt, values, titles }
}

/**
 * Returns the documents, including replaced ones, under generated names instead of the names that
 * the applicant chose.
 */
async function filesOf({ database }: Context, id: string) {
  const stored = await runStatement(
    database,
    sql`select ${pick(columns(file, 'field', 'name', 'media_type', 'key', 'sha256', 'state', 'created_at', 'replaced_at'))} from ${file}
     where ${isFileOf(file, id)} and ${file.claimed_at} is not null
     order by ${file.resource} desc, ${file.field}, ${file.created_at}, ${file.id}`,
  )
  return stored.map(
    (
      {
        field,
        name,
        media_type: mediaType,
        key,
        sha256,
        state,
        created_at: sentAt,
        replaced_at: replacedAt,
      },
      index,
    ) => {
      const document = documentOfFileField(field ?? '') ?? 'attachment'
      return {
        document,
        name,
        storedAs: `${index + 1}-${document}.${extensions[mediaType] ?? 'bin'}`,
        sentAt,
        replacedAt,
        state,
        key,
        sha256,
      }
    },
  )
}
