/**
 * Tests backups and restores on any engine: refusals, preserved archives, omitted tables, and
 * resumed work.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '@matricola/testing/databases.ts'
import { openLibraryDatabase } from '@matricola/testing/library/app.ts'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { findFingerprint } from '../../../backup/database-keys.ts'
import { backupToFile } from '../../../backup/write.ts'
import type { Database } from '../../../database/database.ts'
import { uuidv7 } from '../../../database/uuid.ts'
import { keysFingerprint } from '../../../secret-keys.ts'

/** Archive entries that were read, and whether a transaction was open at that time. */
const readEntries: { name: string; isInside: boolean }[] = []
let isInside = false
vi.mock('../../../backup/archive.ts', async (original) => {
  const archiveModule = await original<typeof import('../../../backup/archive.ts')>()
  return {
    ...archiveModule,
    async *entriesOf(path: string) {
      for await (const entry of archiveModule.entriesOf(path)) {
        readEntries.push({ name: entry.name, isInside })
        yield entry
      }
    },
  }
})

// Reloaded, because another file of this worker may have loaded it with the real archive module.
vi.resetModules()
const { restoreBackup } = await import('../../../backup/restore.ts')
// Packs register their tables with the registry and the modules that are loaded now.
const { library } = await import('@matricola/testing/library/app.ts')
const { createBackupInstallation, createKeys, insertBackupRow, seedBackupLibrary, tableChecksums } =
  await import('@matricola/testing/library/backups.ts')

const folder = mkdtempSync(join(tmpdir(), 'restores-'))
afterAll(() => removeFolder(folder))
const keys = createKeys()
const installation = (database: Database, secretKeys = keys) =>
  createBackupInstallation(folder, database, secretKeys)

describe('a backup', () => {
  it('is rejected by a database that is not empty, unless forced', async () => {
    const from = installation(await openLibraryDatabase())
    await seedBackupLibrary(from)
    const path = join(folder, 'refused.tar.gz')
    await backupToFile(from, path)
    const before = await tableChecksums(from.database)
    await from.database.query(`update branches set name = 'Other'`)
    await expect(
      restoreBackup(path, from, { force: false, erasures: library.packs.erasures }),
    ).rejects.toThrow('not empty')
    await restoreBackup(path, from, { force: true, erasures: library.packs.erasures })
    expect(await tableChecksums(from.database)).toEqual(before)
    await from.database.close()
  })

  it('is unpacked before any transaction begins, because a transaction that waits for large files would be aborted', async () => {
    const { database, ...to } = installation(await openLibraryDatabase())
    const observedDatabase: Database = {
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
    await restoreBackup(
      join(folder, 'refused.tar.gz'),
      { ...to, database: observedDatabase },
      { force: false, erasures: library.packs.erasures },
    )
    expect(readEntries.map(({ name }) => name)).toContain('files/2026/09/scan')
    expect(readEntries.filter((entry) => entry.isInside)).toEqual([])
    await database.close()
  })

  it('that replaces records first saves them to another archive', async () => {
    const from = installation(await openLibraryDatabase())
    const path = join(folder, 'earlier.tar.gz')
    await backupToFile(from, path)
    await seedBackupLibrary(from)
    const before = await tableChecksums(from.database)
    const { previousBackup } = await restoreBackup(path, from, {
      force: true,
      erasures: library.packs.erasures,
    })
    expect(await from.database.query('select count(*) as rows from users')).toEqual([{ rows: 0 }])
    expect(
      await restoreBackup(previousBackup ?? '', from, {
        force: false,
        erasures: library.packs.erasures,
      }),
    ).toMatchObject({
      previousBackup: null,
    })
    expect(await tableChecksums(from.database)).toEqual(before)
    await from.database.close()
  })

  it('leaves its jobs paused until a user resumes them', async () => {
    const from = installation(await openLibraryDatabase())
    const job = {
      kind: 'action',
      resource: 'members',
      actor_id: uuidv7(),
      actor_name: 'Ana',
      actor_role: 'admin',
      language: 'ro',
    }
    const rest = { input: {}, total: 2, counts: { ready: 2 }, created_at: new Date() }
    await insertBackupRow(from.database, 'job', {
      id: uuidv7(),
      ...job,
      ...rest,
      state: 'running',
      lease_token: uuidv7(),
      lease_until: new Date(),
    })
    await insertBackupRow(from.database, 'job', {
      id: uuidv7(),
      ...job,
      ...rest,
      state: 'checking',
      starts_by_itself: true,
    })
    const path = join(folder, 'jobs.tar.gz')
    await backupToFile(from, path)
    expect(
      await restoreBackup(path, from, { force: true, erasures: library.packs.erasures }),
    ).toMatchObject({ pausedJobs: 1 })
    expect(
      await from.database.query(
        'select state, starts_by_itself, lease_token from job order by state',
      ),
    ).toEqual([
      { state: 'checking', starts_by_itself: false, lease_token: null },
      { state: 'paused', starts_by_itself: false, lease_token: null },
    ])
    await from.database.close()
  })

  it('is one file that only its owner can read, and leaves no other files', () => {
    expect(statSync(join(folder, 'refused.tar.gz')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('that was truncated or changed is rejected before anything is changed', async () => {
    const to = installation(await openLibraryDatabase())
    const original = readFileSync(join(folder, 'refused.tar.gz'))
    const cut = join(folder, 'cut.tar.gz')
    for (const bytes of [
      original.subarray(0, original.length - 2_000),
      original.subarray(0, 40),
      Buffer.from('no archive'),
      Buffer.alloc(0),
    ]) {
      writeFileSync(cut, bytes)
      await expect(
        restoreBackup(cut, to, { force: true, erasures: library.packs.erasures }),
      ).rejects.toThrow('damaged or incomplete')
    }
    expect(await to.database.query('select count(*) as rows from settings')).toEqual([{ rows: 1 }])
    await to.database.close()
  })

  it('is completed even if a file is missing from the store, and names that file', async () => {
    const from = installation(await openLibraryDatabase())
    const { image } = await seedBackupLibrary(from)
    await from.files.remove(image.key)
    const path = join(folder, 'lost.tar.gz')
    await backupToFile(from, path)
    expect(
      await restoreBackup(path, from, { force: true, erasures: library.packs.erasures }),
    ).toMatchObject({
      files: 0,
      missingFiles: [image.key],
    })
    await from.database.close()
  })

  it('with other keys is rejected before anything is changed', async () => {
    const to = installation(await openLibraryDatabase(), { ...keys, index: randomBytes(32) })
    await to.database.query(`update settings set university_name = 'Mine'`)
    await expect(
      restoreBackup(join(folder, 'refused.tar.gz'), to, {
        force: true,
        erasures: library.packs.erasures,
      }),
    ).rejects.toThrow('do not match the backup')
    expect(await to.database.query('select university_name as name from settings')).toEqual([
      { name: 'Mine' },
    ])
    await to.database.close()
  })

  it('restores the fingerprint of its keys, including a backup from before fingerprints existed', async () => {
    const to = installation(await openLibraryDatabase())
    await restoreBackup(join(folder, 'refused.tar.gz'), to, {
      force: false,
      erasures: library.packs.erasures,
    })
    expect(await findFingerprint(to.database)).toBe(keysFingerprint(keys))
    const path = join(folder, 'with-fingerprint.tar.gz')
    await backupToFile({ ...to, keys: null }, path)
    expect(
      await restoreBackup(path, to, { force: true, erasures: library.packs.erasures }),
    ).toMatchObject({ tables: { users: 1200 } })
    await to.database.close()
  })
})
