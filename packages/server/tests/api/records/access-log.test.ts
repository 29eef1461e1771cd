/** Every call that returns personal records logs the access. */

import { libraryEngines } from '@matricola/testing/library/app.ts'
import type { WireAccessLogEntry } from '@matricola/schema/calls/access-log.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../../../caller.ts'
import type { Database } from '../../../database/database.ts'
import { recordsOf } from '../../../records/store.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

describe.each(libraryEngines)("the access log of people's records on $engine", ({ open }) => {
  let site: UniversityApp
  let librarian: Caller
  let ana: UserWithRecord
  let students: string[]
  let applications: string[]
  let isOffline = false
  let statements: string[] = []
  beforeAll(async () => {
    site = await startUniversityApp(async () => failing(await open()), '2026-09-01T08:00:00.000Z')
    librarian = await site.createAccount('librarian', 'Sanda Rus')
    const specializationId = await site.createProgramme({ name: 'Română', code: 'RO' })
    const values = {
      specializationId,
      academicYearOfEntry: '2026-2027',
      birthDate: '2005-04-15',
      sex: 'F',
      fundingType: 'budget',
    }
    ana = await site.createStudent({ lastName: 'Pop', firstName: 'Ana', ...values })
    students = [
      ana.personId,
      (await site.createStudent({ lastName: 'Rus', firstName: 'Ioana', ...values })).personId,
    ]
    const programme = { branchId: site.branchId, specializationId }
    applications = await seedApplications(site.context, 3, programme)
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await recordsOf(site.context).accessLogger.flush()
    await site.query('delete from access_log')
  })

  /** A database that fails to write the access log while `isOffline`. */
  const failing = (database: Database): Database => ({
    engine: database.engine,
    vitals: database.vitals,
    query: (text, values) => {
      statements.push(text)
      return isOffline && /insert into access_log/i.test(text)
        ? Promise.reject(new Error('away'))
        : database.query(text, values)
    },
    transaction: (work, options) => database.transaction(work, options),
    close: () => database.close(),
  })
  const get = <T = Page<WireRecord>>(caller: Caller, path: string) =>
    site.call<T>(caller, 'GET', `/api/${path}`)
  const listReads = async () => {
    await recordsOf(site.context).accessLogger.flush()
    return await site.query<{
      kind: string
      resource: string
      user_name: string
      record_ids: string[] | null
    }>('select kind, resource, user_name, record_ids from access_log order by at, id')
  }
  const idsIn = ({ list }: Page<WireRecord>) => list.map(({ id }) => id)

  test.each([
    ['registrations', 'registrations/list?pageSize=2'],
    ['registrations', 'registrations/list?search=pop'],
    ['students', 'students?pageSize=1&sort=lastName'],
    ['students', 'students?asOf=2026-09-01T08:00:00.000Z'],
  ])(
    'has one row for a page of %s, with the ids of the returned records: %s',
    async (resource, path) => {
      const { data } = await get(librarian, path)
      expect(data.list.length).toBeGreaterThan(0)
      expect(await listReads()).toEqual([
        { kind: 'listed', resource, user_name: 'Sanda Rus', record_ids: idsIn(data) },
      ])
    },
  )

  test('records the results of a search, and no records that were not returned', async () => {
    await get(librarian, 'students?search=nobody')
    expect(await listReads()).toEqual([])
    await get<unknown>(librarian, 'search?q=rus')
    expect(await listReads()).toMatchObject([
      { kind: 'listed', resource: 'students', record_ids: [students[1]] },
    ])
  })

  test('covers students as it covers applications: opened records, past states, study records and files', async () => {
    const [id] = students
    const paths = ['', '?asOf=2026-09-01T08:00:00.000Z', '/history', '/study-record']
    for (const way of paths) expect((await get(librarian, `students/${id}${way}`)).status).toBe(200)
    expect((await get(site.firstAdmin, 'students/export')).status).toBe(200)
    const page = await get<Page<WireAccessLogEntry>>(site.firstAdmin, `students/${id}/viewers`)
    const by = (name: string) =>
      page.data.list.filter((one) => one.name === name).map(({ kind }) => kind)
    expect(by('Sanda Rus')).toEqual(paths.map(() => 'opened'))
    expect(by(site.firstAdmin.name)).toEqual(['exported'])
    expect((await get(librarian, `students/${id}/viewers`)).status).toBe(403)
  })

  test('has one row for a file with any number of records', async () => {
    expect((await get(site.firstAdmin, 'students/export?sort=lastName')).status).toBe(200)
    expect(await listReads()).toEqual([
      {
        kind: 'exported',
        resource: 'students',
        user_name: site.firstAdmin.name,
        record_ids: students,
      },
    ])
  })

  test('shows the caller as a viewer of each record on the page, and of no other', async () => {
    const { data } = await get(librarian, 'registrations/list?pageSize=2')
    const ids = idsIn(data)
    for (const id of applications) {
      const { data: viewers } = await get<Page<WireAccessLogEntry>>(
        site.firstAdmin,
        `registrations/${id}/viewers`,
      )
      expect(viewers.list.map(({ name, kind }) => [name, kind])).toEqual(
        ids.includes(id) ? [['Sanda Rus', 'listed']] : [],
      )
    }
  })

  test('records each access to an existing record once, before the response; simultaneous accesses share a statement', async () => {
    await get(librarian, `students/${students[1]}`)
    await site.query('delete from access_log')
    statements = []
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, i) => get(librarian, `students/${students[i % 2]}`)),
    )
    expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const notes = statements.filter((text) => /insert into access_log/i.test(text))
    expect(notes.length).toBeGreaterThan(0)
    expect(notes.length).toBeLessThan(8)
    const entries = await listReads()
    expect(entries).toHaveLength(8)
    expect(entries[0]).toMatchObject({
      kind: 'opened',
      resource: 'students',
      user_name: 'Sanda Rus',
    })
    expect((await get(librarian, 'students/01920000-0000-7000-8000-000000000000')).status).toBe(404)
    expect(await listReads()).toHaveLength(8)
  })

  test('omits users who read their own record', async () => {
    expect(idsIn((await get(ana, 'students')).data)).toEqual([ana.personId])
    expect((await get(ana, `students/${ana.personId}`)).status).toBe(200)
    expect(await listReads()).toEqual([])
  })

  test('retries a failed entry until it is stored, and a record is returned only after that', async () => {
    isOffline = true
    expect((await get(librarian, 'students')).status).toBe(200)
    expect(await listReads()).toEqual([])
    expect((await get(librarian, `students/${students[0]}`)).status).toBe(500)
    isOffline = false
    expect((await listReads()).map(({ kind }) => kind)).toEqual(['listed'])
  })
})
