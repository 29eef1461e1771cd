import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireKeptDraft, WireOpenDraft, WireSavedDraft } from '#model/admission/wire.ts'
import { admissionEndpoints as calls, fillPath } from '#model/endpoints.ts'
import { resourceNamed } from '#resources/index.ts'
import { systemPermit } from '#server/policy/permit.ts'
import { recordsOf } from '#server/records/store.ts'
import { applyJson, formOf, sendAhead, setSettings, threeAhead } from '#tests/support/applying.ts'
import { tidyInTime } from '#tests/support/clock.ts'
import { type Programme, plantProgramme } from '#tests/support/programmes.ts'
import { type Browser, type Reply, type SessionApp, startSessionApp } from '#tests/support/session.ts'

let site: SessionApp
let programme: Programme
let phone: Browser
let laptop: Browser
beforeAll(async () => {
  site = await startSessionApp()
  site.freeze()
  programme = await plantProgramme(site)
  phone = site.browser({ ip: '192.0.2.7' })
  laptop = site.browser({ ip: '198.51.100.9' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await setSettings(site, { registrationOpen: true, stopApplicationRequests: false })
  await site.forgive()
})

const day = 24 * 3_600_000
let drafts = 0
const content = (values: object = {}) => {
  drafts += 1
  return {
    key: `key-of-draft-${drafts}`,
    step: 'contact',
    values: { lastName: 'Țîrlea', cnp: '6060930529927', personalEmail: 'stefania@posta.example', ...values },
    filled: ['sex'],
  }
}
const save = (body: object, browser = phone, headers = {}) => browser.call<WireSavedDraft>('POST', calls.saveDraft.path, body, { headers })
const open = (id: string, accessCode: string, browser = laptop) =>
  browser.call<WireOpenDraft>('POST', fillPath(calls.openDraft.path, { id }), { accessCode })
const update = (id: string, body: object, browser = laptop): Promise<Reply<WireKeptDraft>> =>
  browser.call<WireKeptDraft>('PUT', fillPath(calls.updateDraft.path, { id }), body)
const count = async (table: string) => Number((await site.database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n)

describe('an application that is continued on another device (APPL-01)', () => {
  test('is opened there by its link and code, answers, step and documents included', async () => {
    const { id: file } = (await sendAhead(phone)).data
    const given = content()
    const saved = await save({ content: given, documents: { fileCV: file } })
    expect(saved.status).toBe(201)
    expect(saved.data).toMatchObject({ version: 1, accessCode: expect.stringMatching(/^[0-9A-Z]{10}$/) })
    const opened = await open(saved.data.id, ` ${saved.data.accessCode.toLowerCase()} `)
    expect(opened.data).toMatchObject({ content: given, version: 1, documents: { fileCV: { id: file, mediaType: 'application/pdf' } } })
  })

  test('is told by a mail with its link, and with neither code, name, number nor document', async () => {
    const { data } = await save({ content: content(), documents: {}, mailTo: 'stefania@posta.example' })
    const [mail] = (await site.deliver()).slice(-1)
    expect(mail?.to.address).toBe('stefania@posta.example')
    const text = `${mail?.subject} ${mail?.text} ${mail?.html}`
    expect(text).toContain(`#t=${data.id}`)
    for (const secret of [data.accessCode, 'Țîrlea', '6060930529927', 'Example']) expect(text).not.toContain(secret)
  })

  test('mails no address more than five links a day, whoever asks', async () => {
    const before = (await site.deliver()).length
    for (let time = 0; time < 7; time++)
      await save({ content: content(), documents: {}, mailTo: 'Somebody@posta.example' }, time % 2 ? phone : laptop)
    expect((await site.deliver()).length - before).toBe(5)
  })

  test('lies in the database unreadable, and what names its sender is hashed', async () => {
    const { data } = await save({ content: content({ city: 'Sighetu Marmației' }), documents: {} })
    const [row] = await site.database.query<object>('select * from application_draft where id = $1', [data.id])
    const text = JSON.stringify(row)
    for (const secret of ['Țîrlea', '6060930529927', 'Sighetu', 'stefania', 'key-of-draft', data.accessCode])
      expect(text).not.toContain(secret)
  })

  test('is not saved over what another device has saved since', async () => {
    const { data } = await save({ content: content(), documents: {} })
    const body = (city: string, version: number) => ({ content: content({ city }), documents: {}, accessCode: data.accessCode, version })
    expect((await update(data.id, body('Baia Mare', 1))).data).toMatchObject({ version: 2 })
    const late = await update(data.id, body('Cluj-Napoca', 1), phone)
    expect([late.status, late.failure.code]).toEqual([409, 'record.stale'])
    expect((await open(data.id, data.accessCode)).data.content.values.city).toBe('Baia Mare')
  })

  test('is saved once by a call that comes twice', async () => {
    const before = await count('application_draft')
    const body = { content: content(), documents: {} }
    const headers = { 'idempotency-key': 'save-this-draft-once' }
    const [first, second] = [await save(body, phone, headers), await save(body, phone, headers)]
    expect(second.data).toEqual(first.data)
    expect(await count('application_draft')).toBe(before + 1)
  })

  test('answers a wrong code and an unknown link alike, and slows who tries; the right code opens all the same', async () => {
    const { data } = await save({ content: content(), documents: {} })
    const wrong = await open(data.id, '0000000000')
    const unknown = await open('00000000-0000-4000-8000-000000000000', data.accessCode)
    const malformed = await open('not-an-id', data.accessCode)
    for (const reply of [wrong, unknown, malformed]) expect([reply.status, reply.failure.code]).toEqual([400, 'accessCode.wrong'])
    let last = wrong
    for (let time = 0; time < 40; time++) last = await open(data.id, '0000000000', site.browser({ ip: `203.0.113.${time}` }))
    expect(last.status).toBe(429)
    // A key would have the count taken back with the refusal.
    const keyed = { headers: { 'idempotency-key': 'try-without-being-counted' } }
    const path = fillPath(calls.forgetDraft.path, { id: data.id })
    expect((await laptop.call('POST', path, { accessCode: '0000000000' }, keyed)).failure.code).toBe('request.notRepeatable')
    expect((await open(data.id, data.accessCode)).status).toBe(200)
  })

  test.each(['open', 'update', 'forget'])('asks for the code to %s', async (what) => {
    const { data } = await save({ content: content(), documents: {} })
    const path = fillPath(what === 'open' ? calls.openDraft.path : what === 'forget' ? calls.forgetDraft.path : calls.updateDraft.path, {
      id: data.id,
    })
    const body = what === 'update' ? { content: content(), documents: {}, version: 1 } : {}
    const reply = await laptop.call(what === 'update' ? 'PUT' : 'POST', path, { ...body, accessCode: '0000000000' })
    expect(reply.failure.code).toBe('accessCode.wrong')
    expect((await open(data.id, data.accessCode)).data.version).toBe(1)
  })

  test('can be deleted by who has its code', async () => {
    const { data } = await save({ content: content(), documents: {} })
    expect((await laptop.call('POST', fillPath(calls.forgetDraft.path, { id: data.id }), { accessCode: data.accessCode })).status).toBe(200)
    expect((await open(data.id, data.accessCode)).failure.code).toBe('accessCode.wrong')
  })

  test('is neither saved nor opened while applications are stopped, and stays', async () => {
    const { data } = await save({ content: content(), documents: {} })
    await setSettings(site, { stopApplicationRequests: true })
    expect((await save({ content: content(), documents: {} })).failure.code).toBe('registration.stopped')
    expect((await open(data.id, data.accessCode)).failure.code).toBe('registration.stopped')
    await setSettings(site, { stopApplicationRequests: false })
    expect((await open(data.id, data.accessCode)).status).toBe(200)
  })

  test('refuses what is no draft, field by field', async () => {
    const values = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`v${index}`, '']))
    for (const body of [
      {},
      { content: content(), documents: { other: '00000000-0000-4000-8000-000000000000' } },
      { content: { ...content(), values }, documents: {} },
      { content: { ...content(), values: { city: 'x'.repeat(501) } }, documents: {} },
      { content: content(), documents: {}, mailTo: 'nobody' },
    ])
      expect((await save(body)).failure.code).toBe('input.invalid')
  })

  test('keeps its documents for as long as it lives: an application is sent with them days later, and the draft is gone', async () => {
    const documents = await threeAhead(phone)
    const given = content()
    const { data } = await save({ content: given, documents })
    site.wait(9 * day)
    await tidyInTime(site.context)
    expect(Object.keys((await open(data.id, data.accessCode)).data.documents)).toHaveLength(3)
    const sent = await applyJson(laptop, { ...formOf(731, programme), ...documents }, { 'idempotency-key': given.key })
    expect(sent.status).toBe(201)
    expect((await open(data.id, data.accessCode)).failure.code).toBe('accessCode.wrong')
  })

  test('goes after 30 days, and its documents with it', async () => {
    const { id: file } = (await sendAhead(phone)).data
    const { data } = await save({ content: content(), documents: { fileCV: file } })
    expect(Date.parse(data.keptUntil) - Date.parse(data.savedAt)).toBeLessThanOrEqual(30 * day)
    site.wait(31 * day)
    await tidyInTime(site.context)
    expect(await site.database.query('select 1 from file where id = $1', [file])).toEqual([])
    expect((await open(data.id, data.accessCode)).failure.code).toBe('accessCode.wrong')
  })

  test('goes a day after the admission has closed', async () => {
    const now = site.context.clock.now().getTime()
    const session = await recordsOf(site.context).insert(systemPermit('demo', resourceNamed('admission-sessions'), 'create'), {
      name: 'Admitere 2027',
      academicYear: '2027-2028',
      closesAt: new Date(now + day).toISOString(),
    })
    await setSettings(site, { admissionSessionId: session.id })
    const { data } = await save({ content: content(), documents: {} })
    expect(data.keptUntil).toBe(new Date(now + day).toISOString())
    site.wait(1.5 * day)
    await tidyInTime(site.context)
    expect((await open(data.id, data.accessCode)).failure.code).toBe('registration.closed')
    site.wait(day)
    await tidyInTime(site.context)
    expect(await count('application_draft')).toBe(0)
  })
})
