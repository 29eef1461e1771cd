/**
 * Opens a university from before the migrations were joined into a baseline, and restores its
 * backup. `archives/` was written by commit a5d7a5a6: the database as SQL statements, an archive of
 * `db:backup`, and the keys of both. It has at least one row for each name that a migration after
 * the baseline changes.
 */

import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { restoreBackup } from '@matricola/server/backup/restore.ts'
import type { Database } from '@matricola/server/database/database.ts'
import {
  appliedSchemaVersions,
  assertMigrated,
  migrate,
} from '@matricola/server/database/migrate.ts'
import { knownSchemaVersions } from '@matricola/server/database/migrations.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import { readSecretKeys } from '@matricola/server/secret-keys.ts'
import { projectRoot, removeFolder, silentLog } from '@matricola/testing/databases.ts'
import { emptyEngines } from '@matricola/testing/empty-databases.ts'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registry } from '#resources/index.ts'
import { placeStateWork } from '#server/admission/place-state.ts'
import { createTestContext } from '#tests/support/app.ts'
import { migrations, openTestDatabase } from '#tests/support/databases.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const archives = join(projectRoot, 'tests/long/database/archives')
const statements = gunzipSync(readFileSync(join(archives, 'database.sql.gz')))
  .toString()
  .split('\n;\n')
const folder = mkdtempSync(join(tmpdir(), 'first-migrations-'))
afterAll(() => removeFolder(folder))

/** Only the baseline, and the tags of the migrations after it. */
const baseline = migrations.map((pack) => ({ ...pack, migrations: pack.migrations.slice(0, 1) }))
const since = migrations.flatMap((pack) => pack.migrations.slice(1).map(({ tag }) => tag))

describe.each(emptyEngines)('a university from before the baseline on $engine', ({ open }) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  it('is migrated once, keeps its rows and has the same tables as a new database', async () => {
    const fresh = await openTestDatabase()
    for (const statement of statements) await database.query(statement)
    await assertMigrated(database, baseline)

    expect(await migrate(database, migrations)).toEqual(since)
    expect(await appliedSchemaVersions(database, migrations)).toEqual(
      knownSchemaVersions(migrations),
    )
    expect(await migrate(database, migrations)).toEqual([])
    expect(await students(database)).toEqual(oneStudent)
    expect(await renamedValues(database)).toEqual(currentValues)
    expect(await shapeOf(database)).toEqual(await shapeOf(fresh))
    await fresh.close()

    expect(await placeStates(database)).toEqual(unknownStates)
    await fillPlaceStates(database)
    expect(await placeStates(database)).toEqual(currentStates)
  })

  it('is restored from its backup', async () => {
    // A restore reads no other settings.
    const config = { root: projectRoot, dataDir: folder } as never
    const target = {
      database,
      files: createDiskFileStore(folder),
      keys: await readSecretKeys(archives),
      config,
      registry,
      migrations,
      log: silentLog,
    }
    const clock = { now: () => new Date('2026-12-01T08:30:00Z') }
    await migrate(database, migrations)
    await restoreBackup(
      join(archives, 'backup.tar.gz'),
      { ...target, clock },
      { force: false, erasures: testedApp.packs.erasures },
    )
    expect(await appliedSchemaVersions(database, migrations)).toEqual(
      knownSchemaVersions(migrations),
    )
    expect(await students(database)).toEqual(oneStudent)
    expect(await renamedValues(database)).toEqual(currentValues)
    await fillPlaceStates(database)
    expect(await placeStates(database)).toEqual(currentStates)
  })
})

/** Runs the work that follows the first start. */
async function fillPlaceStates(database: Database): Promise<void> {
  const context = createTestContext(database)
  for (const { work } of placeStateWork) await work(context)
}
const placeStates = async ({ query }: Database) =>
  (
    await query<{ found: string }>(
      "select concat_ws(' ', status, place_state, count(*)) as found from registrations group by status, place_state order by 1",
    )
  ).map(({ found }) => found)
const unknownStates = ['accepted none 2', 'under_review none 2']
const currentStates = ['accepted accepted 2', 'under_review none 1', 'under_review waiting 1']

const oneStudent = [{ last_name: 'Țuțea', group_name: '101', programme: 'Informatică aplicată' }]
const students = ({ query }: Database) =>
  query(
    'select s.last_name, s.group_name, p.name as programme from students s join specializations p on p.id = s.specialization_id',
  )

/**
 * Values that migrations after the baseline rename, or whose columns they rename, under their new
 * names.
 */
const currentValues = {
  appeals: ['2026-07-21', '2027-01-28'],
  bankPayment: ['set_aside', 'nothingDue'],
  concurrentSessions: 1,
  draftContent: 'v1:none',
  drafts: ['notified', 'ready'],
  emails: ['statusLimited'],
  examGrades: [8.5, 9.5],
  mutedNotifications: ['grades', 'exams'],
  notifications: ['gradeAppealed', 'gradesDue'],
  quotaFormulas: true,
  quotas: true,
  securityEvents: ['statusLimited'],
  settings: [72, 5, false],
  sheetLinks: 1,
  staleDrafts: ['ready'],
  submissionKeys: 1,
  synonym: 'budget',
  timeline: 1,
}
const renamedValues = async ({ query }: Database) => {
  const [row] = await query<{ found: typeof currentValues }>(`select jsonb_build_object(
    'appeals', (select jsonb_agg(to_char(at at time zone 'UTC', 'YYYY-MM-DD') order by at)
      from (select appealed_at as at from grade_appeals union all select appealed_at from admission_appeals) a),
    'bankPayment', (select jsonb_build_array(state, finding) from bank_payments),
    'concurrentSessions', (select count(*) from admission_sessions where is_concurrent),
    'draftContent', (select encrypted_content from application_draft),
    'drafts', (select jsonb_agg(state order by state) from admission_drafts),
    'emails', (select jsonb_agg(kind) from outbox_mail where kind like 'status%'),
    'examGrades', (select jsonb_build_array(written_grade, defence_grade) from license_exams),
    'mutedNotifications', (select to_jsonb(muted_notifications) from users where muted_notifications is not null),
    'notifications', (select jsonb_agg(type order by type) from notifications),
    'quotaFormulas', (select bool_and(cardinality(formulas) > 0) from admission_quota),
    'quotas', (select bool_and(cardinality(quotas) > 0 and notified_at is not null) from admission_result
      where draft_id in (select id from admission_drafts where state = 'notified')),
    'securityEvents', (select jsonb_agg(kind) from security_event where kind like 'status%'),
    'settings', (select jsonb_build_array(grade_appeal_hours, degree_part_grade, ranking_needs_second) from settings),
    'sheetLinks', (select count(*) from notifications where link like 'exams/%/grade-sheet'),
    'staleDrafts', (select jsonb_agg(d.state) from admission_drafts d join admission_run r on r.draft_id = d.id where r.stamp is null),
    'submissionKeys', (select count(*) from submission_key),
    'synonym', (select replacement from import_synonym),
    'timeline', (select count(*) from registration_event where type = 'resultAppealed')) as found`)
  return row?.found
}

/** Columns in order, because backup rows are matched by position, and indexes and constraints. */
const shapeOf = ({ query }: Database) =>
  query(`
    select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ',
      row_number() over (partition by table_name order by ordinal_position), udt_name, is_nullable, column_default, datetime_precision,
      numeric_precision, numeric_scale) as text from information_schema.columns where table_schema = 'public' and table_name <> 'migration'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migration'
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    order by 1, 2`)
