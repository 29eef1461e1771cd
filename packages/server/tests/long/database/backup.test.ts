import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import {
  allLibraryEngines,
  library,
  libraryEngines,
  openLibraryDatabase,
} from '@matricola/testing/library/app.ts'
import {
  createBackupInstallation,
  createKeys,
  seedBackupLibrary,
  tableChecksums,
} from '@matricola/testing/library/backups.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { backupBeforeMigration } from '../../../backup/before-migration.ts'
import { restoreBackup } from '../../../backup/restore.ts'
import { backupToFile } from '../../../backup/write.ts'
import type { Database } from '../../../database/database.ts'
import { migrate } from '../../../database/migrate.ts'

// Every test creates two complete databases, possibly on a busy machine.
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => removeFolder(folder))
const keys = createKeys()
const installation = (database: Database) => createBackupInstallation(folder, database, keys)

/** Combinations of engines that include the engine of this run. */
const directions = allLibraryEngines
  .flatMap((from) =>
    allLibraryEngines.map((to) => ({
      from: from.engine,
      to: to.engine,
      openFrom: from.open,
      openTo: to.open,
    })),
  )
  .filter(({ from, to }) => libraryEngines.some(({ engine }) => engine === from || engine === to))

describe.each(directions)('a backup made on $from and restored on $to', ({ openFrom, openTo }) => {
  it('restores every row and file, and ends sessions, links and pending emails', async () => {
    const from = installation(await openFrom())
    const to = installation(await openTo())
    const { scan, image } = await seedBackupLibrary(from)
    const path = join(folder, `${randomUUID()}.tar.gz`)
    await backupToFile(from, path)
    const report = await restoreBackup(path, to, {
      force: false,
      erasures: library.packs.erasures,
    })
    expect(report).toMatchObject({
      files: 1,
      missingFiles: [],
      heldEmails: 1,
      tables: { users: 1200, members: 1, settings: 1 },
    })
    expect(await tableChecksums(to.database)).toEqual(await tableChecksums(from.database))
    expect(await buffer(await to.files.read(image.key))).toEqual(scan)
    expect(await to.database.query('select count(*) as links from one_time_token')).toEqual([
      { links: 0 },
    ])
    expect(await to.database.query('select state from outbox_mail')).toEqual([{ state: 'held' }])
    await expect(
      to.database.query(`update branches set patron_id = gen_random_uuid()`),
    ).rejects.toMatchObject({
      code: '23503',
    })
    await from.database.close()
    await to.database.close()
  })
})

describe('before a migration', () => {
  it('a database with records is backed up, but an empty or current database is not', async () => {
    const database = await openLibraryDatabase()
    const current = {
      ...installation(database),
      config: { root: projectRoot, dataDir: join(folder, 'data') } as never,
    }
    expect(await backupBeforeMigration(current)).toBeNull()
    const next = {
      tag: '9999_next',
      hash: 'next',
      statements: ['alter table meta add column more text'],
    }
    const [first, ...others] = library.readMigrations()
    if (!first) throw new Error('there is no pack')
    const source = {
      ...current,
      migrations: [{ ...first, migrations: [...first.migrations, next] }, ...others],
    }
    expect(await backupBeforeMigration(source)).toBeNull()
    await seedBackupLibrary(source)
    expect(await backupBeforeMigration(current)).toBeNull()
    const path = await backupBeforeMigration(source)
    await migrate(database, source.migrations)
    expect(await backupBeforeMigration(source)).toBeNull()
    // The newer program can restore a backup of the older schema, and migrates its rows.
    const report = await restoreBackup(path ?? '', source, {
      force: true,
      erasures: library.packs.erasures,
    })
    expect(report.tables).toMatchObject({ users: 1200 })
    expect(await database.query(`select key, more from meta where key = 'restoredAt'`)).toEqual([
      { key: 'restoredAt', more: null },
    ])
    await database.close()
  })
})
