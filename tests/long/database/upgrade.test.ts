/**
 * A university with two custom entities and an extension upgrades to a version of the program that
 * has one more entity.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrate } from '@matricola/server/database/migrate.ts'
import { type PackMigrations, readMigrations } from '@matricola/server/database/migrations.ts'
import { emptyEngines } from '@matricola/testing/empty-databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyProject, type ProjectCopy } from '#tests/support/project-copy.ts'

let project: ProjectCopy
let folder = ''
let before: PackMigrations[] = []

const git = (...args: string[]) =>
  project.run('git', '-c', 'user.name=test', '-c', 'user.email=test@univ.ro', ...args)
const generate = (name: string) =>
  project.run(process.execPath, 'scripts/generate-migrations.mjs', '--name', name)
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const change = (path: string, from: string, to: string) => {
  const text = readFileSync(join(folder, path), 'utf8')
  expect(text).toContain(from)
  write(path, text.replace(from, to))
}
const migrationsNow = () =>
  (['server', 'custom'] as const).map((home) => ({
    pack: home === 'custom' ? 'own' : 'university',
    migrations: readMigrations(join(folder, home, 'migrations')),
  }))

/** A short declaration. `extra` are fields in addition to its name. */
const entity = (
  name: string,
  extra = '',
  define = `{ defineResource } from '@matricola/schema/resource.ts'`,
) => `import { field } from '#resources/field.ts'
import ${define}

export const ${name} = defineResource({
  name: '${name}',
  path: '${name}',
  icon: 'flag',
  title: ['name'],
  fields: { name: field.text({ max: 40, unique: true }), ${extra} },
  sections: { general: ['name'${[...extra.matchAll(/(\w+): field/g)].map(([, field]) => `, '${field}'`).join('')}] },
  list: { columns: ['name'], sort: ['name'], search: ['name'] },
  access: { admin: { read: true, create: true, update: true } },
})
`

beforeAll(() => {
  project = copyProject()
  folder = project.folder
  git('init', '-b', 'program')
  git('add', '-A')
  expect(git('commit', '-qm', 'The program')).toMatchObject({ status: 0 })

  git('checkout', '-qb', 'university')
  write(
    'custom/resources/rooms.ts',
    entity('rooms', `departmentId: field.reference('departments', { optional: true })`),
  )
  write(
    'custom/resources/keys.ts',
    entity(
      'keys',
      `roomId: field.reference('rooms'), holderId: field.reference('students', { optional: true })`,
    ),
  )
  write(
    'custom/resources/index.ts',
    `import { keys } from './keys.ts'\nimport { rooms } from './rooms.ts'\n\nexport const customResources = { rooms, keys }\n`,
  )
  write(
    'custom/resources/extensions.ts',
    `import { extend } from '@matricola/schema/extension.ts'
import { field } from '#resources/field.ts'

export const customExtensions = [extend('departments', { fields: { floor: field.integer({ min: 0, max: 9, default: 1 }) } })]
`,
  )
  expect(generate('first')).toMatchObject({ status: 0 })
  git('add', 'custom')
  expect(git('commit', '-qm', 'What we add')).toMatchObject({ status: 0 })
  expect(git('status', '--porcelain').output.replace('?? node_modules\n', '')).toBe('')
  before = migrationsNow()

  git('checkout', '-q', 'program')
  write(
    'resources/workshops.ts',
    entity(
      'workshops',
      `roomName: field.text({ max: 40, optional: true })`,
      `{ defineProgramResource as defineResource } from './define-program-resource.ts'`,
    ),
  )
  change(
    'resources/index.ts',
    `import { users }`,
    `import { workshops } from './workshops.ts'\nimport { users }`,
  )
  change('resources/index.ts', `  settings,\n}`, `  settings,\n  workshops,\n}`)
  change(
    'resources/menu.ts',
    `'specializations', 'courses')`,
    `'specializations', 'courses', 'workshops')`,
  )
  expect(generate('workshops')).toMatchObject({ status: 0 })
  git('add', 'resources', 'server')
  expect(git('commit', '-qm', 'The next version')).toMatchObject({ status: 0 })
})
afterAll(() => project.remove())

test('the next version is merged without conflicts, and no migration has to be generated', () => {
  git('checkout', '-q', 'university')
  expect(git('merge', '-q', '--no-edit', 'program')).toMatchObject({ status: 0 })
  const tags = migrationsNow().map(({ pack, migrations }) => [pack, migrations.length])
  expect(tags).toEqual(
    before.map(({ pack, migrations }) => [
      pack,
      migrations.length + (pack === 'university' ? 1 : 0),
    ]),
  )
  expect(generate('again').output).toContain('Nothing to generate')
})

describe.each(emptyEngines)('the data of the university on $engine', ({ open }) => {
  test('keeps every row and every value after the migrations of both packs', async () => {
    const database = await open()
    try {
      await migrate(database, before)
      const insert = async (sql: string) =>
        (await database.query<{ id: string }>(`${sql} returning id`))[0]?.id
      const id = `md5(random()::text)::uuid`
      const department = await insert(
        `insert into departments (id, name, name_key, floor) values (${id}, 'Litere', 'litere', 4)`,
      )
      const room = await insert(
        `insert into rooms (id, name, name_key, department_id) values (${id}, 'A 12', 'a 12', '${department}')`,
      )
      await insert(
        `insert into keys (id, name, name_key, room_id) values (${id}, 'K 1', 'k 1', '${room}')`,
      )
      const rows = () =>
        database.query(
          'select k.name as key, r.name as room, d.name as department, d.floor from keys k join rooms r on r.id = k.room_id join departments d on d.id = r.department_id',
        )
      const expected = [{ key: 'K 1', room: 'A 12', department: 'Litere', floor: 4 }]
      expect(await rows()).toEqual(expected)

      expect(await migrate(database, migrationsNow())).toEqual([
        expect.stringMatching(/_workshops$/),
      ])
      expect(await rows()).toEqual(expected)
      expect(await database.query('select * from workshops')).toEqual([])
      expect(await migrate(database, migrationsNow())).toEqual([])
    } finally {
      await database.close()
    }
  })
})
