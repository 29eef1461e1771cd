import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { backupFolder, storeBackup } from '@matricola/server/backup/stored-backups.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'

test('the five newest pre-migration archives are kept, and all pre-restore archives', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'matricola-kept-'))
  const folder = backupFolder(dataDir)
  mkdirSync(folder)
  const getArchiveName = (why: string, time: number) =>
    `before-${why}-${time}-matricola-2099-01-01-0000.tar.gz`
  // Archives written while the clock was ahead. Judging by their names, all are newer than the one
  // made now.
  const migrations = [1, 2, 3, 4, 5, 6].map((n) =>
    getArchiveName('migration', 4_070_908_800_000 + n),
  )
  const others = [
    ...[1, 2, 3, 4, 5, 6].map((n) => getArchiveName('restore', n)),
    'note.txt',
    'my-own.tar.gz',
  ]
  for (const name of [...migrations, ...others]) writeFileSync(join(folder, name), '')
  const database = await openTestDatabase()
  const plain = createTestContext(database)
  const { path } = await storeBackup(
    {
      ...plain,
      config: { ...plain.config, dataDir },
      files: createDiskFileStore(join(dataDir, 'files')),
    },
    'before-migration',
  )
  expect(readdirSync(folder).sort()).toEqual(
    [...migrations.slice(2), ...others, basename(path)].sort(),
  )
  await database.close()
  removeFolder(dataDir)
})
