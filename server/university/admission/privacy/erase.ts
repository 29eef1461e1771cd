import { AppError } from '#model/errors.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import { removeEml } from '#server/engine/ports/eml-mail.ts'
import { type DroppedFile, removeDropped } from '#server/engine/session/file-records.ts'
import { storedColumns, type Values } from '#server/engine/sql/storage.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { forgetStudent } from '#server/university/privacy/forget-student.ts'

const registrations = resourceNamed('registrations')

/** What erasing needs of the program. */
export type Erasing = Pick<Context, 'database' | 'files' | 'clock' | 'keys' | 'config' | 'log'>

/** Stands where a column must hold a text, and nobody's name is to be in it. */
const neutralText = '-'

/** The three documents. */
const withoutFiles: Values = { fileCVUrl: null, fileDiplomaUrl: null, fileIdCardUrl: null, documentMarks: null }

/**
 * What stands in place of a person's data: everything that could tell who it was. Reference, status, programme, dates and
 * sex stay, for counting. `ZZ` is the code of no country.
 */
export const withoutPerson: Values = {
  ...withoutFiles,
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
  issue: null,
  issueExplanation: null,
  suggestion: null,
  requestedChanges: null,
}

export interface Erasure {
  readonly id: string
  /** The person's data as well; else only the files. */
  readonly isWhole: boolean
  /** What the history says did it. */
  readonly by: 'erasure' | 'retention'
  /** Also while the application is being decided: after a restore it may be again. */
  readonly evenOpen?: boolean
}

interface Gone {
  readonly files: readonly DroppedFile[]
  readonly mails: readonly { readonly id: string }[]
}

/**
 * Removes the files of an application, older ones too, and with `isWhole` everything that tells whose it was: columns,
 * values in the history, notes, mails, and what the student it became wrote. Notes it in the table that a restore reads. Answers the number of files. Throws
 * `record.missing`, and `step.refused` while the application is neither declined nor enrolled.
 */
export async function erase(context: Erasing, erasure: Erasure): Promise<number> {
  const gone = await context.database.transaction((queries) => eraseRows(queries, context, erasure))
  await removeDropped(context, gone.files)
  for (const { id } of gone.mails) await removeEml(context.config.dataDir, id)
  return gone.files.length
}

async function eraseRows(queries: Queries, { clock, keys }: Erasing, { id, isWhole, by, evenOpen = false }: Erasure): Promise<Gone> {
  const at = clock.now()
  const [record] = await queries.query<{ referenceCode: string; studentId: string | null; isOpen: boolean }>(
    `select reference_code as "referenceCode", student_id as "studentId", status <> 'declined' and enrolled_at is null as "isOpen" from registrations
     where id = $1 for update`,
    [id],
  )
  if (!record) throw new AppError('record.missing')
  if (record.isOpen && !evenOpen) throw new AppError('step.refused')
  const set: Values = isWhole ? { ...withoutPerson, erasedAt: at.toISOString() } : withoutFiles
  const columns = storedColumns(registrations, set, { ...set, referenceCode: record.referenceCode }, { keys, id })
  const [written] = await queries.query<{ version: number }>(
    `update registrations set ${columns.map(([name], i) => `${name} = $${i + 3}`).join(', ')}, version = version + 1, updated_at = $2
     where id = $1 returning version`,
    [id, at.toISOString(), ...columns.map(([, value]) => value)],
  )
  if (isWhole) await forgetPerson(queries, id)
  // The history tells that it happened, and nothing of what was there.
  await queries.query(
    `insert into change (id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, reason, before, after)
     values ($1, 'registrations', $2, $3, 'erase', null, $4, null, $5, null, '{}'::jsonb, $6::jsonb)`,
    [uuidv7(at), id, written?.version ?? 1, by, at.toISOString(), JSON.stringify(isWhole ? { erasedAt: at.toISOString() } : {})],
  )
  await addEvent(queries, {
    registrationId: id,
    type: 'dataErased',
    by: { kind: 'system' },
    at,
    payload: { scope: isWhole ? 'person' : 'files' },
  })
  await queries.query(
    `insert into erasure as e (record_id, resource, at, is_whole) values ($1, 'registrations', $2, $3)
     on conflict (record_id) do update set at = $2, is_whole = e.is_whole or $3`,
    [id, at.toISOString(), isWhole],
  )
  const files = await queries.query<{ id: string; key: string }>(
    `update file set claimed_at = null, owner_id = record_id, name = $2 where resource = 'registrations' and record_id = $1
     returning id, key`,
    [id, neutralText],
  )
  if (!isWhole) return { files, mails: [] }
  const mails = await forgetMails(queries, id, record.referenceCode)
  const { studentId } = record
  return { files, mails: studentId === null ? mails : [...mails, ...(await forgetStudent(queries, { studentId, keys, at }))] }
}

/** What stands beside the record: the history and the rows of jobs without personal values, the timeline without words, no way in for the applicant. */
async function forgetPerson(queries: Queries, id: string): Promise<void> {
  await queries.query(
    `update change set before = before - $2::text[], after = after - $2::text[], reason = null
     where resource = 'registrations' and record_id = $1`,
    [id, Object.keys(withoutPerson)],
  )
  await queries.query('update registration_event set note = null where registration_id = $1', [id])
  // A job that is not done finds the record changed; until then its cells are its own to read.
  await queries.query(
    `update job_item i set title = '', changes = null, issues = null, input = case when j.finished_at is null then i.input end
     from job j where j.id = i.job_id and j.resource = 'registrations' and i.record_id = $1`,
    [id],
  )
  for (const table of ['access_code', 'applicant_session']) await queries.query(`delete from ${table} where registration_id = $1`, [id])
}

/** Mails about the application. One that tells a new access code was asked for by the reference alone. */
const forgetMails = (queries: Queries, id: string, reference: string) =>
  queries.query<{ id: string }>(
    `delete from outbox_mail where registration_id = $1 or (kind = 'accessCode' and params ->> 'reference' = $2) returning id`,
    [id, reference],
  )
