import { valueEntries } from '@matricola/schema/resource-fields.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getResource } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'

const students = 20_000
const students20k = `insert into students (id, last_name, last_name_key, first_name, first_name_key, matriculation_number, matriculation_number_key,
    specialization_id, study_year, group_name, group_name_key, academic_year_of_entry, funding_type, status, email, email_key, enrolled_at, search_text,
    created_at, updated_at)
  select gen_random_uuid(), 'Name', md5(n::text), 'First', md5((n * 7)::text), 'M' || n, 'm' || n, $1, 1 + n % 6, 'G' || n % 500, 'g' || n % 500,
    '2025-2026', (array['budget', 'fee'])[1 + n % 2], (array['active', 'suspended', 'withdrawn', 'expelled', 'graduated'])[1 + n % 5],
    'm' || n || '@univ.ro', 'm' || n || '@univ.ro', date '2020-10-01' + n % 1500, md5(n::text) || ' ' || md5((n * 7)::text) || ' m' || n,
    now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, ${students}) n`

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

describe.each(engines)('lists of a large table on $engine', ({ open }) => {
  let test: TestApp
  let database: Database
  const statements: { readonly text: string; readonly values: readonly unknown[] }[] = []
  const admin = createCaller('admin')

  beforeAll(async () => {
    database = await open()
    const recordingDatabase: Database = {
      ...database,
      query: (text, values = []) => {
        statements.push({ text, values })
        return database.query(text, values)
      },
    }
    test = await startApp(async () => recordingDatabase)
    const [department, specialization] = [uuidv7(), uuidv7()]
    await database.query(
      `insert into departments (id, name, name_key, is_active) values ($1, 'D', 'd', true)`,
      [department],
    )
    await database.query(
      `insert into specializations (id, name, name_key, code, code_key, department_profile_id, cycle, language, years_of_study, credits_per_year, total_credits, is_active)
       values ($1, 'S', 's', 'S', 's', $2, 'bachelor', 'ro', 3, 60, 180, true)`,
      [specialization, department],
    )
    await database.transaction(({ query }) => query(students20k, [specialization]), {
      statementMs: 120_000,
    })
    await database.query('analyze students')
  })
  afterAll(() => test.close())

  /** Tables that a list page reads with a sequential scan. */
  async function scannedBy(params: string): Promise<string[]> {
    statements.length = 0
    const answer = await test.call(admin, 'GET', `/api/students?pageSize=25&${params}`)
    expect(answer.status, answer.text).toBe(200)
    const pages = statements.filter(
      ({ text }) => /^select/i.test(text) && /\blimit\b/i.test(text) && /\bstudents\b/.test(text),
    )
    expect(pages).not.toEqual([])
    const scanned: string[] = []
    for (const { text, values } of pages) {
      const [row] = await database.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
        `explain (format json) ${text}`,
        values,
      )
      const nodes = row?.['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)) ?? []
      scanned.push(
        ...nodes
          .filter((node) => node['Node Type'] === 'Seq Scan')
          .map((node) => node['Relation Name'] ?? ''),
      )
    }
    return scanned.filter((table) => table === 'students')
  }

  const { list } = getResource('students')
  const values: { readonly [field: string]: string } = {
    lastName: 'abc1',
    firstName: 'abc1',
    groupName: 'g123',
    specializationId: '',
    studyYear: '3',
    fundingType: 'fee',
    status: 'suspended',
    cnp: '1960229410011',
    enrolledAt: '2021-01-05..2021-01-06',
  }

  it('have a test value for each declared filter', () => {
    expect(Object.keys(values).sort()).toEqual([...(list.filters ?? [])].sort())
  })

  it.each(Object.entries(values).filter(([, value]) => value !== ''))(
    'do not scan a whole table to filter by %s',
    async (field, value) => {
      expect(await scannedBy(`filters[${field}]=${value}`)).toEqual([])
    },
  )

  it('do not scan a whole table for the default order, a search or a distant page', async () => {
    for (const params of ['', 'search=abc12', 'pageNumber=40'])
      expect(await scannedBy(params), params).toEqual([])
  })

  const sortable = valueEntries(getResource('students')).filter(
    ([name, spec]) =>
      spec.type !== 'reference' &&
      spec.type !== 'nationalId' &&
      [...list.columns, ...(list.filters ?? [])].includes(name),
  )
  it.each([...sortable.map(([name]) => name), 'createdAt', 'updatedAt'])(
    'do not scan a whole table to sort by %s, in either direction',
    async (field) => {
      expect(await scannedBy(`sort=${field}`)).toEqual([])
      expect(await scannedBy(`sort=-${field}`)).toEqual([])
    },
  )
})
