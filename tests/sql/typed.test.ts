import type { Queries } from '@matricola/server/database/database.ts'
import { recordTables } from '@matricola/server/database/pack-tables.ts'
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
import { allResources, registry } from '#resources/index.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import * as academic from '#server/tables/academic.ts'
import * as admission from '#server/tables/admission.ts'
import * as universityTables from '#server/tables/rows.ts'

const tablesByResource = recordTables(registry)
const student = table(students)
const specialization = outerTable(specializations)

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
      const recordTable = tablesByResource[name]
      if (!recordTable) throw new Error(`${name} has no table`)
      expect([...columnsOfResource(resource).values()].sort()).toEqual(
        Object.keys(getTableColumns(recordTable)).sort(),
      )
      expect(sqlTextOf(table(resource))).toBe(getTableName(recordTable))
      expect(sqlTextOf(table(resource, 'other'))).toBe(`${getTableName(recordTable)} other`)
    },
  )

  test('of tables without a declaration are those of their definitions', () => {
    const definitions = [
      account,
      files,
      history,
      jobs,
      mail,
      facts,
      sessions,
      academic,
      admission,
    ].flatMap((all) =>
      Object.entries(all).flatMap(([name, one]) =>
        isOf(one, PgTable) ? [[name, getTableName(one)] as const] : [],
      ),
    )
    const stored = Object.entries({ ...engineTables, ...universityTables })
    expect(stored.length).toBeGreaterThan(15)
    for (const [name, { table: named }] of stored)
      expect(definitions).toContainEqual([name.replace(/Table$/, 'Definition'), named])
    // Column names are the property names of the definition, without exceptions.
    for (const one of Object.values({ ...files, ...history, ...admission }))
      if (isOf(one, PgTable))
        for (const name of Object.keys(getTableColumns(one)))
          expect(
            sqlTextOf(bareColumns(table(storedTable<Record<string, string>>('t')), name)),
          ).toBe(name)
  })

  test('of columns that the table lacks are rejected when the statement is built', () => {
    expect(() => sqlTextOf(sql`${student.searchText} ${student.lastNameKey}`)).not.toThrow()
    // Addresses are not a column or filter of any list, so they have no sort key.
    expect(() => student.addressKey).toThrow('students has no column addressKey')
    // @ts-expect-error computed, not stored in a column
    expect(() => student.balance).toThrow('students has no column balance')
  })

  test('are nullable for the compiler on the right of a left join', () => {
    // @ts-expect-error null if there is no programme
    const statement: Statement<{ readonly code: string }> =
      sql`select ${pick({ code: specialization.code })} from ${student} left join ${specialization} on ${specialization.id} = ${student.specializationId}`
    expect(sqlTextOf(statement)).toContain(
      'select specializations.code as "code" from students left join specializations on specializations.id = students.specialization_id',
    )
  })
})

describe('a statement', () => {
  test('contains declared names, and everything else as parameters', async () => {
    const statement: Statement<{
      readonly id: string
      readonly group: string | null
      readonly total: number
    }> = sql`
      select ${pick({ ...columns(student, 'id'), group: student.groupName, total: expr<number>`count(*) filter (where ${student.studyYear} > ${2})` })}
      from ${student} where ${student.lastName} = ${"x'; drop table students; --"} and ${student.id} = any(${['a', 'b']}::uuid[])`
    expect(await runAndCapture(statement)).toEqual({
      text: `
      select students.id as "id", students.group_name as "group", count(*) filter (where students.study_year > $1) as "total"
      from students where students.last_name = $2 and students.id = any($3::uuid[])`,
      values: [2, "x'; drop table students; --", ['a', 'b']],
    })
  })

  test('numbers the parameters of its parts in the order of its text', async () => {
    const inner = sql`select ${pick({ id: specialization.id })} from ${specialization} where ${specialization.code} = ${'first'}`
    const row = sqlForRow(student, (alias, parameters) => `${alias}.sex = ${parameters.add('F')}`)
    expect(
      await runAndCapture(
        sql`select 1 from ${student} where ${student.specializationId} in (${inner}) and ${row} and ${student.city} = ${'last'}`,
      ),
    ).toEqual({
      text: 'select 1 from students where students.specialization_id in (select specializations.id as "id" from specializations where specializations.code = $1) and students.sex = $2 and students.city = $3',
      values: ['first', 'F', 'last'],
    })
  })

  test('compares a choice only with its declared values, which it inlines', () => {
    expect(
      sqlTextOf(
        sql`${equalsLiteral(student.status, 'active')} ${differsFromLiteral(student.status, 'expelled')} ${isOneOfLiterals(student.sex, ['F', 'M'])}`,
      ),
    ).toBe("students.status = 'active' students.status <> 'expelled' students.sex in ('F', 'M')")
    // @ts-expect-error not a status of a student
    equalsLiteral(student.status, 'retired')
  })

  test('sets and inserts columns by their declared names, with the types of their fields', async () => {
    const given = {
      status: 'suspended',
      statusReason: null,
      version: expr<number>`${student.version} + 1`,
      city: undefined,
    } as const
    expect(
      await runAndCapture(
        sql`update ${student} ${setValues(student, given)} where ${student.id} = ${'i'}`,
      ),
    ).toEqual({
      text: 'update students set status = $1, status_reason = $2, version = students.version + 1 where students.id = $3',
      values: ['suspended', null, 'i'],
    })
    const other = table(settings, 'other')
    expect(
      await runAndCapture(
        sql`insert into ${into(other, { universityName: 'U', passMark: 5 }, { passMark: 6, universityName: 'V' })}`,
      ),
    ).toEqual({
      text: 'insert into settings as other (university_name, pass_mark) values ($1, $2), ($3, $4)',
      values: ['U', 5, 'V', 6],
    })
    expect(
      sqlTextOf(
        sql`insert into ${intoColumns(other, 'id', 'passMark')} select ${raw(1)} on conflict (${bareColumns(other, 'id')})`,
      ),
    ).toBe('insert into settings as other (id, pass_mark) select 1 on conflict (id)')
    expect(await runAndCapture(sql`set ${assigned([['cnp_bidx', 'hash']])}`)).toEqual({
      text: 'set cnp_bidx = $1',
      values: ['hash'],
    })
    // @ts-expect-error not a status of a student
    setValues(student, { status: 'retired' })
  })

  test('of a scope or a computed value is text, and rejects values', () => {
    expect(computedSqlFor(students, (row) => expr`${row.id}::text`)('x')).toBe('x.id::text')
    expect(scopeSqlFor(students, (row, me) => expr`${row.userId} = ${me}`)('x', '$1::uuid')).toBe(
      'x.user_id = $1::uuid',
    )
    expect(() => computedSqlFor(students, (row) => expr`${row.id} = ${'value'}`)('x')).toThrow(
      'cannot have parameters',
    )
  })
})
