import type { Queries } from '@matricola/server/database/database.ts'
import * as account from '@matricola/server/database/tables/account.ts'
import * as files from '@matricola/server/database/tables/file.ts'
import * as history from '@matricola/server/database/tables/history.ts'
import * as jobs from '@matricola/server/database/tables/jobs.ts'
import * as mail from '@matricola/server/database/tables/mail.ts'
import * as facts from '@matricola/server/database/tables/meta.ts'
import * as sessions from '@matricola/server/database/tables/session.ts'
import * as engineTables from '@matricola/server/sql/tables.ts'
import {
  assigned,
  bareColumns,
  columns,
  columnsOfResource,
  computedSqlFor,
  differsFromLiteral,
  equalsLiteral,
  expr,
  into,
  intoColumns,
  isOneOfLiterals,
  outerTable,
  pick,
  raw,
  runStatement,
  type Statement,
  scopeSqlFor,
  setValues,
  sql,
  sqlForRow,
  sqlTextOf,
  storedTable,
  table,
} from '@matricola/server/sql/typed.ts'
import { getTableColumns, getTableName, is as isOf } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import { recordTables } from '#server/schema.ts'
import * as academic from '#server/tables/academic.ts'
import * as admission from '#server/tables/admission.ts'
import * as universityTables from '#server/tables/rows.ts'

const s = table(students, 's')
const z = outerTable(specializations, 'z')

/** The text and values of a statement as the database receives them. */
async function runAndCapture(statement: Statement<object>) {
  let lastStatement: { text: string; values: readonly unknown[] | undefined } | undefined
  const queries: Queries = {
    query: async (text, values) => {
      lastStatement = { text, values }
      return []
    },
  }
  await runStatement(queries, statement)
  return lastStatement
}

describe('names in statements', () => {
  test.each(allResources.map((resource) => [resource.name, resource] as const))(
    'of %s are exactly those of its table',
    (name, resource) => {
      const recordTable = recordTables[name]
      if (!recordTable) throw new Error(`${name} has no table`)
      expect([...columnsOfResource(resource).values()].sort()).toEqual(Object.keys(getTableColumns(recordTable)).sort())
      expect(sqlTextOf(table(resource, 'r'))).toBe(`${getTableName(recordTable)} r`)
    },
  )

  test('of tables without a declaration are those of their definitions', () => {
    const definitions = [account, files, history, jobs, mail, facts, sessions, academic, admission].flatMap((all) =>
      Object.entries(all).flatMap(([name, one]) => (isOf(one, PgTable) ? [[name, getTableName(one)] as const] : [])),
    )
    const stored = Object.entries({ ...engineTables, ...universityTables })
    expect(stored.length).toBeGreaterThan(15)
    for (const [name, { table: named }] of stored) expect(definitions).toContainEqual([name.replace(/Table$/, 'Definition'), named])
    // Column names are the property names of the definition, without exceptions.
    for (const one of Object.values({ ...files, ...history, ...admission }))
      if (isOf(one, PgTable))
        for (const name of Object.keys(getTableColumns(one)))
          expect(sqlTextOf(bareColumns(table(storedTable<Record<string, string>>('t'), 't'), name))).toBe(name)
  })

  test('of columns that the table lacks are rejected when the statement is built', () => {
    expect(() => sqlTextOf(sql`${s.searchText} ${s.lastNameKey}`)).not.toThrow()
    // Addresses are not a column or filter of any list, so they have no sort key.
    expect(() => s.addressKey).toThrow('students has no column addressKey')
    // @ts-expect-error computed, not stored in a column
    expect(() => s.balance).toThrow('students has no column balance')
  })

  test('are nullable for the compiler on the right of a left join', () => {
    // @ts-expect-error null if there is no programme
    const statement: Statement<{ readonly code: string }> =
      sql`select ${pick({ code: z.code })} from ${s} left join ${z} on ${z.id} = ${s.specializationId}`
    expect(sqlTextOf(statement)).toContain(
      'select z.code as "code" from students s left join specializations z on z.id = s.specialization_id',
    )
  })
})

describe('a statement', () => {
  test('contains declared names, and everything else as parameters', async () => {
    const statement: Statement<{ readonly id: string; readonly group: string | null; readonly total: number }> = sql`
      select ${pick({ ...columns(s, 'id'), group: s.groupName, total: expr<number>`count(*) filter (where ${s.studyYear} > ${2})` })}
      from ${s} where ${s.lastName} = ${"x'; drop table students; --"} and ${s.id} = any(${['a', 'b']}::uuid[])`
    expect(await runAndCapture(statement)).toEqual({
      text: `
      select s.id as "id", s.group_name as "group", count(*) filter (where s.study_year > $1) as "total"
      from students s where s.last_name = $2 and s.id = any($3::uuid[])`,
      values: [2, "x'; drop table students; --", ['a', 'b']],
    })
  })

  test('numbers the parameters of its parts in the order of its text', async () => {
    const inner = sql`select ${pick({ id: z.id })} from ${z} where ${z.code} = ${'first'}`
    const row = sqlForRow(s, (alias, parameters) => `${alias}.sex = ${parameters.add('F')}`)
    expect(
      await runAndCapture(sql`select 1 from ${s} where ${s.specializationId} in (${inner}) and ${row} and ${s.city} = ${'last'}`),
    ).toEqual({
      text: 'select 1 from students s where s.specialization_id in (select z.id as "id" from specializations z where z.code = $1) and s.sex = $2 and s.city = $3',
      values: ['first', 'F', 'last'],
    })
  })

  test('compares a choice only with its declared values, which it inlines', () => {
    expect(
      sqlTextOf(
        sql`${equalsLiteral(s.status, 'active')} ${differsFromLiteral(s.status, 'expelled')} ${isOneOfLiterals(s.sex, ['F', 'M'])}`,
      ),
    ).toBe("s.status = 'active' s.status <> 'expelled' s.sex in ('F', 'M')")
    // @ts-expect-error not a status of a student
    equalsLiteral(s.status, 'retired')
  })

  test('sets and inserts columns by their declared names, with the types of their fields', async () => {
    const given = { status: 'suspended', statusReason: null, version: expr<number>`${s.version} + 1`, city: undefined } as const
    expect(await runAndCapture(sql`update ${s} ${setValues(s, given)} where ${s.id} = ${'i'}`)).toEqual({
      text: 'update students s set status = $1, status_reason = $2, version = s.version + 1 where s.id = $3',
      values: ['suspended', null, 'i'],
    })
    const t = table(settings, 't')
    expect(
      await runAndCapture(sql`insert into ${into(t, { universityName: 'U', passMark: 5 }, { passMark: 6, universityName: 'V' })}`),
    ).toEqual({
      text: 'insert into settings as t (university_name, pass_mark) values ($1, $2), ($3, $4)',
      values: ['U', 5, 'V', 6],
    })
    expect(sqlTextOf(sql`insert into ${intoColumns(t, 'id', 'passMark')} select ${raw(1)} on conflict (${bareColumns(t, 'id')})`)).toBe(
      'insert into settings as t (id, pass_mark) select 1 on conflict (id)',
    )
    expect(await runAndCapture(sql`set ${assigned([['cnp_bidx', 'hash']])}`)).toEqual({ text: 'set cnp_bidx = $1', values: ['hash'] })
    // @ts-expect-error not a status of a student
    setValues(s, { status: 'retired' })
  })

  test('of a scope or a computed value is text, and rejects values', () => {
    expect(computedSqlFor(students, (row) => expr`${row.id}::text`)('x')).toBe('x.id::text')
    expect(scopeSqlFor(students, (row, me) => expr`${row.userId} = ${me}`)('x', '$1::uuid')).toBe('x.user_id = $1::uuid')
    expect(() => computedSqlFor(students, (row) => expr`${row.id} = ${'value'}`)('x')).toThrow('cannot have parameters')
  })
})
