/**
 * Interrupts a restore, or runs it while other processes use the database. One of the two
 * universities must always be complete, and no copy of it visible to other processes.
 */

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storeFingerprint } from '@matricola/server/backup/database-keys.ts'
import { finishRestore, restoreBackup } from '@matricola/server/backup/restore.ts'
import { removeTemporaryArchives } from '@matricola/server/backup/temporary-files.ts'
import { backupToFile } from '@matricola/server/backup/write.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { migrate } from '@matricola/server/database/migrate.ts'
import { type DatabaseUse, openClaimed } from '@matricola/server/database/postgres/claim.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { DatabaseRefusal } from '@matricola/server/database/refusal.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'
import { systemClock } from '@matricola/server/ports/clock.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import { ensureSecretKeys, keysFingerprint } from '@matricola/server/secret-keys.ts'
import {
  buildProcess,
  createPostgresDatabase,
  embeddedWorker,
  projectRoot,
  removeFolder,
  silentLog,
  testPostgresUrl,
} from '@matricola/testing/databases.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { migrations, openTestDatabase } from '#tests/support/databases.ts'
import type { KilledRestore } from '#tests/support/killed-restore.ts'
import { testedApp } from '#tests/support/tested-app.ts'

// Every kill needs a separate process, possibly on a busy machine.
const folder = mkdtempSync(join(tmpdir(), 'interrupted-'))
afterAll(() => removeFolder(folder))

/**
 * Where an installation on an engine is stored, and how a server or a restore opens its database.
 */
interface RestoreTarget {
  readonly dataDir: string
  readonly url: string | null
  open(use: DatabaseUse): Promise<Database>
  remove(): Promise<void>
}

function createEmbeddedTarget(): Promise<RestoreTarget> {
  const dataDir = join(folder, randomUUID())
  const open = () =>
    connectEmbedded({
      directory: join(dataDir, 'database'),
      worker: embeddedWorker(),
      log: silentLog,
    })
  return Promise.resolve({ dataDir, url: null, open, remove: () => Promise.resolve() })
}

async function createPostgresTarget(): Promise<RestoreTarget> {
  const { url, drop } = await createPostgresDatabase(testPostgresUrl ?? '')
  const open = (use: DatabaseUse) =>
    openClaimed(url, use, silentLog, () => connectPostgres(url, silentLog, { max: 4 }))
  return { dataDir: join(folder, randomUUID()), url, open, remove: drop }
}

const engines = [
  testPostgresUrl
    ? { engine: 'postgres', make: createPostgresTarget }
    : { engine: 'embedded', make: createEmbeddedTarget },
]

const nameIn = async (database: Database) =>
  (await database.query<{ name: string }>('select university_name as name from settings'))[0]?.name

/** An installation to back up or restore. */
async function installation(database: Database, dataDir: string) {
  // A restore reads no other setting.
  const config = { root: projectRoot, dataDir } as never
  return {
    database,
    files: createDiskFileStore(join(dataDir, 'files')),
    keys: await ensureSecretKeys(dataDir),
    clock: systemClock,
    log: silentLog,
    config,
    registry,
    migrations,
  }
}

const addUsers = (database: Database) =>
  database.query(
    `insert into users (id, name, name_key, username, username_key, email, email_key, role, is_active)
     select gen_random_uuid(), 'Ana ' || n, 'ana', 'ana' || n, 'ana' || n, 'ana' || n || '@univ.ro', 'ana', 'student', true from generate_series(1, 600) n`,
  )

/** An archive of the university "New", made with the keys in `dataDir`. */
async function archiveOfNew(dataDir: string): Promise<string> {
  const database = await openTestDatabase()
  await addUsers(database)
  await database.query(`update settings set university_name = 'New'`)
  const path = join(folder, `${randomUUID()}.tar.gz`)
  await backupToFile(await installation(database, dataDir), path)
  await database.close()
  return path
}

/** Creates the university "Old" at this location. */
async function beginRestore(target: RestoreTarget): Promise<void> {
  const database = await target.open('shared')
  await migrate(database, migrations)
  await ensureSettings(database, registry)
  await addUsers(database)
  await database.query(`update settings set university_name = 'Old'`)
  await storeFingerprint(database, keysFingerprint(await ensureSecretKeys(target.dataDir)))
  await database.close()
}

describe.each(engines)('on $engine', ({ make }) => {
  let target: RestoreTarget
  let archive: string
  beforeAll(async () => {
    target = await make()
    await beginRestore(target)
    archive = await archiveOfNew(target.dataDir)
  })
  afterAll(() => target.remove())

  /** Restores in a process that is killed. Returns the university found afterwards. */
  async function killRestoreBefore(statement: string) {
    const temporary = mkdtempSync(join(folder, 'tmp-'))
    const given: KilledRestore = {
      archive,
      root: projectRoot,
      dataDir: target.dataDir,
      url: target.url,
      worker: fileURLToPath(embeddedWorker()),
      killBefore: statement,
    }
    const program = fileURLToPath(buildProcess('tests/support/killed-restore.ts'))
    const { signal, stderr } = spawnSync(process.execPath, [program, JSON.stringify(given)], {
      env: { ...process.env, TMPDIR: temporary },
      encoding: 'utf8',
    })
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' })
    expect(readdirSync(temporary)).toEqual([])
    expect(readdirSync(join(target.dataDir, 'incoming'))).toEqual([])
    const database = await target.open('alone')
    const [counted] = await database.query<{ users: number }>('select count(*) as users from users')
    return { database, name: await nameIn(database), users: counted?.users }
  }

  // The restore is one transaction, so the engine guarantees that a partial one leaves nothing
  // behind. The other points are the program's responsibility.
  const places = [
    ['before any table is dropped', 'drop table'],
    ['while rows are inserted', 'insert into "'],
    ['while foreign keys are restored', 'alter table'],
    ['right before it is completed', 'insert into meta'],
  ] as const
  test.each(testPostgresUrl ? places : places.slice(-1))(
    'a restore that is killed %s leaves the old university, and no copy of a table',
    async (_, statement) => {
      const { database, name, users } = await killRestoreBefore(statement)
      await database.close()
      expect({ name, users }).toEqual({ name: 'Old', users: 600 })
    },
  )

  test('a restore that is killed after storing its rows leaves the new university, and the next start completes it', async () => {
    const { database, name, users } = await killRestoreBefore('select from meta')
    expect({ name, users }).toEqual({ name: 'New', users: 600 })
    const findUnfinishedRestore = () =>
      database.query(`select from meta where key = 'restoreUnfinished'`)
    expect(await findUnfinishedRestore()).toHaveLength(1)
    await finishRestore(await installation(database, target.dataDir), testedApp.packs.erasures)
    expect(await findUnfinishedRestore()).toEqual([])
    await database.close()
  })

  test('a restore and a running server exclude each other', async () => {
    const server = await target.open('shared')
    await expect(target.open('alone')).rejects.toThrow(DatabaseRefusal)
    await server.close()
    const restore = await target.open('alone')
    await expect(target.open('shared')).rejects.toThrow(DatabaseRefusal)
    await expect(target.open('alone')).rejects.toThrow(DatabaseRefusal)
    await restore.close()
    await (await target.open('shared')).close()
  })

  test('a restore loses no data if a process that ignores the lock writes during it', async () => {
    const database = await target.open('alone')
    let transactions = 0
    const failingDatabase: Database = {
      ...database,
      async transaction(work, options) {
        // The first transaction reads the rows for the archive that is kept. The second replaces
        // them.
        if (++transactions === 2)
          await database.query(
            `update users set name = 'Written meanwhile' where username = 'ana7'`,
          )
        return await database.transaction(work, options)
      },
    }
    await expect(
      restoreBackup(archive, await installation(failingDatabase, target.dataDir), {
        force: true,
        erasures: testedApp.packs.erasures,
      }),
    ).rejects.toThrow('table users')
    expect(await database.query(`select name from users where username = 'ana7'`)).toEqual([
      { name: 'Written meanwhile' },
    ])
    await database.close()
  })
})

test('only unfinished archives that a killed process left are removed', async () => {
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const retained = ['before-restore-1-matricola-2026-09-01-0830.tar.gz', '.gitkeep', 'own.tar.gz']
  const drafts = [
    `.before-restore-2-matricola.tar.gz.${process.pid}`,
    `.own.tar.gz.${randomUUID()}.part`,
  ]
  for (const name of [...retained, ...drafts]) writeFileSync(join(backups, name), '')
  await removeTemporaryArchives(backups)
  expect(readdirSync(backups)).toHaveLength(5)
  await removeTemporaryArchives(backups, 0)
  expect(readdirSync(backups).sort()).toEqual(retained.sort())
})

if (testPostgresUrl)
  describe('the lock on a PostgreSQL database', () => {
    let target: RestoreTarget
    let control: pg.Client
    beforeAll(async () => {
      target = await createPostgresTarget()
      await beginRestore(target)
      control = new pg.Client({ connectionString: target.url ?? '' })
      await control.connect()
    })
    afterAll(async () => {
      await control.end()
      await target.remove()
    })
    /** Terminates the connections that hold the lock, as a network failure would. */
    const cut = () =>
      control.query(`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
    const answerOf = (database: Database) =>
      database.query('select 1').then(
        () => 'answered',
        (error: { code?: unknown }) => error.code,
      )

    test('is shared by any number of servers', async () => {
      const servers = [await target.open('shared'), await target.open('shared')]
      await expect(target.open('alone')).rejects.toThrow(/in use by 2 processes/)
      for (const server of servers) await server.close()
    })

    test('is taken again after its connection was lost', async () => {
      const server = await target.open('shared')
      await cut()
      await expect
        .poll(async () => {
          await answerOf(server)
          return await target.open('alone').then(
            (lockedDatabase) => lockedDatabase.close().then(() => 'free'),
            () => 'claimed',
          )
        })
        .toBe('claimed')
      expect(await answerOf(server)).toBe('answered')
      await server.close()
    })

    test('prevents a server that lost it from using the database during and after a restore', async () => {
      const server = await target.open('shared')
      await cut()
      let lockedDatabase: Database | undefined
      await expect
        .poll(async () => {
          lockedDatabase = await target.open('alone').catch(() => undefined)
          return lockedDatabase !== undefined
        })
        .toBe(true)
      await expect.poll(() => answerOf(server)).toBe('database.unavailable')
      await lockedDatabase?.query(`insert into meta (key, value) values ('restoredAt', 'now')`)
      await lockedDatabase?.close()
      expect(await answerOf(server)).toBe('database.unavailable')
      await server.close()
      const next = await target.open('shared')
      expect(await answerOf(next)).toBe('answered')
      await next.close()
    })
  })
