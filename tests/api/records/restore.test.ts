import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdmissionApp, startAdmissionApp } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { type JobsApp, startJobsApp } from '#tests/support/jobs-app.ts'
import { createMissingId } from '#tests/support/seed-university.ts'

describe.each(engines)('restoring on $engine', ({ open }) => {
  let shop: JobsApp
  let id: string
  let count = 0
  beforeAll(async () => {
    shop = await startJobsApp(open)
  })
  afterAll(() => shop.close())
  const restore = (body: object, caller = shop.ana) => shop.call(caller, 'POST', `/api/department-profiles/${id}/restore`, body)
  /** A department at version 3: created, then given an office and a description, then different ones. */
  async function createDepartment() {
    ;[id = ''] = await shop.addDepartments(`Restored ${++count}`, 1)
    await shop.edit(id, { office: 'A 1', description: 'first' })
    await shop.edit(id, { office: 'B 2', description: 'second', email: 'dep@univ.ro' })
  }

  test('one field is restored, with its own history entry', async () => {
    await createDepartment()
    const { status, data } = await restore({ version: 2, fields: ['office'], current: 3 })
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({ office: 'A 1', description: 'second', email: 'dep@univ.ro', version: 4 }),
    ])
    expect((await shop.history(id))[0]).toMatchObject({
      action: 'restore',
      version: 4,
      actor: { name: 'Ana Pop' },
      changes: [{ field: 'office', before: 'B 2', after: 'A 1' }],
    })
  })

  test('a whole version is restored, and a restore can itself be reverted', async () => {
    await createDepartment()
    expect((await restore({ version: 1, current: 3 })).data).toMatchObject({ office: null, description: null, email: null, version: 4 })
    expect((await restore({ version: 3, current: 4 })).data).toMatchObject({
      office: 'B 2',
      description: 'second',
      email: 'dep@univ.ro',
      version: 5,
    })
    expect((await restore({ version: 5, current: 5 })).data).toMatchObject({ version: 5 })
  })

  test('a version that the user has not seen is refused with the current record', async () => {
    await createDepartment()
    const { status, failure } = await restore({ version: 1, current: 2 })
    expect([status, failure.code, failure.current?.version]).toEqual([409, 'record.stale', 3])
    expect((await restore({ version: 4, current: 3 })).failure.fields).toEqual({
      version: [{ code: 'number.tooLarge', params: { max: 3 } }],
    })
    for (const body of [
      {},
      { version: 0, current: 3 },
      { version: 1 },
      { version: 1, current: 3, fields: [] },
      { version: 1, current: 3, x: 1 },
    ])
      expect([body, (await restore(body)).status]).toEqual([body, 400])
  })

  test('fields that the user cannot write are refused by name, alone and in a whole version', async () => {
    await createDepartment()
    await shop.edit(id, { budget: 12 })
    const issues = { budget: [{ code: 'field.notWritable' }] }
    expect((await restore({ version: 3, current: 4 })).failure.fields).toEqual(issues)
    expect((await restore({ version: 3, current: 4, fields: ['budget', 'office', 'nonsense'] })).failure.fields).toEqual({
      ...issues,
      nonsense: [{ code: 'field.unknown' }],
    })
    expect((await restore({ version: 2, current: 4, fields: ['office'] })).data).toMatchObject({ office: 'A 1', budget: 12 })
    expect((await restore({ version: 1, current: 5 }, shop.admin)).data).toMatchObject({ budget: null })
  })

  test('current rules apply: a value that another record has taken in the meantime is refused', async () => {
    await createDepartment()
    const name = (await shop.department(id)).name
    await shop.edit(id, { name: `Renamed ${count}` })
    await shop.call(shop.admin, 'POST', '/api/department-profiles/create', { name })
    expect((await restore({ version: 3, current: 4, fields: ['name'] })).failure.code).toBe('record.taken')
  })

  test('is available to users who can read the history and change the record', async () => {
    await createDepartment()
    const professor = { ...shop.ana, id: createMissingId(), role: 'professor' as const }
    expect((await restore({ version: 1, current: 3 }, professor)).failure.code).toBe('access.denied')
    id = createMissingId()
    expect((await restore({ version: 1, current: 3 })).failure.code).toBe('record.missing')
  })
})

describe('restoring an application', () => {
  let office: AdmissionApp
  beforeAll(async () => {
    office = await startAdmissionApp()
  })
  afterAll(() => office.close())

  test('changes form fields without a transition, and appears in the timeline as an edit', async () => {
    const { id, version } = await office.addApplication('under_review')
    const edit = (body: object) => office.call<{ version: number }>(office.ana, 'PATCH', '/api/registrations/update', { id, ...body })
    const edited = (await edit({ city: 'Alba Iulia' })).data
    const restored = await office.postCall(office.ana, id, 'restore', { version, fields: ['city'], current: edited.version })
    expect([restored.status, restored.data.city]).toEqual([200, 'Turda'])
    expect((await office.postCall(office.ana, id, 'restore', { version: 1, current: edited.version + 1 })).failure.fields).toMatchObject({
      status: [{ code: 'field.notWritable' }],
    })
    const events = await office.context.database.query(
      "select payload from registration_event where registration_id = $1 and type = 'fieldEdited'",
      [id],
    )
    expect(events).toEqual([{ payload: { fields: ['city'] } }, { payload: { fields: ['city'] } }])
  })
})
