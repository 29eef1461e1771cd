import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@matricola/server/database/database.ts'
import { migrate } from '@matricola/server/database/migrate.ts'
import { readMigrations } from '@matricola/server/database/migrations.ts'
import { emptyEngines } from '@matricola/testing/empty-databases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '#tests/support/databases.ts'
import { copyProjectForGuides, type GuidedProject } from '#tests/support/guided-project.ts'

const engine = emptyEngines.at(-1) ?? expect.fail('there is a database')
const first = 3
let project: GuidedProject
let database: Database

beforeAll(async () => {
  project = copyProjectForGuides('change-an-entity.md')
  project.applySteps(0, first)
  database = await engine.open()
  await migrateCopy()
  for (const [name, kind, floor] of [
    ['Aula', 'lecture', 20],
    ['Laborator', 'computing', 1],
  ])
    await database.query(
      'insert into halls (id, name, name_key, capacity, kind, floor) values ($1, $2, lower($2), 50, $3, $4)',
      [randomUUID(), name, kind, floor],
    )
})
afterAll(async () => {
  await database.close()
  project.remove()
})

const migrateCopy = () =>
  migrate(database, [
    ...migrations.filter(({ pack }) => pack !== 'own'),
    { pack: 'own', migrations: readMigrations(join(project.folder, 'custom/migrations')) },
  ])

test('no migration is generated, and nothing is prompted, until the declaration says how to handle records', () => {
  const path = join(project.folder, 'custom/resources/halls.ts')
  const before = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    before
      .replaceAll('capacity', 'places')
      .replace('computing', 'digital')
      .replace('max: 20', 'max: 10')
      .replace(/ {4}fax.*\n/, '')
      .replace(", 'fax'", ''),
  )
  const { status, output } = project.run('npm', 'run', 'db:generate')
  expect(status).toBe(1)
  expect(output).toContain('halls.capacity is no longer declared, and its values would be lost.')
  expect(output).toContain('halls.kind no longer has computing')
  expect(output).toContain('halls.floor is now limited to -3 to 10')
  expect(output).toContain('halls.fax is no longer declared')
  expect(project.run('ls', 'custom/migrations').output).toBe('0000_halls.sql\nmeta\n')
  writeFileSync(path, before)
})

test('a migration that is removed again leaves the snapshot of the one before', () => {
  const meta = 'custom/migrations/meta'
  const state = () => project.run('sh', '-c', `ls ${meta} && cat ${meta}/*`).output
  const before = state()
  const script = `import { readdirSync } from 'node:fs'
    import { writeMigration } from './scripts/migrations.mjs'
    const { takeBack } = writeMigration('custom/migrations', { next: 1, sql: '', snapshot: { tables: {} } }, 'one')
    console.log(...readdirSync('${meta}'))
    takeBack()`
  const { output } = project.run(process.execPath, '--input-type=module', '-e', script)
  expect(output).toBe('0001_snapshot.json _journal.json\n')
  expect(state()).toBe(before)
})

test('the guide changes an entity that has records, and keeps every record', async () => {
  project.applySteps(first)
  expect(await migrateCopy()).toEqual(['0001_halls-renamed'])
  expect(project.run('ls', 'custom/migrations/meta').output).toBe(
    '0001_snapshot.json\n_journal.json\n',
  )
  expect(
    await database.query(
      'select name, places, kind, floor, code, version from halls order by name',
    ),
  ).toEqual([
    { name: 'Aula', places: 50, kind: 'lecture', floor: 10, code: 'none', version: 2 },
    { name: 'Laborator', places: 50, kind: 'digital', floor: 1, code: 'none', version: 1 },
  ])
  expect(project.run('node', 'scripts/generate-migrations.mjs').output).toBe(
    'The migrations match the declarations. Nothing to generate.\n',
  )
})
