/** Checks that expressions have the same value in SQL and in JavaScript, to the last digit. */

import { knownFields } from '@matricola/schema/checks/expressions.ts'
import { formatDecimal } from '@matricola/schema/expression/decimal.ts'
import { evaluateExpression, isDecimal } from '@matricola/schema/expression/evaluate.ts'
import type { Expression } from '@matricola/schema/expression/expression.ts'
import { parseExpression } from '@matricola/schema/expression/parse.ts'
import { builtInField as field } from '@matricola/schema/field.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { type AnyResource, defineResource } from '@matricola/schema/resource.ts'
import { anyExpression } from '@matricola/testing/expressions.ts'
import { libraryEngines } from '@matricola/testing/library/app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { Parameters } from '../../../sql/parameters.ts'
import { recordExpressionSql } from '../../../sql/value-sql.ts'

const sums: AnyResource = asAnyResource(
  defineResource({
    name: 'sums',
    path: 'sums',
    icon: 'flag',
    title: ['name'],
    fields: {
      name: field.text({ max: 40, optional: true }),
      other: field.text({ max: 40, optional: true }),
      count: field.integer({ min: -1000, max: 1000, optional: true }),
      price: field.money({ min: -1e9, max: 1e9, optional: true }),
      grade: field.decimal({ min: 0, max: 10, scale: 4, optional: true }),
      from: field.date({ optional: true }),
      until: field.date({ optional: true }),
    },
    sections: {},
    list: { columns: ['name'], sort: ['name'] },
    access: {},
  }),
)
const names = Object.keys(sums.fields)
const days = [
  '2024-02-29',
  '2023-02-28',
  '2026-01-31',
  '2026-03-31',
  '2025-12-31',
  '1900-01-01',
  '2999-12-31',
  '2100-02-28',
]
const values = {
  name: fc.option(fc.constantFrom('Ștefan', "O'Neill", 'a\\b', '%', '5')),
  other: fc.option(fc.constantFrom('Ana', 'x')),
  count: fc.option(fc.oneof(fc.constantFrom(0, 1, -1, 12), fc.integer({ min: -1000, max: 1000 }))),
  price: fc.option(
    fc.oneof(
      fc.constantFrom(0, 0.1, 2.5, -0.05, 999999999.99),
      fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 100),
    ),
  ),
  grade: fc.option(fc.integer({ min: 0, max: 100_000 }).map((n) => n / 10_000)),
  from: fc.option(fc.constantFrom(...days)),
  until: fc.option(fc.constantFrom(...days)),
}

describe.each(libraryEngines)('on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await database.query(
      'CREATE TABLE sums (id uuid PRIMARY KEY, name text, other text, count integer, price numeric(12, 2), grade numeric(6, 4), from_ date, until date)',
    )
  })
  afterAll(() => database.close())

  /** The exact SQL value of each expression for each record. */
  async function valuesInSql(
    expressions: readonly Expression[],
    records: readonly { readonly [name: string]: unknown }[],
  ) {
    await database.query('TRUNCATE sums')
    const parameters = new Parameters()
    const rows = records.map(
      (record, i) =>
        `('00000000-0000-4000-8000-${String(i).padStart(12, '0')}', ${names.map((name) => parameters.add(record[name])).join(', ')})`,
    )
    await database.query(`INSERT INTO sums VALUES ${rows.join(', ')}`, parameters.values)
    const columns = expressions.map(
      (expression, i) =>
        `(${recordExpressionSql(expression, { resource: sums, row: 'r' }).sql})::text AS "${i}"`,
    )
    return database.query<{ readonly [i: string]: string | null }>(
      `SELECT ${columns.join(', ')} FROM sums r ORDER BY r.id`,
    )
  }
  const plain = (text: string | null) =>
    text !== null && /^-?\d+\.\d*?0*$/.test(text)
      ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0')
      : text

  test('an expression has the same value in SQL and JavaScript in 30,000 random cases with nulls, leap days and zero divisors', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record(values), { minLength: 20, maxLength: 20 }),
        fc.array(anyExpression(knownFields(sums.fields)), { minLength: 30, maxLength: 30 }),
        async (records, expressions) => {
          const found = await valuesInSql(expressions, records)
          for (const [row, record] of records.entries())
            for (const [index, expression] of expressions.entries()) {
              const value = evaluateExpression(expression, record)
              const inSql = found[row]?.[index] ?? null
              expect(
                isDecimal(value) ? plain(inSql) : inSql,
                JSON.stringify({ expression, record }),
              ).toBe(isDecimal(value) ? formatDecimal(value) : value)
              compared++
            }
        },
      ),
      { numRuns: 50 },
    )
    expect(compared).toBeGreaterThanOrEqual(30_000)
  })

  test('results out of range for dates or numbers are null, and do not make a statement fail', async () => {
    const read = (text: string) => {
      const parsed = parseExpression(text)
      if ('error' in parsed) throw new Error(parsed.error.code)
      return parsed.expression
    }
    const texts = [
      'until + 9000 years',
      'until - 6000 years',
      'until + 999999999999 days',
      'until + (price * 1000) months',
      'price / (count - count)',
      'round(price * price * price * price / 3, 2)',
    ]
    const record = { until: '2999-12-31', price: 999999999.99, count: 5 }
    const [row] = await valuesInSql(texts.map(read), [record])
    const expected = texts.map((text) => evaluateExpression(read(text), record))
    expect(texts.map((_, i) => plain(row?.[i] ?? null))).toEqual(
      expected.map((value) => (isDecimal(value) ? formatDecimal(value) : value)),
    )
    expect(expected.slice(0, 5)).toEqual([null, null, null, null, null])
  })

  test('date expressions nested twelve times have a linear cost in the database', async () => {
    const nested = Array.from({ length: 12 }).reduce<Expression>(
      (day) => ({ add: ['from', { days: { subtract: ['until', day] } }] }),
      {
        add: ['until', { months: 1 }],
      },
    )
    const record = { from: '2026-01-31', until: '2026-02-28' }
    const [row] = await valuesInSql([nested], [record])
    expect(row?.[0]).toBe(evaluateExpression(nested, record))
    expect(row?.[0]).toBe('2026-03-28')
  })
})
