/** A file store that is unreachable, or that belongs to another database. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildServer } from '@matricola/server/app/build-server.ts'
import { run as backup } from '@matricola/server/app/commands/backup.ts'
import { run as restore } from '@matricola/server/app/commands/restore.ts'
import { run as takeFiles } from '@matricola/server/app/commands/take-files.ts'
import { openContext } from '@matricola/server/app/open-context.ts'
import { startupErrorText } from '@matricola/server/app/startup-error.ts'
import type { Config } from '@matricola/server/config.ts'
import type { Context } from '@matricola/server/context.ts'
import { FileMissing } from '@matricola/server/ports/files.ts'
import { stageNewFile } from '@matricola/server/session/file-records.ts'
import { readStored } from '@matricola/server/session/stored-files.ts'
import {
  createPostgresDatabase,
  projectRoot,
  silentLog,
  testPostgresUrl,
} from '@matricola/testing/databases.ts'
import { startS3 } from '@matricola/testing/s3.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  captureOutput,
  createInstallation,
  type Installation,
} from '#tests/support/installation.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let installation: Installation
const drops: (() => Promise<void>)[] = []
beforeAll(async () => {
  installation = await createInstallation((program) =>
    symlinkSync(join(projectRoot, 'server'), join(program, 'server')),
  )
})
afterAll(async () => {
  for (const drop of drops) await drop()
  await installation.remove()
})

/** The installation's configuration with its files in a bucket. */
const withBucket = (url: string, config = installation.config): Config => ({
  ...config,
  ...part(url),
})
const part = (url: string) => {
  const { filesAt } = testedApp.loadConfig({ FILES_URL: url })
  return filesAt ? { filesAt } : {}
}

/** Configuration of another installation with the same keys: another folder, another database. */
async function createSecondConfig(name: string): Promise<Config> {
  const dataDir = join(installation.folder, name)
  const database = testPostgresUrl ? await createPostgresDatabase(testPostgresUrl) : null
  if (database) drops.push(database.drop)
  const config = { ...installation.config, dataDir, ...(database && { databaseUrl: database.url }) }
  mkdirSync(dataDir)
  symlinkSync(join(installation.config.dataDir, 'keys'), join(dataDir, 'keys'))
  return config
}

async function using<T>(config: Config, work: (context: Context) => Promise<T>): Promise<T> {
  const context = await openContext(testedApp, { config, log: silentLog })
  return await work(context).finally(() => context.database.close())
}
const pdf = (name: string) =>
  ({
    bytes: Buffer.from(`%PDF-1.4 ${name}`),
    kind: 'pdf',
    name: `${name}.pdf`,
    ownerId: null,
  }) as const
const read = async (context: Context, id: string) => {
  const [file] = await context.database.query<never>(
    'select key, sha256, state from file where id = $1',
    [id],
  )
  return String(await readStored(context, file as never))
}

beforeEach(() =>
  rmSync(join(installation.config.dataDir, 'files', 'installation'), { force: true }),
)

test('a start while the file store is unreachable continues without files, reports it, and recovers later', async () => {
  const store = await startS3()
  const config = { ...withBucket(store.url), metricsToken: 'monitor-0123456789abcdef' }
  const id = await using(config, (context) => stageNewFile(context, pdf('diploma')))
  await store.stop({ keepContent: true })
  await using(config, async (context) => {
    const app = buildServer(testedApp, context)
    const ready = async () => (await app.inject({ url: '/readyz' })).json()
    const metrics = async () =>
      (
        await app.inject({
          url: '/metrics',
          headers: { authorization: `Bearer ${config.metricsToken}` },
        })
      ).body
    expect(await ready()).toEqual({ status: 'degraded' })
    expect(await metrics()).toContain('matricola_file_store_up 0')
    expect(await metrics()).toContain('matricola_database_up 1')
    await expect(read(context, id)).rejects.toMatchObject({
      code: 'files.unavailable',
      status: 503,
    })
    await expect(stageNewFile(context, pdf('another'))).rejects.toMatchObject({
      code: 'files.unavailable',
    })
    expect(await context.database.query('select from file where error is not null')).toEqual([])
    expect((await app.inject({ url: '/api/public/configuration' })).statusCode).not.toBe(503)
    await store.start()
    await context.files.probe?.()
    expect(await read(context, id)).toBe('%PDF-1.4 diploma')
    expect(await metrics()).toContain('matricola_file_store_up 1')
    await app.close()
    await store.stop()
  })
})

test('a command that needs files fails with a message of one line if the file store is unreachable', async () => {
  const store = await startS3()
  const config = withBucket(store.url)
  await using(config, async (context) => {
    const id = await stageNewFile(context, pdf('diploma'))
    await context.database.query('update file set claimed_at = now() where id = $1', [id])
  })
  await store.stop()
  const error = await backup([join(installation.folder, 'away.tar.gz')], config, testedApp).catch(
    (reason: unknown) => reason,
  )
  expect(startupErrorText(error, config)).toMatch(
    /^The file store cannot be reached or used\.[^\n]*$/,
  )
  await using({ ...installation.config }, ({ database }) => database.query('delete from file'))
})

test('a missing bucket is refused at startup', async () => {
  const store = await startS3()
  await expect(
    openContext(testedApp, {
      config: withBucket(store.url.replace('matricola-files', 'nowhere')),
      log: silentLog,
    }),
  ).rejects.toThrow(/^FILES_URL: the bucket nowhere/)
  await store.stop()
})

test('a copy of the database cannot use the files of the original until it takes them over', async () => {
  const store = await startS3()
  const config = withBucket(store.url)
  const id = await using(config, async (context) => {
    const stagedFile = await stageNewFile(context, pdf('diploma'))
    await context.database.query('update file set claimed_at = now() where id = $1', [stagedFile])
    return stagedFile
  })
  const archive = join(installation.folder, 'copied.tar.gz')
  await captureOutput(() => backup([archive], config, testedApp))
  const copy = withBucket(store.url, await createSecondConfig('copy'))
  await expect(restore([archive], copy, testedApp)).rejects.toThrow(
    /^The files in FILES_URL or DATA_DIR\/files belong to another database/,
  )
  // With a separate store, the copy is a separate university. The store of the original still
  // rejects it.
  const { filesAt: _, ...apart } = copy
  await captureOutput(() => restore([archive], apart, testedApp))
  expect(await using(apart, (context) => read(context, id))).toBe('%PDF-1.4 diploma')
  await expect(openContext(testedApp, { config: copy, log: silentLog })).rejects.toThrow(
    /belong to another database/,
  )
  expect(await using(config, (context) => read(context, id))).toBe('%PDF-1.4 diploma')
  await captureOutput(() => takeFiles([], copy))
  expect(await using(copy, (context) => read(context, id))).toBe('%PDF-1.4 diploma')
  await expect(openContext(testedApp, { config, log: silentLog })).rejects.toThrow(
    /belong to another database/,
  )
  await store.stop()
  await using({ ...installation.config }, ({ database }) => database.query('delete from file'))
})

test('restoring over the same database preserves its files', async () => {
  const store = await startS3()
  const config = withBucket(store.url)
  const id = await using(config, (context) => stageNewFile(context, pdf('kept')))
  const archive = join(installation.folder, 'in-place.tar.gz')
  await captureOutput(() => backup([archive], config, testedApp))
  await captureOutput(() => restore([archive, '--force'], config, testedApp))
  expect(await using(config, (context) => read(context, id))).toBe('%PDF-1.4 kept')
  await store.stop()
})

test('a new embedded database takes over the files in its folder', async () => {
  const config = await createSecondConfig('second')
  const { databaseUrl: _, ...embedded } = config
  const archive = join(installation.folder, 'moved.tar.gz')
  await captureOutput(() => backup([archive], installation.config, testedApp))
  await captureOutput(() => restore([archive], embedded, testedApp))
  await using(embedded, (context) => stageNewFile(context, pdf('there')))
  rmSync(join(embedded.dataDir, 'database'), { recursive: true })
  await captureOutput(() => restore([archive], embedded, testedApp))
  await using(embedded, (context) => stageNewFile(context, pdf('again')))
  // Files next to a PostgreSQL database belong only to that database.
  writeFileSync(join(embedded.dataDir, 'files/installation'), 'another database')
  await expect(openContext(testedApp, { config: embedded, log: silentLog })).rejects.toThrow(
    /belong to another database/,
  )
})

test('an unusable folder is not reported as a missing file', async () => {
  const config = installation.config
  const id = await using(config, (context) => stageNewFile(context, pdf('disk')))
  await using(config, async (context) => {
    const [{ key } = { key: '' }] = await context.database.query<{ key: string }>(
      'select key from file where id = $1',
      [id],
    )
    const [folder = ''] = key.split('/')
    const moved = join(config.dataDir, 'files', folder)
    renameSync(moved, `${moved}-aside`)
    writeFileSync(moved, 'a file where a folder was')
    await expect(read(context, id)).rejects.toMatchObject({ code: 'files.unavailable' })
    expect(context.files.isUnreachable?.()).toBe(true)
    rmSync(moved)
    await expect(context.files.read(key)).rejects.toThrow(FileMissing)
    expect(context.files.isUnreachable?.()).toBe(false)
    renameSync(`${moved}-aside`, moved)
    expect(await read(context, id)).toBe('%PDF-1.4 disk')
  })
})
