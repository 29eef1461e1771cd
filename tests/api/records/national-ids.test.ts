/** The personal number of a student (CNP), which is stored encrypted and read masked. */
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { validCnp } from '#tests/support/seed-university.ts'

const admin = createCaller('admin')

describe.each(engines)('a CNP on $engine', ({ open }) => {
  let api: TestApp
  let now = Date.parse('2026-09-01T08:00:00.000Z')
  let specializationId: string
  let count = 0
  const create = (path: string, body: object) =>
    api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)
  const update = (body: object) =>
    api.call<WireRecord>(admin, 'PATCH', '/api/students/update', body)
  const history = async (id: string) =>
    (await api.call<Page<WireChange>>(admin, 'GET', `/api/students/${id}/history`)).data
  const list = async (query: string) =>
    (await api.call<Page<WireRecord>>(admin, 'GET', `/api/students?pageSize=100&${query}`)).data
  const names = async (query: string) => (await list(query)).list.map(({ _title }) => _title)
  const newStudent = (body: object = {}) =>
    create('students', {
      lastName: 'Pop',
      firstName: 'Ana',
      matriculationNumber: `M-${++count}`,
      specializationId,
      academicYearOfEntry: '2026-2027',
      email: `s${count}@univ.ro`,
      ...body,
    })

  beforeAll(async () => {
    api = await startApp(open, { clock: { now: () => new Date(now) } })
    const { data } = await create('department-profiles', { name: 'Informatică' })
    const programme = { departmentProfileId: data.id, yearsOfStudy: 3, totalCredits: 180 }
    specializationId = (
      await create('specializations', { ...programme, name: 'Informatică', code: 'INF' })
    ).data.id
  })
  afterAll(() => api.close())

  test('is found by the complete number, never by a part of it', async () => {
    await newStudent({ firstName: 'Dan', cnp: validCnp(995) })
    await newStudent({ lastName: 'Rus', firstName: 'Dan', cnp: validCnp(996) })
    expect(await names(`filters[cnp]=${validCnp(995)}`)).toEqual(['Pop Dan'])
    expect((await list('filters[cnp]=505041512')).totalCount).toBe(0)
    expect(await names(`search=${validCnp(996)}`)).toEqual(['Rus Dan'])
    const {
      list: [student],
    } = await list(`filters[cnp]=${validCnp(995)}`)
    expect(student?.cnp).toBe(`••••••••••${validCnp(995).slice(-3)}`)
  })

  test('is masked in a past record, and searches use the current number', async () => {
    const student = (await newStudent({ cnp: validCnp(700) })).data
    now += 1000
    const at = new Date(now).toISOString()
    now += 1000
    await update({ id: student.id, lastName: 'Popescu' })
    const { data } = await api.call<WireRecord>(
      admin,
      'GET',
      `/api/students/${student.id}?asOf=${at}`,
    )
    expect(data).toEqual({ ...student, _can: [] })
    expect(
      (await list(`search=${validCnp(700)}&asOf=${at}`)).list.map(({ lastName }) => lastName),
    ).toEqual(['Pop'])
  })

  test.each(['filters[cnp]=5050415129919', 'search=5050415129919', 'search=Pop 5050415129919'])(
    'is stored in no saved view: %s',
    async (address) => {
      const { status, failure } = await create('saved-views', {
        list: 'students',
        name: 'x',
        address,
      })
      expect([status, failure.fields]).toEqual([400, { address: [{ code: 'view.secret' }] }])
      const [storedView] = await api.context.database.query(
        "select id from saved_views where address like '%5050415129919%'",
      )
      expect(storedView).toBeUndefined()
    },
  )

  test('neither the history nor the table contains an unencrypted CNP', async () => {
    const { data } = await newStudent({ cnp: validCnp(993) })
    await update({ id: data.id, cnp: validCnp(994) })
    const { list } = await history(data.id)
    expect(list[0]?.changes).toEqual([
      {
        field: 'cnp',
        before: `••••••••••${validCnp(993).slice(-3)}`,
        after: `••••••••••${validCnp(994).slice(-3)}`,
      },
    ])
    const rows = await api.context.database.query(
      "SELECT cnp, cnp_bidx, search_text, (SELECT string_agg(coalesce(before::text, '') || after::text, ' ') FROM change) AS told FROM students",
    )
    expect(JSON.stringify(rows)).not.toMatch(/5050415129/)
  })

  test('birth date and sex must match the CNP, regardless of the written field', async () => {
    const refusal = await newStudent({ cnp: validCnp(990), birthDate: '2005-04-16', sex: 'F' })
    expect(refusal.failure.fields).toEqual({
      birthDate: [{ code: 'nationalId.otherBirthDate' }],
      sex: [{ code: 'nationalId.otherSex' }],
    })
    const { data } = await newStudent({ cnp: validCnp(990), birthDate: '2005-04-15' })
    expect((await update({ id: data.id, sex: 'F' })).failure.fields).toEqual({
      sex: [{ code: 'nationalId.otherSex' }],
    })
    expect((await update({ id: data.id, sex: 'M' })).status).toBe(200)
  })

  test('a duplicate CNP is refused at its field', async () => {
    await newStudent({ cnp: validCnp(997) })
    const { status, failure } = await newStudent({ cnp: validCnp(997) })
    expect([status, failure.fields]).toEqual([409, { cnp: [{ code: 'value.taken' }] }])
  })
})
