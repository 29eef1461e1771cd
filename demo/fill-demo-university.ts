import { randomInt } from 'node:crypto'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { columnNameOf, tableNameOf } from '@matricola/server/database/names.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { storePassword } from '@matricola/server/session/accounts.ts'
import { hashPassword } from '@matricola/server/session/password-hash.ts'
import { storedColumns } from '@matricola/server/sql/storage.ts'
import { expr, pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { departments } from '#resources/departments.ts'
import { getResource, type ResourceName } from '#resources/index.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import { completeAnswerIndex, listItems } from '#server/admission/forms/listed-answers.ts'
import { correctPlaceStates } from '#server/admission/place-state.ts'
import { storeAcceptances } from '#server/admission/ranking/acceptances.ts'
import { runDueDrafts } from '#server/admission/ranking/run.ts'
import { storeQuotas, storeRankingResults } from '#server/admission/ranking/store.ts'
import { admissionResultTable } from '#server/tables/rows.ts'
import { demoUsernames } from './accounts.ts'
import { storeAccessCodes, storeApplicantEmails } from './applicant-emails.ts'
import type { DemoHistory } from './application-history.ts'
import { attachDiploma } from './application-messages.ts'
import type { DemoUniversity } from './demo-university.ts'
import { markDocumentsPending } from './draw-documents.ts'
import { demoSeed, makeDemoUniversity } from './make-demo-university.ts'
import { runEarlyAdmissions } from './merit/run-early-admissions.ts'
import { makeRecentChanges } from './recent-changes.ts'
import type { DemoRow } from './rows.ts'

const user = table(users)
const department = table(departments)
const student = table(students)
const admissionSession = table(admissionSessions)
const admissionResult = table(admissionResultTable)

/** The accounts of the demo that can sign in, all with the same password. */
export interface DemoAccounts {
  readonly accounts: readonly {
    readonly role: Role
    readonly username: string
    readonly password: string
  }[]
}

/**
 * Fills an empty database with the demo university and returns its accounts. Returns null if the
 * database is not empty. The password is `DEMO_PASSWORD` or a random one.
 */
export async function fillDemoUniversity(context: Context): Promise<DemoAccounts | null> {
  const { config, database, keys, clock } = context
  if (!(await isEmpty(database))) return null
  const now = clock.now()
  const university = makeDemoUniversity(demoSeed, now)
  const password = config.demoPassword ?? generatePassword()
  // Each account needs a separate hash, because salts must be unique.
  const hashes = await Promise.all(demoUsernames.map(() => hashPassword(keys.pepper, password)))
  const accounts = demoUsernames.map((role) => ({ role, username: role, password }))
  await database.transaction(async (queries) => {
    await storeUniversity(queries, keys, university, now)
    await markDocumentsPending(queries)
    for (const [i, { username }] of accounts.entries()) {
      const userId = university.users.find((user) => user.username === username)?.id
      const hash = hashes[i]
      if (userId && hash) await storePassword(queries, { userId, hash, mustChange: false }, now)
    }
  })
  await attachDiploma(context, university)
  await makeRecentChanges(context, university)
  await database.query('analyze')
  await runDueDrafts(context)
  await runEarlyAdmissions(context, university, async (queries, late) => {
    await insertRows(queries, keys, 'registrations', late.registrations)
    await storeApplicationHistory(queries, late.history)
    await storeAccessCodes(queries, keys, late.registrations)
  })
  await correctPlaceStates(context)
  await completeAnswerIndex(context)
  return { accounts }
}

async function isEmpty(queries: Queries): Promise<boolean> {
  const filled = expr<boolean>`exists (select from ${user}) or exists (select from ${department}) or exists (select from ${student})`
  const [row] = await runStatement(queries, sql`select ${pick({ filled })}`)
  return row?.filled === false
}

/**
 * Stores all records, referenced ones first. Heads of departments are set after the professors are
 * stored.
 */
async function storeUniversity(
  queries: Queries,
  keys: SecretKeys,
  university: DemoUniversity,
  now: Date,
): Promise<void> {
  const headless = university.departments.map((department) => ({
    ...department,
    headOfDepartmentId: null,
  }))
  await insertRows(queries, keys, 'users', university.users)
  await insertRows(queries, keys, 'departments', headless)
  await insertRows(queries, keys, 'professors', university.professors)
  for (const { id, headOfDepartmentId } of university.departments)
    await runStatement(
      queries,
      sql`update ${department} ${setValues(department, { headOfDepartmentId })} where ${department.id} = ${id}::uuid`,
    )
  for (const name of ['specializations', 'courses'] as const)
    await insertRows(queries, keys, name, university[name])
  await insertRows(
    queries,
    keys,
    'students',
    university.students.map((student) => ({ ...student, registrationId: null })),
  )
  for (const name of [
    'academic-years',
    'academic-periods',
    'university-classes',
    'class-hours',
    'class-enrolments',
    'class-assistants',
    'exams',
    'admission-sessions',
    'application-forms',
    'application-form-versions',
    'admission-rounds',
    'place-kinds',
    'admission-programmes',
    'special-places',
    'admission-fees',
    'admission-drafts',
    'registrations',
    'application-choices',
    'message-templates',
    'application-messages',
    'receipt-series',
    'finances',
    'bank-payments',
    'exam-resits',
    'grades',
    'grade-appeals',
    'license-exams',
    'data-changes',
    'messages',
    'notifications',
    'saved-views',
  ] as const)
    await insertRows(queries, keys, name, university[name])
  await linkStudentsToApplications(queries, university.students)
  for (const { id, formId, content } of university['application-form-versions'])
    if (formId && content) await listItems(queries, { formId, versionId: id, content })
  await storeHistory(queries, university.history)
  await storeApplicantEmails(queries, keys, university.registrations, now)
  for (const settings of university.settings) await storeSettings(queries, keys, settings)
  // Remove the admission session that the first start created by default.
  await runStatement(
    queries,
    sql`delete from ${admissionSession} where ${admissionSession.id} <> all(${university['admission-sessions'].map(({ id }) => id)}::uuid[])`,
  )
}

/** Links students to their applications. */
async function linkStudentsToApplications(
  queries: Queries,
  studentRows: readonly DemoRow<'students'>[],
): Promise<void> {
  const tied = studentRows.flatMap(({ id, registrationId }) =>
    registrationId ? [{ id, application: registrationId }] : [],
  )
  await runStatement(
    queries,
    sql`update ${student} ${setValues(student, { registrationId: expr<string>`tied.application` })}
     from jsonb_to_recordset(${JSON.stringify(tied)}::jsonb) as tied (id uuid, application uuid) where tied.id = ${student.id}`,
  )
}

async function storeApplicationHistory(
  queries: Queries,
  { changes, events }: DemoHistory,
): Promise<void> {
  await queries.query(
    `insert into change (id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, before, after)
     select id, 'registrations', record_id, version, action, actor_id, actor_name, actor_role, at, before, after
     from jsonb_to_recordset($1::jsonb) as c (id uuid, record_id uuid, version integer, action text, actor_id uuid, actor_name text,
       actor_role text, at timestamptz, before jsonb, after jsonb)`,
    [JSON.stringify(changes)],
  )
  await queries.query(
    `insert into registration_event (id, registration_id, type, from_status, to_status, actor_kind, actor_id, actor_name, at, visible_from,
       note, payload)
     select * from jsonb_to_recordset($1::jsonb) as e (id uuid, registration_id uuid, type text, from_status text, to_status text,
       actor_kind text, actor_id uuid, actor_name text, at timestamptz, visible_from timestamptz, note text, payload jsonb)`,
    [JSON.stringify(events)],
  )
}

async function storeHistory(
  queries: Queries,
  { results, answers, ...history }: DemoUniversity['history'],
): Promise<void> {
  await storeApplicationHistory(queries, history)
  await storeAcceptances(queries, answers)
  for (const { draftId, notifiedAt, rows, ranked, quotas, programmes } of results) {
    await storeRankingResults(queries, draftId, rows, { ranked, causes: new Map() })
    await storeQuotas(queries, draftId, quotas, programmes)
    await runStatement(
      queries,
      sql`update ${admissionResult} ${setValues(admissionResult, { notified_at: notifiedAt })} where ${admissionResult.draft_id} = ${draftId}`,
    )
  }
}

/** Rows per statement, well below the limit of 65,535 parameters. */
const rowsAtOnce = 250

async function insertRows<N extends ResourceName>(
  queries: Queries,
  keys: SecretKeys,
  name: N,
  rows: readonly DemoRow<N>[],
): Promise<void> {
  const resource = getResource(name)
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const stored = rows
      .slice(start, start + rowsAtOnce)
      .map((row) => columnsOf(resource, keys, row))
    const names = stored[0]?.map(([column]) => column) ?? []
    const values = stored.flatMap((columns) => columns.map(([, value]) => value))
    const lines = stored.map(
      (_, line) => `(${names.map((_, index) => `$${line * names.length + index + 1}`).join(', ')})`,
    )
    await queries.query(
      `insert into ${tableNameOf(resource)} (${names.join(', ')}) values ${lines.join(', ')}`,
      values,
    )
  }
}

/** Returns all columns of a row, in the same order for all rows of a resource. */
function columnsOf(
  resource: AnyResource,
  keys: SecretKeys,
  row: DemoRow<ResourceName>,
): (readonly [column: string, value: unknown])[] {
  const values = valuesOf(resource, row)
  return [
    ['id', row.id],
    ['version', row.version ?? 1],
    ['created_at', row.createdAt],
    ['updated_at', row.updatedAt ?? row.createdAt],
    ...storedColumns(resource, values, values, { keys, id: row.id }),
  ]
}

function valuesOf(resource: AnyResource, row: DemoRow<ResourceName>): Record<string, unknown> {
  const fieldValues: { readonly [field: string]: unknown } = row
  return Object.fromEntries(
    storedEntries(resource).map(([name, { options }]) => [
      name,
      fieldValues[name] ?? ('default' in options ? options.default : null) ?? null,
    ]),
  )
}

/** Overwrites the row of settings, which the first start has created. */
async function storeSettings(
  queries: Queries,
  keys: SecretKeys,
  settings: DemoRow<'settings'>,
): Promise<void> {
  const resource = getResource('settings')
  const values = valuesOf(resource, settings)
  const columns = storedColumns(resource, values, values, { keys, id: settings.id })
  const assignments = columns.map(([column], index) => `${column} = $${index + 1}`).join(', ')
  await queries.query(
    `update ${tableNameOf(resource)} set ${assignments}, ${columnNameOf('updatedAt')} = ${columnNameOf('createdAt')}`,
    columns.map(([, value]) => value),
  )
}

/** Returns a random password: four groups of unambiguous letters and digits, 78 bits. */
function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')
}
