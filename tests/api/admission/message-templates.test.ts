import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TemplateValues } from '#resources/admission/template-fields.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { engines } from '#tests/support/databases.ts'
import { seedApplication } from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

const path = '/api/message-templates'

describe.each(engines)('message templates on $engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  let ana: TestBrowser
  let admin: TestBrowser
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    programme = await seedProgramme(site, { name: 'Astronomy' })
    await site.createAccount('secretary', { username: 'ana' })
    await site.createAccount('admin', { username: 'root' })
    ana = site.browser()
    admin = site.browser()
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await site.resetRateLimits()
    await ana.signIn('ana')
    await admin.signIn('root')
  })

  const create = (values: object) => ana.call<WireRecord>('POST', `${path}/create`, values)
  const valuesOf = async (reference: string) =>
    ana.call<{ values: { [language: string]: TemplateValues } }>(
      'GET',
      `/api/registrations/template-values?reference=${reference}`,
    )

  test('refuse unknown fields, in each language next to its text', async () => {
    const refused = await create({
      name: 'Wrong',
      body: 'Dear {{name}}',
      bodyRo: 'Bună, {{ firstName }}',
      bodyDe: 'Hallo {{vorname}}',
    })
    expect(refused.failure.fields).toEqual({
      body: [{ code: 'messageTemplate.unknownField', params: { field: 'name' } }],
      bodyDe: [{ code: 'messageTemplate.unknownField', params: { field: 'vorname' } }],
    })
    const { data } = await create({ name: 'Right', body: 'Dear {{ firstName }}, {{missing}}' })
    const update = await ana.call('PATCH', `${path}/update`, { id: data.id, bodyRo: '{{x}}' })
    expect(update.failure.fields).toEqual({
      bodyRo: [{ code: 'messageTemplate.unknownField', params: { field: 'x' } }],
    })
  })

  test('are filled in for an application in each language; what it does not have is null', async () => {
    const admission = await site.database.query<{ id: string }>(
      'select admission_session_id as id from settings',
    )
    const round = await admin.call('POST', '/api/admission-rounds/create', {
      ...{ admissionSessionId: admission[0]?.id, number: 1, name: 'Runda I', nameEn: 'Round I' },
      resultsOn: '2099-07-20',
    })
    expect(round.status).toBe(201)
    const application = await seedApplication(site.context, programme, {
      fileDiplomaUrl: null,
    })
    await site.database.query('update registrations set admission_session_id = $2 where id = $1', [
      application.id,
      admission[0]?.id,
    ])
    const { data } = await valuesOf(application.reference.toLowerCase())
    expect(Object.keys(data.values).sort()).toEqual(['de', 'en', 'fr', 'ro'])
    expect(data.values.en).toMatchObject({
      ...{ firstName: 'Ioana', reference: application.reference, programme: 'Astronomy' },
      ...{ confirmBy: null, missing: 'High school diploma', round: 'Round I' },
      resultsOn: '20 July 2099',
    })
    expect(data.values.ro).toMatchObject({ missing: 'Diplomă de bacalaureat', round: 'Runda I' })
    expect((await valuesOf('ID00000000')).failure.code).toBe('record.missing')
  })

  test('an empty field blocks sending and is named; the template stays with the message', async () => {
    const { data: template } = await create({ name: 'Confirm', body: 'Until {{confirmBy}}' })
    const application = await seedApplication(site.context, programme)
    const send = (body: string) =>
      ana.call<WireRegistration>('POST', `/api/registrations/${application.id}/messages`, {
        ...{ body, attachments: [], templateId: template.id },
      })
    expect((await send('Until {{confirmBy}}')).failure.fields).toEqual({
      body: [{ code: 'messageTemplate.emptyField', params: { field: 'confirmBy' } }],
    })
    const { data } = await send('Until Friday. {{}} is no field.')
    expect(data.messages).toMatchObject([{ author: 'office', template: 'Confirm' }])
    expect(
      await site.database.query(
        'select template_id from application_messages where registration_id = $1',
        [application.id],
      ),
    ).toEqual([{ template_id: template.id }])
  })
})
