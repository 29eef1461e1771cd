import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/engine/database/database.ts'
import { connectEmbedded } from '#server/engine/database/embedded.ts'
import { appliedVersions, knownVersions, migrate, type PackMigrations, readMigrations } from '#server/engine/database/migrate.ts'
import { connectPostgres } from '#server/engine/database/postgres.ts'
import { recordTables } from '#server/university/schema.ts'
import { embeddedWorker, makePostgres, migrations, removeFolder, silent, testServer } from '#tests/support/databases.ts'

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
function migrationsOf(name: string, statements: Record<string, string>, pack = 'university'): PackMigrations[] {
  const made = join(folder, name)
  mkdirSync(join(made, 'meta'), { recursive: true })
  writeFileSync(join(made, 'meta/_journal.json'), JSON.stringify({ entries: Object.keys(statements).map((tag) => ({ tag })) }))
  for (const [tag, text] of Object.entries(statements)) writeFileSync(join(made, `${tag}.sql`), text)
  return [{ pack, migrations: readMigrations(made) }]
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
    expect(await migrate(database, migrations)).toEqual(migrations.flatMap((pack) => pack.migrations.map(({ tag }) => tag)))
    expect(await migrate(database, migrations)).toEqual([])
    expect(await appliedVersions(database)).toEqual(knownVersions(migrations))
    const tables = await database.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
    for (const resource of Object.keys(recordTables)) expect(tables).toContainEqual({ name: resource.replace('-', '_') })
  })

  it('give each class its hours from its day, time and room, with what became of them', async () => {
    await migrate(database, migrations, { university: '0016_certificate_kind' })
    const [full, roomOnly, none] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
    await database.transaction(async ({ query }) => {
      // What the classes refer to does not matter here.
      await query(`set local session_replication_role = replica`)
      await query(
        `insert into university_classes (id, version, name, name_key, course_id, academic_year_id, semester, group_name, group_name_key,
           lead_professor_id, weekday, starts_at, starts_at_key, ends_at, room, room_key, capacity, status, search_text)
         select x.id::uuid, x.version, x.name, x.name, $1, $1, 1, x.name, x.name, $1, x.weekday, x.starts_at, x.starts_at, x.ends_at, x.room, x.key,
           30, 'active', concat_ws(E'\n', x.name, x.name, translate(x.key, '{|', ''))
         from (values ($2, 3, 'one', 'monday', '08:00', '09:50', 'Sala Ș1', 's{ala s|1'), ($3, 1, 'two', null, null, null, 'C 7', 'c 7'),
           ($4, 1, 'three', null, null, null, null, null)) as x (id, version, name, weekday, starts_at, ends_at, room, key)`,
        [none, full, roomOnly, none],
      )
      await query(
        `insert into change (id, resource, record_id, version, action, actor_name, at, before, after) values
           (gen_random_uuid(), 'university-classes', $1, 2, 'update', 'Ana', now(), '{"room": "A 1", "capacity": 20}', '{"room": "Sala Ș1", "capacity": 30}'),
           (gen_random_uuid(), 'university-classes', $1, 3, 'update', 'Ana', now(), '{"capacity": 30}', '{"capacity": 31}')`,
        [full],
      )
    })
    expect(await migrate(database, migrations, { university: '0017_class_hours' })).toEqual(['0017_class_hours'])
    expect(
      await database.query(
        `select class_id as id, version, kind, weekday, starts_at, ends_at, weeks, room, room_key, is_active, search_text from class_hours order by 1`,
      ),
    ).toEqual([
      {
        ...{ id: full, version: 3, kind: null, weekday: 'monday', starts_at: '08:00', ends_at: '09:50', weeks: 'every' },
        ...{ room: 'Sala Ș1', room_key: 's{ala s|1', is_active: true, search_text: 'sala s1' },
      },
      {
        ...{ id: roomOnly, version: 1, kind: null, weekday: null, starts_at: null, ends_at: null, weeks: 'every' },
        ...{ room: 'C 7', room_key: 'c 7', is_active: true, search_text: 'c 7' },
      },
    ])
    expect(
      await database.query(
        `select h.class_id as id, c.version, c.actor_name, c.before, c.after from change c join class_hours h on h.id = c.record_id where c.resource = 'class-hours'`,
      ),
    ).toEqual([{ id: full, version: 2, actor_name: 'Ana', before: { room: 'A 1' }, after: { room: 'Sala Ș1' } }])
    expect(await database.query('select search_text from university_classes order by id')).toEqual(
      ['one', 'two', 'three'].map((name) => ({ search_text: `${name}\n${name}` })),
    )
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

  it('of each pack go on by themselves, and a pack that is gone is missed by name', async () => {
    const more = { '0000_more': 'create table more (n int)' }
    await migrate(database, migrationsOf('one', one))
    expect(await migrate(database, [...migrationsOf('one', one), ...migrationsOf('more', more, 'own')])).toEqual(['0000_more'])
    const both = [...migrationsOf('two', two), ...migrationsOf('more', more, 'own')]
    expect(await migrate(database, both)).toEqual(['0001_two'])
    expect(await appliedVersions(database)).toEqual({ university: '0001_two', own: '0000_more' })
    await expect(migrate(database, migrationsOf('two', two))).rejects.toThrow('tables of the pack own')
  })

  it('of a database from before there were packs are those of the university', async () => {
    await migrate(database, migrationsOf('one', one))
    await database.query('alter table migration drop column pack')
    expect(await appliedVersions(database)).toEqual({ university: '0000_one' })
    expect(await migrate(database, migrationsOf('two', two))).toEqual(['0001_two'])
    expect(await appliedVersions(database)).toEqual({ university: '0001_two' })
  })

  it('take turns when several processes start together', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database, migrationsOf('two', two))))
    expect(runs.flat().sort()).toEqual(['0000_one', '0001_two'])
  })
})
