import { documentField, documentNames } from '#model/admission/documents.ts'
import type { AnyResource } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { systemPermit } from '#server/engine/policy/permit.ts'
import { looksAtSql, noteLook } from '#server/engine/records/access-log.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { recordEvent } from '#server/engine/session/events.ts'
import { applicationOf } from './erase-by-reference.ts'

/** Everything that is kept of a person's application: the data as JSON has it, and the documents by a name each. */
export interface PersonExport {
  readonly data: { readonly [part: string]: unknown }
  readonly files: readonly { readonly name: string; readonly key: string; readonly sha256: string }[]
}

const endings: { readonly [mediaType: string]: string } = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

/**
 * Collects what is kept of the application with that reference, and of the student it became; it is noted that this was
 * done. Throws `record.missing`.
 */
export async function exportPerson(context: Context, reference: string): Promise<PersonExport> {
  const { clock, database } = context
  const { id, studentId } = await applicationOf(database, reference)
  const files = await filesOf(context, id)
  const data = {
    exportedAt: clock.now().toISOString(),
    application: await wholeRecord(context, resourceNamed('registrations'), id),
    student: studentId === null ? null : await wholeRecord(context, resourceNamed('students'), studentId),
    account: await first(
      context,
      'select name, username, email, last_login_at from users where id = (select user_id from students where id = $1)',
      studentId,
    ),
    appeals: await rows(
      context,
      `select contested_at, result, value, explanation, status, new_result, new_value, answer, answered_at from grade_appeals
       where student_id = $1 order by contested_at`,
      studentId,
    ),
    dataChanges: await rows(
      context,
      'select requested_at, subject, wanted, explanation, status, answer from data_changes where student_id = $1 order by requested_at',
      studentId,
    ),
    resits: await rows(
      context,
      'select requested_at, kind, explanation, status, answer from exam_resits where student_id = $1 order by requested_at',
      studentId,
    ),
    messages: await rows(
      context,
      `select m.sent_at, m.sender_name, m.recipient_name, m.subject, m.body from messages m
         join students s on s.user_id = m.recipient_id or (s.user_id = m.sender_id and m.recipient_count is not null)
       where s.id = $1 order by m.sent_at`,
      studentId,
    ),
    documents: files.map(({ key: _key, sha256: _hash, ...file }) => file),
    timeline: await rows(
      context,
      'select at, type, actor_kind, note from registration_event where registration_id = $1 order by at, id',
      id,
    ),
    changes: await rows(
      context,
      `select at, action, reason, before, after from change where resource = 'registrations' and record_id = $1 order by version`,
      id,
    ),
    mails: await rows(
      context,
      'select created_at, sent_at, kind, address, subject from outbox_mail where registration_id = $1 order by created_at',
      id,
    ),
    lookedAtBy: await database.query(`select at, kind, user_role as role ${looksAtSql} order by at`, ['registrations', id]),
  }
  await noteLook(database, { id: null, name: 'export-person', role: null }, clock.now(), {
    resource: 'registrations',
    recordId: id,
    kind: 'exported',
  })
  await recordEvent(database, clock.now(), { kind: 'dataExported', details: { registration: id } })
  return { data, files: files.map(({ storedAs, key, sha256 }) => ({ name: storedAs, key, sha256 })) }
}

const rows = ({ database }: Context, text: string, id: string | null) => database.query(text, [id])
const first = async (context: Context, text: string, id: string | null) => (await rows(context, text, id))[0] ?? null

/** Values in clear, with the titles of what they refer to. */
async function wholeRecord(context: Context, resource: AnyResource, id: string) {
  const permit = systemPermit('admission', resource, 'read')
  const records = recordsOf(context)
  const { values } = await records.stored(permit, id)
  const { _titles: titles, createdAt, updatedAt } = await records.find(permit, id)
  return { id, createdAt, updatedAt, values, titles }
}

interface StoredFile {
  readonly field: string
  readonly name: string
  readonly media_type: string
  readonly key: string
  readonly sha256: string
  readonly created_at: string
  readonly replaced_at: string | null
}

/** The documents, older ones too, each under a name that no person chose. */
async function filesOf({ database }: Context, id: string) {
  const stored = await database.query<StoredFile>(
    `select field, name, media_type, key, sha256, created_at, replaced_at from file
     where resource = 'registrations' and record_id = $1 and claimed_at is not null order by field, created_at, id`,
    [id],
  )
  return stored.map(({ field, name, media_type: mediaType, key, sha256, created_at: sentAt, replaced_at: replacedAt }, place) => {
    const document = documentNames.find((known) => documentField(known) === field) ?? 'file'
    return { document, name, storedAs: `${place + 1}-${document}.${endings[mediaType] ?? 'bin'}`, sentAt, replacedAt, key, sha256 }
  })
}
