import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { accessLogOfRecordSql, logRecordAccess } from '@matricola/server/records/reading/access-log.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FileRecord } from '@matricola/server/session/file-records.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { changeTable, fileTable, outboxMailTable } from '@matricola/server/sql/tables.ts'
import { columns, pick, runStatement, type Statement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import { dataChanges } from '#resources/data-changes.ts'
import { examResits } from '#resources/exam-resits.ts'
import { finances } from '#resources/finances.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { messages } from '#resources/messages.ts'
import { registrations } from '#resources/registrations.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import { readBankLines } from '#server/privacy/erase-bank-lines.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { getApplicationByReference } from './erase-by-reference.ts'

const f = table(fileTable, 'f')
const u = table(users, 'u')
const s = table(students, 's')
const a = table(gradeAppeals, 'a')
const ap = table(admissionAppeals, 'ap')
const fi = table(finances, 'fi')
const d = table(dataChanges, 'd')
const q = table(examResits, 'q')
const m = table(messages, 'm')
const e = table(registrationEventTable, 'e')
const c = table(changeTable, 'c')
const o = table(outboxMailTable, 'o')

/** Everything stored about an applicant: the data for a JSON file, and the documents under unique names. */
export interface PersonExport {
  readonly data: { readonly [part: string]: unknown }
  readonly files: readonly (Pick<FileRecord, 'key' | 'sha256' | 'state'> & { readonly name: string })[]
}

const extensions: { readonly [mediaType: string]: string } = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

/**
 * Collects everything stored about the application with a reference number and about the student it became. Records the export
 * in the access log. Throws `record.missing`.
 */
export async function exportPerson(context: Context, reference: string): Promise<PersonExport> {
  const { clock, database } = context
  const { id, studentId } = await getApplicationByReference(database, reference)
  const files = await filesOf(context, id)
  const data = {
    exportedAt: clock.now().toISOString(),
    application: await readWholeRecord(context, registrations, id),
    student: studentId === null ? null : await readWholeRecord(context, students, studentId),
    account: await readFirst(
      database,
      sql`select ${pick({ ...columns(u, 'name', 'username', 'email'), last_login_at: u.lastLoginAt })} from ${u}
       where ${u.id} = (select ${s.userId} from ${s} where ${s.id} = ${studentId})`,
    ),
    appeals: await runStatement(
      database,
      sql`select ${pick({
        appealed_at: a.appealedAt,
        ...columns(a, 'result', 'value', 'explanation', 'status'),
        new_result: a.newResult,
        new_value: a.newValue,
        answer: a.answer,
        answered_at: a.answeredAt,
      })} from ${a} where ${a.studentId} = ${studentId} order by ${a.appealedAt}`,
    ),
    resultAppeals: await runStatement(
      database,
      sql`select ${pick({
        appealed_at: ap.appealedAt,
        ...columns(ap, 'explanation', 'status', 'grade', 'answer'),
        new_value: ap.newValue,
        answered_at: ap.answeredAt,
      })} from ${ap} where ${ap.registrationId} = ${id} order by ${ap.appealedAt}`,
    ),
    books: await runStatement(
      database,
      sql`select ${pick({ ...columns(fi, 'direction', 'kind', 'amount', 'description', 'method'), booked_on: fi.bookedOn })} from ${fi}
       where ${fi.registrationId} = ${id} or ${fi.studentId} = ${studentId} order by ${fi.bookedOn}, ${fi.id}`,
    ),
    bankPayments: await readBankLines(database, { id, reference }),
    dataChanges: await runStatement(
      database,
      sql`select ${pick({ requested_at: d.requestedAt, ...columns(d, 'subject', 'wanted', 'explanation', 'status', 'answer') })} from ${d}
       where ${d.studentId} = ${studentId} order by ${d.requestedAt}`,
    ),
    resits: await runStatement(
      database,
      sql`select ${pick({ requested_at: q.requestedAt, ...columns(q, 'kind', 'explanation', 'status', 'answer') })} from ${q}
       where ${q.studentId} = ${studentId} order by ${q.requestedAt}`,
    ),
    messages: await runStatement(
      database,
      sql`select ${pick({ sent_at: m.sentAt, sender_name: m.senderName, recipient_name: m.recipientName, ...columns(m, 'subject', 'body') })}
       from ${m} join ${s} on ${s.userId} = ${m.recipientId} or (${s.userId} = ${m.senderId} and ${m.recipientCount} is not null)
       where ${s.id} = ${studentId} order by ${m.sentAt}`,
    ),
    documents: files.map(({ key: _key, sha256: _hash, ...file }) => file),
    timeline: await runStatement(
      database,
      sql`select ${pick(columns(e, 'at', 'type', 'actor_kind', 'note'))} from ${e} where ${e.registration_id} = ${id} order by ${e.at}, ${e.id}`,
    ),
    changes: await runStatement(
      database,
      sql`select ${pick(columns(c, 'at', 'action', 'reason', 'before', 'after'))} from ${c}
       where ${c.resource} = 'registrations' and ${c.record_id} = ${id} order by ${c.version}`,
    ),
    mails: await runStatement(
      database,
      sql`select ${pick(columns(o, 'created_at', 'sent_at', 'kind', 'address', 'subject'))} from ${o}
       where ${o.record_id} = ${id} order by ${o.created_at}`,
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
  await recordSecurityEvent(database, clock.now(), { kind: 'dataExported', details: { registration: id } })
  return { data, files: files.map(({ storedAs, key, sha256, state }) => ({ name: storedAs, key, sha256, state })) }
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

/** Returns the documents, including replaced ones, under generated names instead of the names that the applicant chose. */
async function filesOf({ database }: Context, id: string) {
  const stored = await runStatement(
    database,
    sql`select ${pick(columns(f, 'field', 'name', 'media_type', 'key', 'sha256', 'state', 'created_at', 'replaced_at'))} from ${f}
     where ${f.resource} = 'registrations' and ${f.record_id} = ${id} and ${f.claimed_at} is not null
     order by ${f.field}, ${f.created_at}, ${f.id}`,
  )
  return stored.map(({ field, name, media_type: mediaType, key, sha256, state, created_at: sentAt, replaced_at: replacedAt }, index) => {
    const document = documentNames.find((documentName) => documentField(documentName) === field) ?? 'file'
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
  })
}
