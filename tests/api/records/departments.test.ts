import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('departments on $engine', ({ open }) => {
  let api: TestApp
  const admin = createCaller('admin')
  const secretary = createCaller('secretary')
  beforeAll(async () => {
    api = await startApp(open)
  })
  afterAll(() => api.close())

  const create = (body: object, caller = admin) =>
    api.call<WireRecord>(caller, 'POST', '/api/department-profiles/create', body)

  test('an empty list is returned with page 1 and page size 5 (R-L01)', async () => {
    const { status, body } = await api.call(admin, 'GET', '/api/department-profiles')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: { totalCount: 0, page: 1, pageSize: 5, list: [] },
      message: '',
    })
  })

  test('a department is created, read, updated and listed (R-L06) (R-E02) (R-C04)', async () => {
    const created = await create({ name: 'Informatică', budget: 120_000.5, email: 'info@univ.ro' })
    expect(created.status).toBe(201)
    expect(created.body.message).toBe('Department created successfully..')
    expect(created.data).toMatchObject({
      name: 'Informatică',
      version: 1,
      isActive: true,
      budget: 120_000.5,
      phone: null,
      _title: 'Informatică',
    })
    const { id } = created.data
    const single = await api.call<WireRecord>(secretary, 'GET', `/api/department-profiles/${id}`)
    expect(single.data).toEqual(created.data)

    const updated = await api.call<WireRecord>(
      secretary,
      'PATCH',
      '/api/department-profiles/update',
      { id, version: 1, office: 'A 12' },
    )
    expect(updated.status).toBe(200)
    expect(updated.body.message).toBe('Department update successfully..')
    expect(updated.data).toMatchObject({ office: 'A 12', version: 2, budget: 120_000.5 })

    const list = await api.call<Page<WireRecord>>(
      admin,
      'GET',
      '/api/department-profiles?pageNumber=1&pageSize=10',
    )
    expect(list.data).toEqual({ totalCount: 1, page: 1, pageSize: 10, list: [updated.data] })
  })

  test('a department stores every field in the specification, and its ratio is computed (R-E02)', async () => {
    const created = await create({ name: 'Chimie' })
    const head = await api.call<WireRecord>(admin, 'POST', '/api/professors/create', {
      firstName: 'Ana',
      lastName: 'Moldovan',
      email: 'ana.moldovan@univ.ro',
      departmentProfileId: created.data.id,
    })
    const values = {
      description: 'Chimie anorganică și organică.',
      headOfDepartmentId: head.data.id,
      isActive: false,
      budget: 80_000,
      email: 'chimie@univ.ro',
      phone: '+40264001002',
      office: 'B 4',
      officeHours: 'Mon-Fri, 8AM-5PM',
    }
    const changed = await api.call<WireRecord>(admin, 'PATCH', '/api/department-profiles/update', {
      id: created.data.id,
      version: 1,
      ...values,
    })
    expect(changed.data).toMatchObject(values)
    const { data } = await api.call<WireRecord>(
      secretary,
      'GET',
      `/api/department-profiles/${created.data.id}`,
    )
    expect(data).toMatchObject({
      id: created.data.id,
      name: 'Chimie',
      ...values,
      studentFacultyRatio: 0,
    })
  })

  test('a second department with the same name, in upper or lower case, is rejected with an issue at the field', async () => {
    await create({ name: 'Științe și informatică' })
    const answer = await create({ name: 'ȘTIINȚE ȘI INFORMATICĂ' })
    expect(answer.status).toBe(409)
    expect(answer.failure).toMatchObject({
      code: 'record.taken',
      fields: { name: [{ code: 'value.taken' }] },
    })
    expect((await create({ name: 'Știinte si informatica' })).status).toBe(201)
  })

  test('messages are in the language of the request', async () => {
    const options = { headers: { 'accept-language': 'ro-RO,ro;q=0.9,en;q=0.5' } }
    const answer = await api.call(
      admin,
      'POST',
      '/api/department-profiles/create',
      { name: 'Matematică' },
      options,
    )
    expect(answer.body.message).toBe('Departamentul a fost creat.')
    const cookie = await api.call(
      admin,
      'GET',
      '/api/department-profiles?sort=nothing',
      undefined,
      { headers: { cookie: 'i18next=de' } },
    )
    expect(cookie.failure.message).toMatch(/Liste/)
  })
})
