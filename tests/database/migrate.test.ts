import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { connectEmbedded } from '#server/database/embedded.ts'
import { migrate, migrationsFolder, readMigrations, schemaVersion } from '#server/database/migrate.ts'
import { connectPostgres } from '#server/database/postgres.ts'
import { recordTables } from '#server/database/schema.ts'
import { embeddedWorker, makePostgres, removeFolder, root, silent, testServer } from '#tests/support/databases.ts'

const openEmpty = {
  embedded: () => connectEmbedded({ directory: null, worker: embeddedWorker(), log: silent }),
  postgres: async () => {
    const { url, drop } = await makePostgres(testServer ?? '')
    const database = await connectPostgres(url, silent, 6)
    return { ...database, close: () => database.close().then(drop) }
  },
} satisfies Record<Database['engine'], () => Promise<Database>>
const empty = (testServer ? (['embedded', 'postgres'] as const) : (['embedded'] as const)).map((engine) => ({
  engine,
  open: openEmpty[engine],
}))

const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => removeFolder(folder))
/** A folder of migrations made up for a test. */
function migrationsOf(name: string, statements: Record<string, string>): string {
  const made = join(folder, name)
  mkdirSync(join(made, 'meta'), { recursive: true })
  writeFileSync(join(made, 'meta/_journal.json'), JSON.stringify({ entries: Object.keys(statements).map((tag) => ({ tag })) }))
  for (const [tag, text] of Object.entries(statements)) writeFileSync(join(made, `${tag}.sql`), text)
  return made
}
const one = { '0000_one': 'create table one (n int);--> statement-breakpoint\ninsert into one values (1)' }
const two = { ...one, '0001_two': 'alter table one add column more text' }

describe.each(empty)('migrations on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterEach(async () => {
    await database.query('drop schema public cascade')
    await database.query('create schema public')
  })
  afterAll(() => database.close())

  it('make every table, once', async () => {
    const own = migrationsFolder(root)
    expect(await migrate(database, own)).toEqual(readMigrations(own).map(({ tag }) => tag))
    expect(await migrate(database, own)).toEqual([])
    expect(await schemaVersion(database)).toBe(readMigrations(own).at(-1)?.tag)
    const tables = await database.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
    for (const resource of Object.keys(recordTables)) expect(tables).toContainEqual({ name: resource.replace('-', '_') })
  })

  it('apply what is new and keep what is there', async () => {
    await migrate(database, migrationsOf('one', one))
    expect(await migrate(database, migrationsOf('two', two))).toEqual(['0001_two'])
    expect(await database.query('select * from one')).toEqual([{ n: 1, more: null }])
  })

  it('leave nothing of one that fails, and go on from there when it is mended (S-22.2)', async () => {
    const broken = { ...one, '0001_broken': 'create table half (n int);--> statement-breakpoint\nselect 1/0' }
    await expect(migrate(database, migrationsOf('broken', broken))).rejects.toMatchObject({ code: '22012' })
    expect(await database.query(`select to_regclass('half')::text as half, to_regclass('one')::text as one`)).toEqual([
      { half: null, one: 'one' },
    ])
    expect(await migrate(database, migrationsOf('two', two))).toEqual(['0001_two'])
  })

  it('are not run on a database that is newer than the program (S-22.2)', async () => {
    await migrate(database, migrationsOf('two', two))
    await expect(migrate(database, migrationsOf('one', one))).rejects.toThrow('newer than this program')
  })

  it('are not run when an applied one was edited', async () => {
    await migrate(database, migrationsOf('one', one))
    const edited = { '0000_one': 'create table one (n bigint)' }
    await expect(migrate(database, migrationsOf('edited', edited))).rejects.toThrow('never edited')
  })

  it('take turns when several processes start together', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database, migrationsOf('two', two))))
    expect(runs.flat().sort()).toEqual(['0000_one', '0001_two'])
  })
})
