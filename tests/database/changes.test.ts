/**
 * Changed declarations with existing records: changes that are rejected until the declaration
 * describes the migration, and the effect of changes on the records.
 */
import { randomUUID } from 'node:crypto'
import type { Fields } from '@matricola/schema/field.ts'
import type { CommonOptions, FormerChoices } from '@matricola/schema/field-type.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { type AnyResource, defineResource } from '@matricola/schema/resource.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { migrate } from '@matricola/server/database/migrate.ts'
import type { PackMigrations } from '@matricola/server/database/migrations.ts'
import { planMigration } from '@matricola/server/database/schema-changes/plan.ts'
import type { Snapshot } from '@matricola/server/database/schema-changes/snapshot.ts'
import { defineLinkTables, defineTable } from '@matricola/server/database/table.ts'
import { emptyEngines } from '@matricola/testing/empty-databases.ts'
import { generateDrizzleJson, generateMigration } from '@matricola/testing/migration-tool.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { migrations } from '#tests/support/databases.ts'

const seats = { min: 1, max: 1000 } as const
const roomFields = {
  name: field.text({ max: 40 }),
  capacity: field.integer(seats),
  kind: field.choice({ lecture: {}, computing: {}, chapel: {} }),
  tools: field.set({ board: {}, beamer: {} }, { optional: true }),
  price: field.money({ min: 0, max: 1000, optional: true }),
}
type TextFieldOptions = CommonOptions & FormerChoices
interface ResourceOptions {
  readonly unique?: readonly (readonly string[])[]
  readonly removedFields?: readonly string[]
  readonly columns?: readonly string[]
}
const rooms = (
  fields: Fields = roomFields,
  { columns = ['name'], ...more }: ResourceOptions = {},
): AnyResource =>
  asAnyResource(
    defineResource({
      name: 'rooms',
      path: 'rooms',
      icon: 'flag',
      title: ['name'],
      fields,
      sections: {},
      list: { columns, sort: ['name'], search: ['name'] },
      access: {},
      ...more,
    }),
  )
const withFields = (changed: Fields, ...without: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries({ ...roomFields, ...changed }).filter(([name]) => !without.includes(name)),
  )

const shapeOf = (resource: AnyResource, before?: Snapshot) => {
  // Every reference in these declarations is to rooms.
  const table: ReturnType<typeof defineTable> = defineTable(
    resource,
    () => (table as typeof table & { id: never }).id,
  )
  // Every table has a primary key.
  const pairs = defineLinkTables(resource, () => (table as typeof table & { id: never }).id)
  return generateDrizzleJson({ [resource.name]: table, ...pairs }, before?.id)
}
const plan = (now: AnyResource, previous = rooms()) => {
  const before = shapeOf(previous)
  const target = shapeOf(now, before)
  return { target, ...planMigration({ before, target, resources: [now], author: 'Library' }) }
}
/** Adds options to a field. */
const and = <S extends Fields[string]>(spec: S, options: TextFieldOptions): S => ({
  ...spec,
  options: { ...spec.options, ...options },
})

const smaller = field.integer({ min: 1, max: 100 })
const shortText = field.text({ max: 5 })
const otherKinds = field.choice({ lecture: {}, digital: {} })
const oldFieldTypes = { renamed: { computing: 'digital' }, merged: { chapel: 'lecture' } }
const floor = field.integer({ min: -3, max: 20 })

test.each<[string, Fields, string, TextFieldOptions | ResourceOptions]>([
  [
    'a new field that has to have a value',
    withFields({ floor }),
    'rooms.floor is new and required',
    { fill: 0 },
  ],
  [
    'a field that now has to have a value',
    withFields({ price: field.money({ min: 0, max: 1000 }) }),
    'rooms.price is now required',
    { fill: 1 },
  ],
  [
    'a narrower limit',
    withFields({ capacity: smaller }),
    'rooms.capacity is now limited to 1 to 100',
    { existingValues: 'nearest' },
  ],
  [
    'a shorter text',
    withFields({ name: shortText }),
    'rooms.name now holds at most 5 characters',
    { existingValues: 'truncate' },
  ],
  [
    'a removed choice',
    withFields({ kind: otherKinds }),
    'rooms.kind no longer has computing, chapel',
    oldFieldTypes,
  ],
  [
    'a field whose values must now be unique',
    withFields({ name: field.text({ max: 40, unique: true }) }),
    'rooms.name must now be unique',
    { existingValues: 'asIs' },
  ],
  [
    'a removed field',
    withFields({}, 'price'),
    'rooms.price is no longer declared',
    { removedFields: ['price'] },
  ],
  [
    'a renamed field',
    withFields({ places: field.integer(seats) }, 'capacity'),
    'rooms.capacity is no longer declared',
    { renamedFrom: 'capacity' },
  ],
])(
  '%s is rejected with an explanation until the declaration describes how to handle it',
  (_, fields, sentence, texts) => {
    const planned = plan(rooms(fields))
    expect(planned.problems[0]).toContain(sentence)
    const [changed = ''] = Object.keys(fields).filter(
      (name) => fields[name] !== roomFields[name as keyof typeof roomFields],
    )
    const message =
      'removedFields' in texts
        ? rooms(fields, texts as ResourceOptions)
        : rooms({ ...fields, [changed]: and(fields[changed] ?? floor, texts as TextFieldOptions) })
    expect(plan(message).problems).toEqual([])
  },
)

test('a change of field type is always rejected, but a wider limit is accepted', () => {
  expect(
    plan(rooms(withFields({ capacity: field.text({ max: 40, existingValues: 'asIs' }) })))
      .problems[0],
  ).toContain('rooms.capacity changed its type from integer to')
  expect(
    plan(
      rooms(
        withFields({
          capacity: field.integer({ min: 0, max: 5000 }),
          name: field.text({ max: 80 }),
        }),
      ),
    ).problems,
  ).toEqual([])
  expect(
    plan(
      rooms(
        withFields({
          note: field.text({ max: 40, optional: true }),
          seal: field.boolean({ default: false }),
        }),
      ),
    ).problems,
  ).toEqual([])
})

test.each<[string, CommonOptions & FormerChoices, string]>([
  [
    'a choice renamed to one that other records already have',
    { renamed: { computing: 'lecture', chapel: 'digital' } },
    'rooms.kind renames computing to lecture, but other records already have lecture',
  ],
  [
    'the same new name for two choices',
    { renamed: { computing: 'digital', chapel: 'digital' } },
    'rooms.kind renames computing to digital, but other records already have digital',
  ],
  [
    'a removed choice without a replacement',
    { renamed: { computing: 'digital' } },
    'rooms.kind no longer has chapel',
  ],
])(
  'a declaration with %s is rejected, because it would falsify the history',
  (_, options, problem) => {
    expect(plan(rooms(withFields({ kind: and(otherKinds, options) }))).problems.join()).toContain(
      problem,
    )
  },
)

test.each<[string, Fields, string]>([
  [
    'an unknown field',
    { first: field.text({ max: 9, fill: { before: ' ', of: 'nam' } }) },
    'rooms.first is filled from nam, which is not a text field of the table',
  ],
  [
    'a part of a number',
    { first: field.text({ max: 9, fill: { before: ' ', of: 'capacity' } }) },
    'rooms.first is filled from capacity, which is not a text field',
  ],
  [
    'an expression of a different type',
    { first: field.text({ max: 9, fill: { value: 'capacity' } }) },
    'rooms.first has type text, but the expression in fill has type number',
  ],
  [
    'an expression with an unknown field',
    { first: field.text({ max: 9, fill: { value: 'nam' } }) },
    'rooms.first has an invalid expression in fill: unknown field "nam"',
  ],
  [
    'more decimals than the field keeps',
    { area: field.integer({ min: 0, max: 9, fill: { value: { multiply: ['capacity', 0.5] } } }) },
    'rooms.area keeps 0 decimals, but the expression in fill has up to 1',
  ],
])('no migration is generated if it would fill a field from %s', (_, fields, problem) => {
  expect(plan(rooms(withFields(fields))).problems.join()).toContain(problem)
})

test('all problems are reported together', () => {
  expect(
    plan(rooms(withFields({ capacity: smaller, kind: otherKinds, floor }, 'price'))).problems,
  ).toHaveLength(4)
})

describe.each(emptyEngines)('changes to a table with records, on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await migrate(database, migrations)
  })
  afterEach(() => database.query('drop table if exists rooms_near_links, rooms_next_links, rooms'))
  afterAll(() => database.close())

  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await database.query(statement)
  }
  /** Creates the table with records, then migrates it to the new declaration. */
  async function change(
    now: AnyResource,
    rows: readonly object[],
    previous = rooms(),
    otherColumns: readonly string[] = [],
  ) {
    const before = shapeOf(previous)
    await run(await generateMigration({ ...before, tables: {} }, before))
    for (const row of rows) {
      const entries = Object.entries({
        id: randomUUID(),
        name: 'A 1',
        name_key: 'a 1',
        capacity: 10,
        kind: 'lecture',
        ...row,
      })
      await database.query(
        `insert into rooms (${entries.map(([name]) => name).join(', ')}) values (${entries.map((_, i) => `$${i + 1}`).join(', ')})`,
        entries.map(([, value]) => value),
      )
    }
    await run(otherColumns)
    const { problems, statements, snapshot, target } = plan(now, previous)
    expect(problems).toEqual([])
    await run(statements)
    await run(await generateMigration(snapshot, target))
    return target
  }
  const shapeInDatabase = () =>
    database.query(`select indexdef as text from pg_indexes where tablename = 'rooms' union all
      select conname || pg_get_constraintdef(oid) from pg_constraint where conrelid = 'rooms'::regclass and contype <> 'n' order by 1`)
  const all = (columns: string) => database.query(`select ${columns} from rooms order by name`)

  test('a renamed field keeps its values, and its former name disappears from the database', async () => {
    const now = rooms(
      withFields({ places: field.integer({ ...seats, renamedFrom: 'capacity' }) }, 'capacity'),
      {
        columns: ['name', 'places'],
      },
    )
    const target = await change(
      now,
      [{ capacity: 33 }],
      rooms(roomFields, { columns: ['name', 'capacity'] }),
    )
    expect(await all('places')).toEqual([{ places: 33 }])
    const shape = await shapeInDatabase()
    await run(['drop table rooms', ...(await generateMigration({ ...target, tables: {} }, target))])
    expect(shape).toEqual(await shapeInDatabase())
  })

  test('renamed links keep their targets, and links are dropped only where the declaration says so', async () => {
    const nearField = (options: CommonOptions = {}) =>
      field.links('rooms', { optional: true, ...options })
    const previous = rooms(withFields({ near: nearField() }))
    const [one, other] = [randomUUID(), randomUUID()]
    const rows = [{ id: one }, { id: other, name: 'B 1', name_key: 'b 1', near: [one] }]
    await change(rooms(withFields({ next: nearField({ renamedFrom: 'near' }) })), rows, previous, [
      `insert into rooms_near_links values ('${other}', '${one}')`,
    ])
    expect(await all('next')).toEqual([{ next: null }, { next: [one] }])
    expect(await database.query('select * from rooms_next_links')).toEqual([
      { record_id: other, linked_id: one },
    ])
    expect(plan(rooms(), previous).problems).toEqual([
      expect.stringContaining('rooms.near is no longer declared'),
    ])
    const removalPlan = plan(rooms(roomFields, { removedFields: ['near'] }), previous)
    expect([
      removalPlan.problems,
      removalPlan.statements.some((statement) =>
        statement.startsWith('DROP TABLE "rooms_near_links"'),
      ),
    ]).toEqual([[], true])
  })

  test('a text field gets a pattern where the declaration says that all its values match', async () => {
    const name = field.text({ max: 40, regex: '[A-Z] \\d', example: 'A 1' })
    expect(plan(rooms(withFields({ name }))).problems).toEqual([
      expect.stringContaining('rooms.name has a new pattern'),
    ])
    await change(rooms(withFields({ name: and(name, { existingValues: 'asIs' }) })), [{}])
    await expect(database.query(`update rooms set name = 'cellar'`)).rejects.toMatchObject({
      code: '23514',
    })
  })

  test('a field that becomes required gets the declared value', async () => {
    const code = field.text({ max: 20, fill: 'Ștampilă' })
    await change(
      rooms(withFields({ floor: and(floor, { fill: 2 }), code }), { columns: ['name', 'code'] }),
      [{}],
    )
    expect(await all('floor, code')).toEqual([{ floor: 2, code: 'Ștampilă' }])
    await expect(database.query('update rooms set floor = null')).rejects.toMatchObject({
      code: '23502',
    })
    expect(await database.query(`select from meta where key = 'folded:rooms'`)).toEqual([])
  })

  test('values that no longer fit are replaced with the declared ones, and the history records this', async () => {
    const id = randomUUID()
    const fields = withFields({
      capacity: and(smaller, { existingValues: 'nearest' }),
      name: and(shortText, { existingValues: 'truncate' }),
      kind: and(otherKinds, oldFieldTypes),
      tools: field.set({ board: {} }, { optional: true, merged: { beamer: null } }),
    })
    await change(rooms(fields), [
      { id, name: 'Aula Magna', capacity: 300, kind: 'computing', tools: ['beamer', 'board'] },
      { name: 'B 2', kind: 'chapel' },
    ])
    expect(await all('name, capacity, kind, tools')).toEqual([
      { name: 'Aula ', capacity: 100, kind: 'digital', tools: ['board'] },
      { name: 'B 2', capacity: 10, kind: 'lecture', tools: null },
    ])
    const changes = await database.query(
      `select version, before, after from change where record_id = $1 order by version`,
      [id],
    )
    expect(changes).toEqual([
      { version: 2, before: { name: 'Aula Magna' }, after: { name: 'Aula ' } },
      { version: 3, before: { capacity: 300 }, after: { capacity: 100 } },
      { version: 4, before: { tools: ['beamer', 'board'] }, after: { tools: ['board'] } },
    ])
  })

  test('merged choices are recorded in the history of each record, but renamed choices are not', async () => {
    const [computing, chapel] = [randomUUID(), randomUUID()]
    const kind = field.choice(
      { lecture: {}, digital: {} },
      { renamed: { computing: 'digital' }, merged: { chapel: 'lecture' } },
    )
    const tools = field.set({ board: {} }, { optional: true, merged: { beamer: 'board' } })
    await change(rooms(withFields({ kind, tools })), [
      { id: computing, name: 'B', name_key: 'b', kind: 'computing', tools: ['beamer'] },
      { id: chapel, kind: 'chapel' },
      { name: 'C', name_key: 'c', kind: 'lecture', tools: ['board'] },
    ])
    expect(await all('kind, tools, version')).toEqual([
      { kind: 'lecture', tools: null, version: 2 },
      { kind: 'digital', tools: ['board'], version: 2 },
      { kind: 'lecture', tools: ['board'], version: 1 },
    ])
    const readHistory = (id: string) =>
      database.query(`select before, after from change where record_id = $1`, [id])
    expect(await readHistory(computing)).toEqual([
      { before: { tools: ['beamer'] }, after: { tools: ['board'] } },
    ])
    expect(await readHistory(chapel)).toEqual([
      { before: { kind: 'chapel' }, after: { kind: 'lecture' } },
    ])
  })

  test('renaming a field keeps the recorded time at which it was added with a value', async () => {
    await database.query(`delete from meta where key like 'since:%'`)
    const since = async () =>
      (
        await database.query<{ key: string }>(
          `select key from meta where key like 'since:%' order by 1`,
        )
      ).map(({ key }) => key)
    const note = field.text({ max: 9, optional: true })
    const fields = withFields({
      floor: and(floor, { fill: 2 }),
      seal: field.boolean({ default: false }),
      note,
    })
    await change(rooms(fields), [{}])
    expect(await since()).toEqual(['since:rooms.floor', 'since:rooms.seal'])
    const { floor: _, ...others } = fields
    await run(
      plan(rooms({ ...others, level: and(floor, { renamedFrom: 'floor' }) }), rooms(fields))
        .statements,
    )
    expect(await since()).toEqual(['since:rooms.level', 'since:rooms.seal'])
  })

  describe('a new field is filled from the values of each record', () => {
    const label = field.text({ max: 60, optional: true })
    const rows = [
      { name: 'Anna Maria Pop', name_key: 'a', label: 'Aula' },
      { name: 'Dan Ion', name_key: 'd', label: ' aULA ' },
      { name: 'Zoe', name_key: 'z', label: null },
    ]
    const filled = async (fields: Fields, columns: string, options: ResourceOptions = {}) => {
      await change(rooms(withFields(fields), options), rows, rooms(withFields({ label })))
      return all(columns)
    }

    test('with parts of a text field, which the same migration may drop', async () => {
      const first = field.text({ max: 40, fill: { before: ' ', of: 'name' } })
      const rest = field.text({ max: 40, fill: { after: ' ', of: 'name', otherwise: '-' } })
      const tag = field.text({ max: 40, optional: true, fill: { before: 'l', of: 'label' } })
      expect(
        await filled({ first, rest, tag }, '"first", rest, tag', { removedFields: ['label'] }),
      ).toEqual([
        { first: 'Anna', rest: 'Maria Pop', tag: 'Au' },
        { first: 'Dan', rest: 'Ion', tag: 'aULA' },
        { first: 'Zoe', rest: '-', tag: null },
      ])
    })

    test('with the result of an expression, which may read dropped fields and numbers', async () => {
      const sign = field.text({ max: 80, fill: { value: { join: ['name', 'label'], by: ': ' } } })
      const area = field.decimal({
        min: 0,
        max: 100_000,
        scale: 1,
        fill: { value: { multiply: ['capacity', 1.5] } },
      })
      const plan = await filled({ sign, area }, 'sign, area::text', {
        removedFields: ['label', 'capacity'],
      })
      expect(plan[1]).toEqual({ sign: 'Dan Ion:  aULA ', area: '15.0' })
    })

    test('with the record that a text names, and left empty where no record or several have that name', async () => {
      const labelId = field.reference('rooms', {
        optional: true,
        fill: { find: 'rooms', by: 'name', of: 'label' },
      })
      const previous = rooms(withFields({ label }))
      const [aula, other] = [randomUUID(), randomUUID()]
      await change(
        rooms(withFields({ labelId }), { removedFields: ['label'] }),
        [
          { id: aula, name: 'Aula', name_key: 'aula', label: 'Lab' },
          { id: other, name: 'B', name_key: 'b', label: ' aULA' },
          { name: 'Lab', name_key: 'c', label: null },
          { name: 'lab ', name_key: 'd', label: 'nothing' },
        ],
        previous,
      )
      expect(await all('label_id')).toEqual([
        { label_id: null },
        { label_id: aula },
        { label_id: null },
        { label_id: null },
      ])
    })

    test('when the field becomes required, and the history records it', async () => {
      const id = randomUUID()
      const title = field.text({ max: 60, fill: { value: 'name' } })
      await change(
        rooms(withFields({ title })),
        [
          { id, title: null },
          { name: 'B', name_key: 'b', title: 'Old' },
        ],
        rooms(withFields({ title: field.text({ max: 60, optional: true }) })),
      )
      expect(await all('title')).toEqual([{ title: 'A 1' }, { title: 'Old' }])
      expect(
        await database.query('select before, after from change where record_id = $1', [id]),
      ).toEqual([{ before: { title: null }, after: { title: 'A 1' } }])
    })
  })

  test('dropping a field also drops its index and its check', async () => {
    await change(rooms(withFields({}, 'price'), { removedFields: ['price'] }), [{ price: 12 }])
    expect(
      await database.query(
        `select from information_schema.columns where table_name = 'rooms' and column_name = 'price'`,
      ),
    ).toEqual([])
  })

  test('a text field that becomes a list column gets its sort key, and a unique field stays unique', async () => {
    const code = field.text({ max: 20, unique: true })
    const rows = [
      { name: 'A', code: 'X' },
      { name: 'B', code: 'Y' },
    ]
    await change(
      rooms(withFields({ code }), { columns: ['name', 'code'] }),
      rows,
      rooms(withFields({ code })),
    )
    expect(await all('code_key')).toEqual([{ code_key: 'x' }, { code_key: 'y' }])
  })

  test.each<[string, string, object, string]>([
    [
      'a value that is missing',
      'ALTER TABLE "rooms" ALTER COLUMN "price" SET NOT NULL;',
      { price: null },
      'rooms has records without a value for price. 7 records, including ',
    ],
    [
      'a value beyond a limit',
      'ALTER TABLE "rooms" ADD CONSTRAINT "c" CHECK (capacity between 1 and 5);',
      {},
      'for which capacity between 1 and 5 does not hold. 7 records, including ',
    ],
    [
      'values alike',
      'CREATE UNIQUE INDEX "u" ON "rooms" USING btree (name_key);',
      {},
      'rooms has records with duplicate values of name_key. 7 records, including ',
    ],
  ])(
    'a migration that fails on %s reports its name, the rows and how to proceed',
    async (_, statement, row, sentence) => {
      await change(
        rooms(),
        Array.from({ length: 7 }, () => row),
      )
      const last = migrations.at(-1) ?? expect.fail('there is a pack')
      const broken: PackMigrations[] = [
        ...migrations.slice(0, -1),
        {
          pack: 'own',
          migrations: [
            ...last.migrations,
            { tag: '0000_later', hash: 'x', statements: ['create table half (n int)', statement] },
          ],
        },
      ]
      const refusal = await migrate(database, last.pack === 'own' ? broken : migrations).catch(
        (error: Error) => error.message,
      )
      expect(refusal).toContain(
        'Migration 0000_later of pack own failed because of existing records: ',
      )
      expect(refusal).toContain(sentence)
      expect(refusal).toContain('Nothing was changed.')
      expect(await database.query(`select to_regclass('half')::text as half`)).toEqual([
        { half: null },
      ])
    },
  )

  test('a migration that fails on records reports the titles of the records, and fields instead of columns', async () => {
    const names = ['Rromi', 'Merit', 'Olimpici']
    for (const name of names)
      await database.query(
        `insert into place_kinds (id, name, name_key) values (gen_random_uuid(), $1, lower($1))`,
        [name],
      )
    const last = migrations.at(-1) ?? expect.fail('there is a pack')
    const broken = (statement: string): PackMigrations[] => [
      ...migrations.slice(0, -1),
      {
        ...last,
        migrations: [...last.migrations, { tag: '9999_later', hash: 'x', statements: [statement] }],
      },
    ]
    const migrationError = (statement: string) =>
      migrate(database, broken(statement)).catch((error: Error) => error.message)
    const similarError = await migrationError(
      'CREATE UNIQUE INDEX "u" ON "place_kinds" USING btree (is_active);',
    )
    expect(similarError).toContain(
      'place-kinds has records with duplicate values of isActive. 3 records: ',
    )
    for (const name of names)
      expect(similarError).toMatch(new RegExp(`${name} \\([0-9a-f-]{36}\\)`))
    const short = await migrationError(
      'ALTER TABLE "place_kinds" ADD CONSTRAINT "c" CHECK (char_length(name) between 1 and 5);',
    )
    expect(short).toContain(
      'place-kinds has records for which char_length(name) between 1 and 5 does not hold. Record: Olimpici (',
    )
    await database.query('delete from place_kinds')
  })
})
