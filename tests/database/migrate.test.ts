import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@matricola/server/database/database.ts'
import {
  appliedSchemaVersions,
  migrate,
  pendingMigrations,
} from '@matricola/server/database/migrate.ts'
import {
  knownSchemaVersions,
  type PackMigrations,
  readMigrations,
} from '@matricola/server/database/migrations.ts'
import { tableNameOf } from '@matricola/server/database/names.ts'
import { recordProgramVersion } from '@matricola/server/database/program-version.ts'
import { DatabaseRefusal } from '@matricola/server/database/refusal.ts'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { emptyEngines } from '@matricola/testing/empty-databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { registry } from '#resources/index.ts'
import { migrations } from '#tests/support/databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => removeFolder(folder))
/** Creates a folder of migrations for a test. */
function migrationsOf(
  name: string,
  statements: Record<string, string>,
  pack = 'university',
): PackMigrations[] {
  const migrationFolder = join(folder, name)
  mkdirSync(join(migrationFolder, 'meta'), { recursive: true })
  writeFileSync(
    join(migrationFolder, 'meta/_journal.json'),
    JSON.stringify({ entries: Object.keys(statements).map((tag) => ({ tag })) }),
  )
  for (const [tag, text] of Object.entries(statements))
    writeFileSync(join(migrationFolder, `${tag}.sql`), text)
  return [{ pack, migrations: readMigrations(migrationFolder) }]
}
const one = {
  '0000_one': 'create table one (n int);--> statement-breakpoint\ninsert into one values (1)',
}
const two = { ...one, '0001_two': 'alter table one add column more text' }

describe.each(emptyEngines)('migrations on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterEach(async () => {
    await database.query('drop schema public cascade')
    await database.query('create schema public')
  })
  afterAll(() => database.close())

  it('create every table, once', async () => {
    expect(await migrate(database, migrations)).toEqual(
      migrations.flatMap((pack) => pack.migrations.map(({ tag }) => tag)),
    )
    expect(await migrate(database, migrations)).toEqual([])
    expect(await appliedSchemaVersions(database, migrations)).toEqual(
      knownSchemaVersions(migrations),
    )
    const tables = await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    for (const resource of registry.resources)
      expect(tables).toContainEqual({ name: tableNameOf(resource) })
  })

  it('apply only new migrations, and preserve existing data', async () => {
    await migrate(database, migrationsOf('one', one))
    expect(await migrate(database, migrationsOf('two', two))).toEqual(['0001_two'])
    expect(await database.query('select * from one')).toEqual([{ n: 1, more: null }])
  })

  it('leave no trace of a failed migration, and resume from there once it is fixed', async () => {
    const broken = {
      ...one,
      '0001_broken': 'create table half (n int);--> statement-breakpoint\nselect 1/0',
    }
    await expect(migrate(database, migrationsOf('broken', broken))).rejects.toMatchObject({
      code: '22012',
    })
    expect(
      await database.query(
        `select to_regclass('half')::text as half, to_regclass('one')::text as one`,
      ),
    ).toEqual([{ half: null, one: 'one' }])
    expect(await migrate(database, migrationsOf('two', two))).toEqual(['0001_two'])
  })

  it('name the version that last opened a database which this program cannot use', async () => {
    await migrate(database, migrationsOf('two', two))
    await database.query(
      'create table if not exists meta (key text primary key, value text not null)',
    )
    await recordProgramVersion(database, '0.9.0, commit 0123abcd')
    const refusal = await pendingMigrations(database, migrationsOf('one', one)).catch(
      (error: Error) => error,
    )
    expect(refusal).toBeInstanceOf(DatabaseRefusal)
    expect(String(refusal)).toMatch(
      /This program is older than the database: .*0001_two, .* last opened by version 0\.9\.0, commit 0123abcd\. Start that version\./,
    )
    expect(String(refusal).split('\n')).toHaveLength(1)
    // Simulates a later version that merged these migrations into one that this program does not
    // have.
    await database.query(
      "update migration set tag = '0000_joined', hash = 'joined' where position = 0",
    )
    await expect(migrate(database, migrationsOf('two', two))).rejects.toThrow(
      /^This program is older than the database: .*0000_joined/,
    )
    await database.query("update migration set tag = '0000_one' where position = 0")
    await expect(migrate(database, migrationsOf('two', two))).rejects.toThrow(
      /0000_one was applied to the database with different content .* last opened by version 0\.9\.0/,
    )
  })

  it('from before the baseline name the last version that contains them, as the changelog does', () => {
    const baselines = migrations.flatMap((pack) =>
      pack.migrations.filter(({ replaces }) => replaces !== undefined),
    )
    const changes = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')
    expect(baselines.length).toBeGreaterThan(0)
    for (const { tag, replaces, replacedAfter = '', firstOfOlder = [] } of baselines) {
      const [, version, commit] = /^(\S+), commit (\w+)$/.exec(replacedAfter) ?? []
      expect(changes).toContain(
        `| ${version} | \`${commit}\` | \`${replaces?.[0]?.tag}\` to \`${replaces?.at(-1)?.tag}\` |`,
      )
      for (const first of [tag, ...firstOfOlder]) expect(changes).toContain(`\`${first}\``)
    }
  })

  it.each(['0000_baseline', '0000_extensions'])(
    'of a database that stopped at %s, before the baseline, name the version to start first',
    async (tag) => {
      await migrate(database, migrationsOf('first', { [tag]: 'select 1' }))
      const refusal = await pendingMigrations(database, migrations).catch((error: Error) => error)
      expect(refusal).toBeInstanceOf(DatabaseRefusal)
      expect(String(refusal)).toContain(
        `its last migration is ${tag}, but 0019_expiry-indexes is required`,
      )
      expect(String(refusal)).toMatch(
        /Start a version that has that migration \(0\.1\.0, commit a5d7a5a6\) once/,
      )
      expect(String(refusal).split('\n')).toHaveLength(1)
    },
  )

  it('are not run on a database that is newer than the program', async () => {
    await migrate(database, migrationsOf('two', two))
    await expect(migrate(database, migrationsOf('one', one))).rejects.toThrow(
      'which this program does not have',
    )
  })

  it('are not run if an applied migration was edited', async () => {
    await migrate(database, migrationsOf('one', one))
    const edited = { '0000_one': 'create table one (n bigint)' }
    await expect(migrate(database, migrationsOf('edited', edited))).rejects.toThrow(
      'must never be edited',
    )
  })

  it('of each pack advance independently, and a missing pack is reported by name', async () => {
    const extraMigration = { '0000_more': 'create table more (n int)' }
    await migrate(database, migrationsOf('one', one))
    expect(
      await migrate(database, [
        ...migrationsOf('one', one),
        ...migrationsOf('more', extraMigration, 'own'),
      ]),
    ).toEqual(['0000_more'])
    const both = [...migrationsOf('two', two), ...migrationsOf('more', extraMigration, 'own')]
    expect(await migrate(database, both)).toEqual(['0001_two'])
    expect(await appliedSchemaVersions(database, migrations)).toEqual({
      university: '0001_two',
      own: '0000_more',
    })
    await expect(migrate(database, migrationsOf('two', two))).rejects.toThrow('tables of pack own')
  })

  it('of a database from before packs existed belong to the university', async () => {
    await migrate(database, migrationsOf('one', one))
    await database.query('alter table migration drop column pack')
    expect(await appliedSchemaVersions(database, migrations)).toEqual({ university: '0000_one' })
    expect(await migrate(database, migrationsOf('two', two))).toEqual(['0001_two'])
    expect(await appliedSchemaVersions(database, migrations)).toEqual({ university: '0001_two' })
  })

  it('that a later migration replaces are recorded as that migration, but only if all of them are applied', async () => {
    const [{ migrations: before }] = migrationsOf('two', two) as [PackMigrations]
    const baseline = {
      ...before[1],
      tag: '0000_baseline',
      hash: 'b',
      statements: [],
      replaces: before,
    } as const
    const after: PackMigrations[] = [
      {
        pack: 'university',
        migrations: [baseline as never, { tag: '0001_next', hash: 'n', statements: [] }],
      },
    ]
    await migrate(database, migrationsOf('one', one))
    await expect(migrate(database, after)).rejects.toThrow(
      'its last migration is 0000_one, but 0001_two is required',
    )
    await migrate(database, migrationsOf('two', two))
    expect(await pendingMigrations(database, after)).toEqual(['0001_next'])
    expect(await migrate(database, after)).toEqual(['0001_next'])
    expect(await database.query('select tag from migration order by position')).toEqual([
      { tag: '0000_baseline' },
      { tag: '0001_next' },
    ])
    expect(await database.query('select * from one')).toEqual([{ n: 1, more: null }])
  })

  it('take turns when several processes start together', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database, migrationsOf('two', two))))
    expect(runs.flat().sort()).toEqual(['0000_one', '0001_two'])
  })
})
