import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'

const admin = createCaller('admin')

describe.each(engines)('an update of a record of the university, on $engine', ({ open }) => {
  let api: TestApp
  let statements: string[] = []
  let transactions = 0
  let course: WireRecord
  const counting = (database: Database): Database => ({
    ...database,
    query: (text, values) => {
      statements.push(text)
      return database.query(text, values)
    },
    transaction: (work, options) => {
      transactions += 1
      return database.transaction(work, options)
    },
  })
  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data
  const update = (path: string, body: object) =>
    api.call<WireRecord>(admin, 'PATCH', `/api/${path}/update`, body)

  beforeAll(async () => {
    api = await startApp(async () => counting(await open()))
    const { id: departmentProfileId } = await create('department-profiles', { name: 'Informatică' })
    const programme = {
      name: 'Informatică',
      code: 'INF',
      departmentProfileId,
      yearsOfStudy: 3,
      totalCredits: 180,
    }
    const { id: specializationId } = await create('specializations', programme)
    course = await create('courses', {
      name: 'Logică',
      specializationId,
      year: 1,
      semester: 1,
      credits: 5,
    })
  })
  beforeEach(() => {
    statements = []
    transactions = 0
  })
  afterAll(() => api.close())

  test('returns the warnings of the record from the same query, and so does opening the record', async () => {
    const values = {
      lastName: 'Pop',
      firstName: 'Ana',
      matriculationNumber: 'M-1',
      academicYearOfEntry: '2026-2027',
      email: 'ana@univ.ro',
    }
    const student = await create('students', {
      ...values,
      specializationId: course.specializationId,
    })
    statements = []
    transactions = 0
    const { data } = await update('students', {
      id: student.id,
      version: student.version,
      city: 'Iași',
    })
    expect([statements.length, transactions]).toEqual([1, 0])
    expect(data).toMatchObject({ city: 'Iași', warnings: [] })
    statements = []
    const opened = await api.call<WireRecord>(admin, 'GET', `/api/students/${student.id}`)
    expect(opened.data).toMatchObject({ city: 'Iași', warnings: [] })
    expect(statements.filter((text) => !/insert into access_log/i.test(text))).toHaveLength(1)
  })

  test('is validated with the whole record when a rule, a hook or the search reads the changed field', async () => {
    const { status, failure } = await update('courses', {
      id: course.id,
      version: course.version,
      year: 5,
    })
    expect([status, failure.fields]).toEqual([
      400,
      { year: [{ code: 'number.tooLarge', params: { max: 3 } }] },
    ])
    const renamed = await update('courses', {
      id: course.id,
      version: course.version,
      name: 'Logică matematică',
    })
    expect(renamed.data.name).toBe('Logică matematică')
    const found = await api.call<Page<WireRecord>>(admin, 'GET', '/api/courses?search=matematica')
    expect(found.data.list.map(({ id }) => id)).toEqual([course.id])
  })
})
