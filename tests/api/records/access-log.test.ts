/** Every call that returns personal records logs the access. */

import type { WireAccessLogEntry } from '@matricola/schema/calls/access-log.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { seedApplications } from '#tests/support/seed-applications.ts'
import {
  startUniversityApp,
  type UniversityApp,
  type UserWithRecord,
} from '#tests/support/university-app.ts'

describe.each(engines)("the access log of people's records on $engine", ({ open }) => {
  let site: UniversityApp
  let secretary: Caller
  let ana: UserWithRecord
  let students: string[]
  let applications: string[]
  beforeAll(async () => {
    site = await startUniversityApp(open, '2026-09-01T08:00:00.000Z')
    secretary = await site.createAccount('secretary', 'Sanda Rus')
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
    const programme = { departmentProfileId: site.departmentProfileId, specializationId }
    applications = await seedApplications(site.context, 3, programme)
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await recordsOf(site.context).accessLogger.flush()
    await site.query('delete from access_log')
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
      const { data } = await get(secretary, path)
      expect(data.list.length).toBeGreaterThan(0)
      expect(await listReads()).toEqual([
        { kind: 'listed', resource, user_name: 'Sanda Rus', record_ids: idsIn(data) },
      ])
    },
  )

  test('covers students as it covers applications: opened records, past states, study records and files', async () => {
    const [id] = students
    const paths = ['', '?asOf=2026-09-01T08:00:00.000Z', '/history', '/study-record']
    for (const way of paths) expect((await get(secretary, `students/${id}${way}`)).status).toBe(200)
    expect((await get(site.firstAdmin, 'students/export')).status).toBe(200)
    const page = await get<Page<WireAccessLogEntry>>(site.firstAdmin, `students/${id}/viewers`)
    const by = (name: string) =>
      page.data.list.filter((one) => one.name === name).map(({ kind }) => kind)
    expect(by('Sanda Rus')).toEqual(paths.map(() => 'opened'))
    expect(by(site.firstAdmin.name)).toEqual(['exported'])
    expect((await get(secretary, `students/${id}/viewers`)).status).toBe(403)
  })

  test('shows the caller as a viewer of each record on the page, and of no other', async () => {
    const { data } = await get(secretary, 'registrations/list?pageSize=2')
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
})
