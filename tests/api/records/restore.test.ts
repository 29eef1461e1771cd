import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdmissionApp, startAdmissionApp } from '#tests/support/admission-app.ts'

describe('restoring an application', () => {
  let office: AdmissionApp
  beforeAll(async () => {
    office = await startAdmissionApp()
  })
  afterAll(() => office.close())

  test('changes form fields without a transition, and appears in the timeline as an edit', async () => {
    const { id, version } = await office.addApplication('under_review')
    const edit = (body: object) =>
      office.call<{ version: number }>(office.ana, 'PATCH', '/api/registrations/update', {
        id,
        ...body,
      })
    const edited = (await edit({ city: 'Alba Iulia' })).data
    const restored = await office.postCall(office.ana, id, 'restore', {
      version,
      fields: ['city'],
      current: edited.version,
    })
    expect([restored.status, restored.data.city]).toEqual([200, 'Turda'])
    expect(
      (
        await office.postCall(office.ana, id, 'restore', {
          version: 1,
          current: edited.version + 1,
        })
      ).failure.fields,
    ).toMatchObject({
      status: [{ code: 'field.notWritable' }],
    })
    const events = await office.context.database.query(
      "select payload from registration_event where registration_id = $1 and type = 'fieldEdited'",
      [id],
    )
    expect(events).toEqual([{ payload: { fields: ['city'] } }, { payload: { fields: ['city'] } }])
  })
})
