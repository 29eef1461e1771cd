import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { joined } from '#server/app/packs/index.ts'
import { backupBeforeMigration } from '#server/engine/backup/before-migration.ts'
import { fingerprintIn } from '#server/engine/backup/database-keys.ts'
import { tableChecksum } from '#server/engine/backup/rows.ts'
import { backupToFile } from '#server/engine/backup/write.ts'
import type { Database } from '#server/engine/database/database.ts'
import { migrate } from '#server/engine/database/migrate.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import { diskFiles } from '#server/engine/ports/file-store.ts'
import { keysFingerprint } from '#server/engine/secret-keys.ts'
import { allEngines, engines, migrations, openTestDatabase, removeFolder, root, silent } from '#tests/support/databases.ts'

/** Archive entries read, and whether a transaction was open meanwhile. */
const readEntries: { name: string; isInside: boolean }[] = []
let isInside = false
vi.mock('#server/engine/backup/archive.ts', async (original) => {
  const whole = await original<typeof import('#server/engine/backup/archive.ts')>()
  return {
    ...whole,
    async *entriesOf(path: string) {
      for await (const entry of whole.entriesOf(path)) {
        readEntries.push({ name: entry.name, isInside })
        yield entry
      }
    },
  }
})

// Loaded anew: another file of this worker may have loaded it with the archives as they are.
vi.resetModules()
const { restoreBackup } = await import('#server/engine/backup/restore.ts')

// Two whole databases per test, on a machine that may be busy.
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => removeFolder(folder))
const keys = { pepper: randomBytes(32), encryption: randomBytes(32), index: randomBytes(32) }

/** Installation for backup and restore: a database, a folder of files, the keys. */
function installation(database: Database, own = keys) {
  const files = diskFiles(join(folder, randomUUID()))
  // Restoring reads nothing of the settings but the folder of the program and that of the data.
  const config = { root, dataDir: join(folder, randomUUID()) } as never
  return { database, files, keys: own, clock: { now: () => new Date('2026-09-01T08:30:00Z') }, log: silent, config, migrations }
}
type Installation = ReturnType<typeof installation>

const insert = (database: Database, table: string, row: Record<string, unknown>) =>
  database.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
    Object.values(row),
  )

/** A small university: two records that refer to each other, 1,200 accounts, a file, a session, a waiting mail. */
async function fillIn({ database, files }: Installation) {
  const scan = randomBytes(100_000)
  const image = { id: uuidv7(), key: '2026/09/scan', bytes: scan.length, sha256: createHash('sha256').update(scan).digest('hex') }
  await files.write(image.key, scan)
  await insert(database, 'file', {
    ...image,
    name: 'Ștampilă "nouă"\n.png',
    media_type: 'image/png',
    original_sha256: image.sha256,
    created_at: new Date(),
  })
  await database.query(
    `insert into users (id, name, name_key, username, username_key, email, email_key, role, is_active, last_login_at)
     select gen_random_uuid(), 'Ana ' || n, 'ana ' || n, 'ana' || n, 'ana' || n, 'ana' || n || '@univ.ro', 'ana', 'student', true, now() from generate_series(1, 1200) n`,
  )
  const [user] = await database.query<{ id: string }>(`update users set image_path = $1 where username = 'ana7' returning id`, [image.id])
  const [department, professor] = [uuidv7(), uuidv7()]
  await insert(database, 'departments', {
    id: department,
    name: 'Informatică',
    name_key: 'informatica{',
    budget: 1234567.89,
    is_active: true,
  })
  await insert(database, 'professors', {
    id: professor,
    last_name: 'Țurcanu',
    last_name_key: 't{urcanu',
    first_name: 'Ion',
    first_name_key: 'ion',
    academic_title: 'full',
    department_profile_id: department,
    email: 'ion@univ.ro',
    email_key: 'ion@univ.ro',
    hired_at: '2004-02-29',
    is_active: true,
  })
  await database.query('update departments set head_of_department_id = $1', [professor])
  await insert(database, 'change', {
    id: uuidv7(),
    resource: 'departments',
    record_id: department,
    version: 2,
    action: 'update',
    actor_id: user?.id,
    actor_name: 'Ana',
    at: new Date(),
    before: { name: 'Info', tags: [1, null, '"'] },
    after: { name: 'Informatică' },
  })
  const mail = { id: uuidv7(), kind: 'reset', language: 'ro', params: {} }
  await insert(database, 'outbox_mail', { ...mail, user_id: user?.id, created_at: new Date(), run_at: new Date() })
  await insert(database, 'one_time_token', { hash: 'x', kind: 'reset', user_id: user?.id, created_at: new Date(), expires_at: new Date() })
  return { scan, image }
}

const compared = ['users', 'departments', 'professors', 'settings', 'change', 'file']
const checksums = (database: Database) =>
  database.transaction(async (queries) => {
    const found: Record<string, unknown> = {}
    for (const table of compared) found[table] = await tableChecksum(queries, table)
    return found
  })

/** From and to the engine of this run. */
const directions = allEngines
  .flatMap((from) => allEngines.map((to) => ({ from: from.engine, to: to.engine, openFrom: from.open, openTo: to.open })))
  .filter(({ from, to }) => engines.some(({ engine }) => engine === from || engine === to))

describe.each(directions)('a backup made on $from and restored on $to', ({ openFrom, openTo }) => {
  it('gives back every row and file, and ends sessions, links and waiting mails (S-21.5)', async () => {
    const from = installation(await openFrom())
    const to = installation(await openTo())
    const { scan, image } = await fillIn(from)
    const path = join(folder, `${randomUUID()}.tar.gz`)
    await backupToFile(from, path)
    const report = await restoreBackup(path, to, { force: false, erasures: joined.erasures })
    expect(report).toMatchObject({
      files: 1,
      missingFiles: [],
      heldMails: 1,
      tables: { users: 1200, professors: 1, settings: 1 },
    })
    expect(await checksums(to.database)).toEqual(await checksums(from.database))
    expect(await buffer(await to.files.read(image.key))).toEqual(scan)
    expect(await to.database.query('select count(*) as links from one_time_token')).toEqual([{ links: 0 }])
    expect(await to.database.query('select state from outbox_mail')).toEqual([{ state: 'held' }])
    await expect(to.database.query(`update departments set head_of_department_id = gen_random_uuid()`)).rejects.toMatchObject({
      code: '23503',
    })
    await from.database.close()
    await to.database.close()
  })
})

describe('a backup', () => {
  it('is refused by a database that is not empty, unless it is forced', async () => {
    const from = installation(await openTestDatabase())
    await fillIn(from)
    const path = join(folder, 'refused.tar.gz')
    await backupToFile(from, path)
    const before = await checksums(from.database)
    await from.database.query(`update departments set name = 'Other'`)
    await expect(restoreBackup(path, from, { force: false, erasures: joined.erasures })).rejects.toThrow('not empty')
    await restoreBackup(path, from, { force: true, erasures: joined.erasures })
    expect(await checksums(from.database)).toEqual(before)
    await from.database.close()
  })

  it('is unpacked before any transaction begins: one that waited for gigabytes of files would be given up', async () => {
    const { database, ...to } = installation(await openTestDatabase())
    const watched: Database = {
      ...database,
      transaction: (work, options) =>
        database.transaction(async (queries) => {
          isInside = true
          return await work(queries).finally(() => {
            isInside = false
          })
        }, options),
    }
    readEntries.length = 0
    await restoreBackup(join(folder, 'refused.tar.gz'), { ...to, database: watched }, { force: false, erasures: joined.erasures })
    expect(readEntries.map(({ name }) => name)).toContain('files/2026/09/scan')
    expect(readEntries.filter((entry) => entry.isInside)).toEqual([])
    await database.close()
  })

  it('that replaces records keeps them in an archive of their own first', async () => {
    const from = installation(await openTestDatabase())
    const path = join(folder, 'earlier.tar.gz')
    await backupToFile(from, path)
    await fillIn(from)
    const before = await checksums(from.database)
    const { kept } = await restoreBackup(path, from, { force: true, erasures: joined.erasures })
    expect(await from.database.query('select count(*) as rows from users')).toEqual([{ rows: 0 }])
    expect(await restoreBackup(kept ?? '', from, { force: false, erasures: joined.erasures })).toMatchObject({ kept: null })
    expect(await checksums(from.database)).toEqual(before)
    await from.database.close()
  })

  it('brings no work on many records to life again: a person says whether it goes on', async () => {
    const from = installation(await openTestDatabase())
    const job = { kind: 'action', resource: 'students', actor_id: uuidv7(), actor_name: 'Ana', actor_role: 'admin', language: 'ro' }
    const rest = { input: {}, total: 2, counts: { ready: 2 }, created_at: new Date() }
    await insert(from.database, 'job', { id: uuidv7(), ...job, ...rest, state: 'running', lease_token: uuidv7(), lease_until: new Date() })
    await insert(from.database, 'job', { id: uuidv7(), ...job, ...rest, state: 'checking', starts_by_itself: true })
    const path = join(folder, 'jobs.tar.gz')
    await backupToFile(from, path)
    expect(await restoreBackup(path, from, { force: true, erasures: joined.erasures })).toMatchObject({ heldJobs: 1 })
    expect(await from.database.query('select state, starts_by_itself, lease_token from job order by state')).toEqual([
      { state: 'checking', starts_by_itself: false, lease_token: null },
      { state: 'paused', starts_by_itself: false, lease_token: null },
    ])
    await from.database.close()
  })

  it('is one file that only its owner reads, and leaves no other beside it', () => {
    expect(statSync(join(folder, 'refused.tar.gz')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('that was cut off or changed is refused before anything is touched', async () => {
    const to = installation(await openTestDatabase())
    const whole = readFileSync(join(folder, 'refused.tar.gz'))
    const cut = join(folder, 'cut.tar.gz')
    for (const bytes of [whole.subarray(0, whole.length - 2_000), whole.subarray(0, 40), Buffer.from('no archive'), Buffer.alloc(0)]) {
      writeFileSync(cut, bytes)
      await expect(restoreBackup(cut, to, { force: true, erasures: joined.erasures })).rejects.toThrow('not a whole backup')
    }
    expect(await to.database.query('select count(*) as rows from settings')).toEqual([{ rows: 1 }])
    await to.database.close()
  })

  it('goes on without a file that the store has lost, and says which', async () => {
    const from = installation(await openTestDatabase())
    const { image } = await fillIn(from)
    await from.files.remove(image.key)
    const path = join(folder, 'lost.tar.gz')
    await backupToFile(from, path)
    expect(await restoreBackup(path, from, { force: true, erasures: joined.erasures })).toMatchObject({
      files: 0,
      missingFiles: [image.key],
    })
    await from.database.close()
  })

  it('of other keys is refused before anything is touched (SAFE-02)', async () => {
    const to = installation(await openTestDatabase(), { ...keys, index: randomBytes(32) })
    await to.database.query(`update settings set university_name = 'Mine'`)
    await expect(restoreBackup(join(folder, 'refused.tar.gz'), to, { force: true, erasures: joined.erasures })).rejects.toThrow(
      'does not belong to the keys',
    )
    expect(await to.database.query('select university_name as name from settings')).toEqual([{ name: 'Mine' }])
    await to.database.close()
  })

  it('brings the fingerprint of its keys with it, also one from before there was any (SAFE-02)', async () => {
    const to = installation(await openTestDatabase())
    await restoreBackup(join(folder, 'refused.tar.gz'), to, { force: false, erasures: joined.erasures })
    expect(await fingerprintIn(to.database)).toBe(keysFingerprint(keys))
    const path = join(folder, 'with-fingerprint.tar.gz')
    await backupToFile({ ...to, keys: null }, path)
    expect(await restoreBackup(path, to, { force: true, erasures: joined.erasures })).toMatchObject({ tables: { users: 1200 } })
    await to.database.close()
  })
})

describe('before a migration', () => {
  it('a database with records in it is backed up, an empty or current one is not (S-22.2)', async () => {
    const database = await openTestDatabase()
    const current = { ...installation(database), config: { root, dataDir: join(folder, 'data') } as never }
    expect(await backupBeforeMigration(current)).toBeNull()
    const next = { tag: '9999_next', hash: 'next', statements: ['alter table meta add column more text'] }
    const [first, ...others] = migrations
    if (!first) throw new Error('there is no pack')
    const source = { ...current, migrations: [{ ...first, migrations: [...first.migrations, next] }, ...others] }
    expect(await backupBeforeMigration(source)).toBeNull()
    await fillIn(source)
    expect(await backupBeforeMigration(current)).toBeNull()
    const path = await backupBeforeMigration(source)
    await migrate(database, source.migrations)
    expect(await backupBeforeMigration(source)).toBeNull()
    // And the backup of the older shape fits the newer program: its rows are migrated on the way in.
    const report = await restoreBackup(path ?? '', source, { force: true, erasures: joined.erasures })
    expect(report.tables).toMatchObject({ users: 1200 })
    expect(await database.query(`select key, more from meta where key = 'restoredAt'`)).toEqual([{ key: 'restoredAt', more: null }])
    await database.close()
  })
})
