import { knownFields } from '@matricola/schema/checks/expressions.ts'
import type { Fields } from '@matricola/schema/field.ts'
import { builtInField as field } from '@matricola/schema/field.ts'
import { evaluate, type Predicate } from '@matricola/schema/predicate.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { type AnyResource, defineResource } from '@matricola/schema/resource.ts'
import { sortKey } from '@matricola/schema/values/folding.ts'
import { anyExpression } from '@matricola/testing/expressions.ts'
import { openLibraryDatabase } from '@matricola/testing/library/app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { Parameters } from '../../../sql/parameters.ts'
import { predicateSql } from '../../../sql/predicate-sql.ts'

const resource: AnyResource = asAnyResource(
  defineResource({
    name: 'things',
    path: 'things',
    icon: 'flag',
    title: ['name'],
    fields: {
      name: field.text({ max: 40 }),
      other: field.text({ max: 40, optional: true }),
      count: field.integer({ min: -100, max: 100, optional: true }),
      size: field.integer({ min: -100, max: 100, optional: true }),
      price: field.money({ min: -100, max: 100, optional: true }),
      isOn: field.boolean({ optional: true }),
      day: field.date({ optional: true }),
      state: field.choice({ red: {}, green: {}, blue: {} }, { optional: true }),
      ownerId: field.reference('users', { optional: true }),
      seenAt: field.dateTime({ optional: true }),
    },
    sections: {},
    list: { columns: ['name', 'other'], sort: ['name'] },
    access: {},
  }),
)

const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const words = [
  'Ștefan',
  'stefan',
  'ȘTEFAN',
  'Œuvre',
  'Ana',
  'ână',
  'a%b_c',
  '',
  '5',
  'red',
  'true',
  "O'Neill",
  '2026-01-01',
]
const days = ['2025-12-31', '2026-01-01', '2026-06-15']
const instants = ['2026-01-01T00:00:00.000Z', '2026-06-15T12:30:00.500Z']
const values = {
  name: fc.constantFrom(...words),
  other: fc.option(fc.constantFrom(...words)),
  count: fc.option(fc.integer({ min: -3, max: 6 })),
  size: fc.option(fc.integer({ min: -3, max: 6 })),
  price: fc.option(fc.constantFrom(0, 0.1, 2, 2.5, 6)),
  isOn: fc.option(fc.boolean()),
  day: fc.option(fc.constantFrom(...days)),
  state: fc.option(fc.constantFrom('red', 'green', 'blue')),
  ownerId: fc.option(fc.constantFrom(...ids)),
  seenAt: fc.option(fc.constantFrom(...instants)),
}
const names = Object.keys(values)
const known = knownFields({
  count: resource.fields.count,
  size: resource.fields.size,
  price: resource.fields.price,
  day: resource.fields.day,
  other: resource.fields.other,
} as Fields)
const scalar = fc.oneof(
  fc.constantFrom(...words, ...days, ...instants, ...ids, 'red', 'green'),
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom(0.1, 2.5),
  fc.boolean(),
  fc.constant(null),
)
const operand = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.constantFrom({ user: 'id' as const }, { user: 'role' as const }),
  fc.record({ value: fc.constantFrom(...names) }),
  fc.constant({ instant: 'now' as const }),
  fc.record({ value: anyExpression(known) }),
)
const comparison = fc.oneof(
  ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const).map((op) =>
    operand.map((right) => ({ [op]: right })),
  ),
  fc.array(scalar, { maxLength: 3 }).map((list) => ({ in: list })),
  fc.boolean().map((isNull) => ({ isNull })),
)
const single = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...names), comparison)
      .map(([name, c]): Predicate => ({ [name]: c })),
  },
  fc
    .tuple(
      fc.constantFrom('name', 'other', 'state', 'day', 'count'),
      fc.constantFrom('ste', 'A', '%', '_', '', '2026', 'RE', 'oe', 'œ'),
    )
    .map(([name, contains]): Predicate => ({ [name]: { contains } })),
  fc
    .tuple(anyExpression(known), comparison)
    .map(([expression, is]): Predicate => ({ expression, is })),
  fc.tuple(comparison, comparison).map(([a, b]): Predicate => ({ count: a, name: b })),
)
const { predicate } = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    single,
    fc.array(tie('predicate'), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('predicate'), { maxLength: 3 }).map((or) => ({ or })),
    tie('predicate').map((not) => ({ not })),
  ),
}))

let database: Database
beforeAll(async () => {
  database = await openLibraryDatabase()
  await database.query(
    `CREATE TABLE things (id uuid PRIMARY KEY, name text, name_key text COLLATE "C", other text, other_key text COLLATE "C", count integer, size integer,
      price numeric(7, 2), is_on boolean, day date, state text, owner_id uuid, seen_at timestamptz(3))`,
  )
})
afterAll(() => database.close())

test('a condition holds in SQL for exactly the records that satisfy it in JavaScript, in 1,500 random cases', async () => {
  const caller = { id: ids[0] ?? '', role: 'admin' }
  const columns = names.map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  let cases = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record(values), { minLength: 10, maxLength: 20 }),
      fc.array(predicate, { minLength: 15, maxLength: 15 }),
      async (records, predicates) => {
        await database.query('TRUNCATE things')
        const insert = new Parameters()
        const rows = records.map((record, i) => {
          const cells = [
            ...names.map((name) => record[name as keyof typeof record]),
            sortKey(record.name),
            record.other === null ? null : sortKey(record.other),
          ]
          return `('00000000-0000-4000-8000-${String(i).padStart(12, '0')}', ${cells.map((value) => insert.add(value)).join(', ')})`
        })
        await database.query(
          `INSERT INTO things (id, ${columns.join(', ')}, name_key, other_key) VALUES ${rows.join(', ')}`,
          insert.values,
        )
        const parameters = new Parameters()
        // As a list evaluates the condition: a row is included if it is true. The negation must be
        // true for exactly the other rows, so it is never null.
        const tested = predicates.map((one, at) => {
          const [condition, negation] = [one, { not: one }].map((each) =>
            predicateSql(each, { resource: resource, row: 'r', caller, parameters }),
          )
          return `(${condition}) IS TRUE AS "${at}", (${negation}) IS TRUE AS "not ${at}"`
        })
        const found = await database.query<{ [name: string]: boolean }>(
          `SELECT ${tested.join(', ')} FROM things r ORDER BY r.id`,
          parameters.values,
        )
        for (const [at, one] of predicates.entries()) {
          cases++
          const expected = records.map((record) => evaluate(one, record, caller))
          expect(
            found.map((row) => row[at]),
            JSON.stringify(one),
          ).toEqual(expected)
          expect(
            found.map((row) => row[`not ${at}`]),
            JSON.stringify(one),
          ).toEqual(expected.map((isMatch) => !isMatch))
        }
      },
    ),
    { numRuns: 100 },
  )
  expect(cases).toBeGreaterThanOrEqual(1500)
})
