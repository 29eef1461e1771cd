import { libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Database } from '../../../database/database.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const admin = createCaller('admin')

describe.each(libraryEngines)('an update that needs no separate read, on $engine', ({ open }) => {
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
  const history = async (path: string, id: string) =>
    (await api.call<Page<WireChange>>(admin, 'GET', `/api/${path}/${id}/history?pageSize=25`)).data
      .list

  beforeAll(async () => {
    api = await startLibraryApp(async () => counting(await open()))
    const { id: branchId } = await create('branches', { name: 'Informatică' })
    const programme = {
      name: 'Informatică',
      code: 'INF',
      branchId,
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

  test('uses one database query, and its history has the previous value', async () => {
    const before = course.version
    const { status, data } = await update('courses', {
      id: course.id,
      version: before,
      description: 'Propoziții',
    })
    expect(status).toBe(200)
    expect([statements.length, transactions]).toEqual([1, 0])
    expect(data).toMatchObject({
      version: before + 1,
      description: 'Propoziții',
      _title: course._title,
      _can: course._can,
    })
    const repeated = await update('courses', {
      id: course.id,
      version: data.version,
      description: 'Predicate',
      reason: undefined,
    })
    expect(repeated.data.version).toBe(before + 2)
    const [last] = await history('courses', course.id)
    expect(last).toMatchObject({
      version: before + 2,
      action: 'update',
      actor: { name: admin.name },
    })
    expect(last?.changes).toEqual([
      expect.objectContaining({ field: 'description', before: 'Propoziții', after: 'Predicate' }),
    ])
    course = repeated.data
  })

  test('also uses one query without a version, and changes the current record', async () => {
    const { status, data } = await update('courses', {
      id: course.id,
      description: 'Fără versiune',
    })
    expect([status, data.version]).toEqual([200, course.version + 1])
    expect([statements.length, transactions]).toEqual([1, 0])
    const [last] = await history('courses', course.id)
    expect(last).toMatchObject({
      version: course.version + 1,
      action: 'update',
      actor: { name: admin.name },
    })
    expect(last?.changes).toEqual([
      expect.objectContaining({
        field: 'description',
        before: 'Predicate',
        after: 'Fără versiune',
      }),
    ])
    course = data
  })

  test('without a version loses none of several simultaneous changes', async () => {
    const fields = [
      { hours: 10 },
      { credits: 6 },
      { semester: 2 },
      { hours: 20 },
      { credits: 7 },
      { description: 'Predicate' },
    ]
    const answers = await Promise.all(
      fields.map((values) => update('courses', { id: course.id, ...values })),
    )
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
    const versions = answers.map(({ data }) => data.version).sort((a, b) => a - b)
    expect(versions).toEqual(fields.map((_, at) => course.version + at + 1))
    const changes = (await history('courses', course.id))
      .filter(({ version }) => version > course.version)
      .reverse()
    expect(changes.map(({ version }) => version)).toEqual(versions)
    // The old value in each change is the new value of the previous change.
    const currentValues = new Map<string, unknown>(Object.entries(course))
    for (const { changes: told } of changes)
      for (const { field, before, after } of told) {
        expect(before).toEqual(currentValues.get(field))
        currentValues.set(field, after)
      }
    course = (await api.call<WireRecord>(admin, 'GET', `/api/courses/${course.id}`)).data
    expect(course).toMatchObject({
      semester: 2,
      description: 'Predicate',
      hours: currentValues.get('hours'),
      credits: currentValues.get('credits'),
    })
  })

  test('of a missing record is refused, with and without a version', async () => {
    const id = '01a00000-0000-7000-8000-000000000000'
    for (const version of [1, undefined]) {
      const { status, failure } = await update('courses', { id, version, description: 'Nimic' })
      expect([status, failure.code]).toEqual([404, 'record.missing'])
    }
  })

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

  test('of an outdated version is refused, returns the current record and changes nothing', async () => {
    const { status, failure } = await update('courses', {
      id: course.id,
      version: course.version - 1,
      description: 'Altceva',
    })
    expect(status).toBe(409)
    expect(failure).toMatchObject({
      code: 'record.stale',
      current: { version: course.version, description: 'Predicate' },
    })
  })

  test('to the stored value creates no new version, and the history omits the field when another one changes', async () => {
    const same = await update('courses', {
      id: course.id,
      version: course.version,
      description: course.description,
    })
    expect(same.data.version).toBe(course.version)
    const { data } = await update('courses', {
      id: course.id,
      version: course.version,
      description: course.description,
      hours: 28,
    })
    expect(data).toMatchObject({ version: course.version + 1, hours: 28 })
    const [last] = await history('courses', course.id)
    expect(last?.changes.map(({ field }) => field)).toEqual(['hours'])
    course = data
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
