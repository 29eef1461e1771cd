/**
 * Administrative commands while a server is running, and how a backup reports that it is
 * incomplete.
 */
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { run as backup } from '@matricola/server/app/commands/backup.ts'
import { openContext } from '@matricola/server/app/open-context.ts'
import { startupErrorText } from '@matricola/server/app/startup-error.ts'
import { verifyArchive } from '@matricola/server/backup/archive.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { connect } from '@matricola/server/database/connect.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { DatabaseRefusal } from '@matricola/server/database/refusal.ts'
import { readVitals } from '@matricola/server/services/read-health.ts'
import { takeBackup } from '@matricola/server/services/take-backup.ts'
import { stageNewFile } from '@matricola/server/session/file-records.ts'
import { countFaultyFiles } from '@matricola/server/session/stored-files.ts'
import { projectRoot, silentLog, testPostgresUrl } from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { run as erase } from '#server/commands/erase.ts'
import { run as exportPerson } from '#server/commands/export-person.ts'
import { run as retention } from '#server/commands/retention.ts'
import {
  captureOutput,
  createInstallation,
  type Installation,
} from '#tests/support/installation.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let installation: Installation
beforeAll(async () => {
  installation = await createInstallation((program) =>
    symlinkSync(join(projectRoot, 'server'), join(program, 'server')),
  )
})
afterAll(() => installation.remove())

/** The output of a command, and the exit code that it set for the process. */
async function captureRun(
  work: () => Promise<void>,
): Promise<{ readonly text: string; readonly exitCode: unknown }> {
  try {
    return { text: await captureOutput(work), exitCode: process.exitCode }
  } finally {
    process.exitCode = undefined
  }
}

async function asServer<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const context = await openContext(testedApp, { config: installation.config, log: silentLog })
  return await work(context).finally(() => context.database.close())
}

test('the error of a backup into a missing or unwritable folder names that folder, not the data folder', async () => {
  const removedFolder = join(installation.folder, 'gone')
  await expect(
    backup([join(removedFolder, 'a.tar.gz')], installation.config, testedApp),
  ).rejects.toThrow(`The folder ${removedFolder} does not exist.`)
  const file = join(installation.folder, 'a-file')
  writeFileSync(file, '')
  const error = await backup([join(file, 'a.tar.gz')], installation.config, testedApp).catch(
    (reason: unknown) => reason,
  )
  expect(startupErrorText(error, installation.config)).toMatch(
    new RegExp(`^The folder ${file} cannot be written to: ENOTDIR`),
  )
})

test('a backup with a missing file reports the file’s name and exits with its own code, unlike a complete backup', async () => {
  const key = await asServer(async (context) => {
    const bytes = Buffer.from('%PDF-1.4 a diploma')
    const id = await stageNewFile(context, {
      bytes,
      original: bytes,
      kind: 'pdf',
      name: 'diploma.pdf',
      ownerId: null,
    })
    const [file] = await context.database.query<{ key: string }>(
      'update file set claimed_at = now() where id = $1 returning key',
      [id],
    )
    return String(file?.key)
  })
  const path = join(installation.config.dataDir, 'files', key)
  const original = readFileSync(path)
  writeFileSync(path, 'another diploma')
  const gaps = await captureRun(() =>
    backup([join(installation.folder, 'gaps.tar.gz')], installation.config, testedApp),
  )
  expect(gaps.exitCode).toBe(2)
  expect(gaps.text).toContain('WITHOUT a file')
  expect(gaps.text).toContain(`${key} (damaged)`)
  expect(await asServer(({ database }) => countFaultyFiles(database))).toBe(1)
  writeFileSync(path, original)
  const complete = await captureRun(() =>
    backup([join(installation.folder, 'whole.tar.gz')], installation.config, testedApp),
  )
  expect(complete.exitCode).toBeUndefined()
  expect(complete.text).not.toContain('WITHOUT')
  expect(await asServer(({ database }) => countFaultyFiles(database))).toBe(0)
  const eventsQuery = "select count(*) as n from security_event where kind = 'backupTaken'"
  expect(await asServer(({ database }) => database.query(eventsQuery))).toEqual([{ n: 2 }])
})

describe('the time of the last backup that monitors read', () => {
  const known = () => asServer(async (context) => (await readVitals(context)).queues.last_backup)
  const addFile = (name: string) =>
    asServer(async (context) => {
      const id = await stageNewFile(context, {
        bytes: Buffer.from(`%PDF-1.4 ${name}`),
        kind: 'pdf',
        name,
        ownerId: null,
      })
      const [file] = await context.database.query<{ key: string }>(
        'update file set claimed_at = now() where id = $1 returning key',
        [id],
      )
      return join(installation.config.dataDir, 'files', String(file?.key))
    })
  beforeEach(() =>
    asServer(({ database }) =>
      database.query("delete from security_event where kind = 'backupTaken'"),
    ),
  )

  test('is that of a complete archive that was stored', async () => {
    expect(await known()).toBeNull()
    await captureRun(() =>
      backup([join(installation.folder, 'complete.tar.gz')], installation.config, testedApp),
    )
    expect(await known()).not.toBeNull()
  })

  test('does not change for an archive with a missing file', async () => {
    const path = await addFile('lost.pdf')
    const bytes = readFileSync(path)
    rmSync(path)
    expect(
      (
        await captureRun(() =>
          backup([join(installation.folder, 'lacking.tar.gz')], installation.config, testedApp),
        )
      ).exitCode,
    ).toBe(2)
    expect(await known()).toBeNull()
    writeFileSync(path, bytes)
  })

  test('does not change for an archive that the disk corrupted, and the archive is removed', async () => {
    const handle = await open(join(installation.folder, 'any'), 'w')
    const files = Object.getPrototypeOf(handle) as FileHandle
    await handle.close()
    const cut = vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
      await this.truncate((await this.stat()).size - 20)
    })
    const path = join(installation.folder, 'cut.tar.gz')
    await expect(backup([path], installation.config, testedApp)).rejects.toThrow(
      /^The backup is damaged or incomplete/,
    )
    cut.mockRestore()
    expect(existsSync(path)).toBe(false)
    expect(await known()).toBeNull()
  })

  test('changes even if the system writes the data in parts', async () => {
    const handle = await open(join(installation.folder, 'any'), 'w')
    const files = Object.getPrototypeOf(handle) as FileHandle
    await handle.close()
    const write = files.write as (
      this: FileHandle,
      bytes: Buffer,
      ...rest: unknown[]
    ) => Promise<{ bytesWritten: number; buffer: Buffer }>
    const parts = vi.spyOn(files, 'write').mockImplementation(function (
      this: FileHandle,
      bytes: never,
      ...rest: unknown[]
    ) {
      const given = bytes as Buffer
      return rest.length > 0
        ? write.call(this, given, ...rest)
        : write.call(this, given.subarray(0, Math.ceil(given.length / 2)))
    } as never)
    const path = join(installation.folder, 'parts.tar.gz')
    await captureRun(() => backup([path], installation.config, testedApp))
    parts.mockRestore()
    expect((await verifyArchive(path)).missingFiles).toEqual([])
    expect(await known()).not.toBeNull()
  })

  test('does not change when an administrator downloads a backup, because the download may fail', async () => {
    await asServer(async (context) => {
      const [row] = await context.database.query<{ id: string }>(
        `insert into users (id, name, name_key, username, username_key, email, email_key, role, is_active)
         values (gen_random_uuid(), 'Ion', 'ion', 'ion', 'ion', 'ion@univ.ro', 'ion', 'admin', true) returning id`,
      )
      const caller: Caller = {
        ...{
          id: String(row?.id),
          role: 'admin',
          name: 'Ion',
          personId: null,
          sessionId: randomUUID(),
          language: 'en',
        },
        reauthenticatedAt: context.clock.now().toISOString(),
      }
      const stream = await takeBackup(context, caller, '10.0.0.0')
      for await (const chunk of stream) {
        expect(chunk).toBeInstanceOf(Buffer)
        break
      }
      const backup = await takeBackup(context, caller, '10.0.0.0')
      for await (const chunk of backup) expect(chunk).toBeInstanceOf(Buffer)
    })
    expect(await known()).toBeNull()
  })
})

test('startup folds texts again if an older version folded them differently', async () => {
  const id = await asServer(async ({ database }) => {
    await database.query("delete from meta where key = 'letterSpellings'")
    const [row] = await database.query<{ id: string }>(
      "insert into departments (id, name, name_key, search_text) values (gen_random_uuid(), 'Œnologie', 'œnologie', 'œnologie') returning id",
    )
    return row?.id
  })
  const read = () =>
    asServer(({ database }) =>
      database.query('select name_key, search_text from departments where id = $1', [id]),
    )
  expect(await read()).toEqual([{ name_key: 'oenologie', search_text: 'oenologie' }])
})

const commands = [
  ['retention', retention, () => []],
  ['erase', erase, () => ['ID12345678']],
  ['export-person', exportPerson, () => ['ID12345678', join(installation.folder, 'person')]],
] as const

describe('next to a running server', () => {
  let server: Context
  beforeAll(async () => {
    server = await openContext(testedApp, { config: installation.config, log: silentLog })
  })
  afterAll(() => server.database.close())

  test.each(commands)(
    '%s works on a shared PostgreSQL database, and is refused in one line by an embedded database',
    async (name, run, text) => {
      const outcome = await captureRun(() => run(text(), installation.config, testedApp)).then(
        () => 'done',
        (error: Error) => error,
      )
      if (!testPostgresUrl)
        expect(String(outcome)).toMatch(/^DatabaseRefusal: [^\n]*in use by another process[^\n]*$/)
      else
        expect(String(outcome)).toMatch(
          name === 'retention' ? /^done$/ : /No application has the reference number/,
        )
    },
  )
})

describe('during a restore', () => {
  let lockedDatabase: Database
  beforeAll(async () => {
    lockedDatabase = await connect(installation.config, silentLog, 'alone')
  })
  afterAll(() => lockedDatabase.close())

  test.each(commands)(
    '%s is refused while the restore has exclusive access',
    async (_, run, text) => {
      await expect(run(text(), installation.config, testedApp)).rejects.toThrow(DatabaseRefusal)
    },
  )
})

test.each(commands)(
  '%s never migrates a database that servers of an older version may use',
  async (_, run, text) => {
    const newer = join(mkdtempSync(join(installation.folder, 'newer-')), 'program')
    mkdirSync(join(newer, 'server/migrations/meta'), { recursive: true })
    symlinkSync(join(projectRoot, 'locales'), join(newer, 'locales'))
    symlinkSync(join(installation.program, 'dist'), join(newer, 'dist'))
    const migrationsFolder = join(projectRoot, 'server/migrations')
    const { entries } = JSON.parse(
      readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
    ) as { entries: { tag: string }[] }
    for (const { tag } of entries)
      symlinkSync(join(migrationsFolder, `${tag}.sql`), join(newer, `server/migrations/${tag}.sql`))
    writeFileSync(
      join(newer, 'server/migrations/9999_next.sql'),
      'alter table meta add column more text',
    )
    const journal = { entries: [...entries, { tag: '9999_next' }] }
    writeFileSync(join(newer, 'server/migrations/meta/_journal.json'), JSON.stringify(journal))
    await expect(run(text(), { ...installation.config, root: newer }, testedApp)).rejects.toThrow(
      'The database has pending migrations',
    )
  },
)
