import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'
import type { BrowserResponse, SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import type {
  WireFoundDraft,
  WireKeptDraft,
  WireOpenDraft,
  WireSavedDraft,
} from '#resources/admission/wire-drafts.ts'
import { getResource } from '#resources/index.ts'
import { draftQuota } from '#server/limits.ts'
import { runHousekeepingNow } from '#tests/support/clock.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  smallPdf,
  submitJson,
  updateSettings,
  uploadRequiredDocuments,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'

let site: SessionApp
let programme: ProgrammeIds
let phone: TestBrowser
let laptop: TestBrowser
beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  programme = await seedProgramme(site)
  phone = site.browser({ ip: '192.0.2.7' })
  laptop = site.browser({ ip: '198.51.100.9' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
  await site.resetRateLimits()
})

const day = 24 * 3_600_000
let drafts = 0
const content = (values: object = {}) => {
  drafts += 1
  return {
    key: `key-of-draft-${drafts}`,
    step: 'contact',
    values: {
      lastName: 'Țîrlea',
      cnp: '6060930529927',
      personalEmail: 'stefania@posta.example',
      ...values,
    },
    filled: ['sex'],
  }
}
/** Typed answers to the questions of a form, of this length as JSON. */
const longAnswer = (length: number) =>
  JSON.stringify({ q_story1: 'x'.repeat(length - JSON.stringify({ q_story1: '' }).length) })
const save = (body: object, browser = phone, headers = {}) =>
  browser.call<WireSavedDraft>('POST', calls.saveDraft.path, body, { headers })
const open = (id: string, accessCode: string, browser = laptop) =>
  browser.call<WireOpenDraft>('POST', fillPath(calls.openDraft.path, { id }), { accessCode })
/** The current state of a draft. */
const found = async ({ id, accessCode }: WireSavedDraft) =>
  (await open(id, accessCode)).data as unknown as WireFoundDraft
/** Opens another admission session and returns its id. */
async function beginAdmission(name: string, closesAt: Date) {
  const session = await recordsOf(site.context).insert(
    systemPermit('demo', getResource('admission-sessions'), 'create'),
    {
      name,
      academicYear: '2027-2028',
      closesAt: closesAt.toISOString(),
    },
  )
  await updateSettings(site, { admissionSessionId: session.id })
  return session.id
}
const update = (
  id: string,
  body: object,
  browser = laptop,
): Promise<BrowserResponse<WireKeptDraft>> =>
  browser.call<WireKeptDraft>('PUT', fillPath(calls.updateDraft.path, { id }), body)
const count = async (table: string) =>
  Number((await site.database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n)

describe('an application that is continued on another device', () => {
  test('opens with its link and code, including answers, step and documents', async () => {
    const { id: file } = (await uploadStagedDocument(phone)).data
    const given = content()
    const saved = await save({ content: given, documents: { fileCV: file } })
    expect(saved.status).toBe(201)
    expect(saved.data).toMatchObject({
      version: 1,
      accessCode: expect.stringMatching(/^[0-9A-Z]{10}$/),
    })
    const opened = await open(saved.data.id, ` ${saved.data.accessCode.toLowerCase()} `)
    expect(opened.data).toMatchObject({
      content: given,
      version: 1,
      documents: { fileCV: { id: file, mediaType: 'application/pdf' } },
    })
  })

  test('is announced by an email that contains its link, but no code, name, number or document', async () => {
    const { data } = await save({
      content: content(),
      documents: {},
      mailTo: 'stefania@posta.example',
    })
    const [mail] = (await site.deliverEmails()).slice(-1)
    expect(mail?.to.address).toBe('stefania@posta.example')
    const text = `${mail?.subject} ${mail?.text} ${mail?.html}`
    expect(text).toContain(`#t=${data.id}`)
    for (const secret of [data.accessCode, 'Țîrlea', '6060930529927', 'Example'])
      expect(text).not.toContain(secret)
  })

  test('sends at most five links a day to one address, regardless of the sender', async () => {
    const before = (await site.deliverEmails()).length
    for (let time = 0; time < 7; time++)
      await save(
        { content: content(), documents: {}, mailTo: 'Another@posta.example' },
        time % 2 ? phone : laptop,
      )
    expect((await site.deliverEmails()).length - before).toBe(5)
  })

  test('is encrypted in the database, and everything that identifies its sender is hashed', async () => {
    const { data } = await save({ content: content({ city: 'Sighetu Marmației' }), documents: {} })
    const [row] = await site.database.query<object>(
      'select * from application_draft where id = $1',
      [data.id],
    )
    const text = JSON.stringify(row)
    for (const secret of [
      'Țîrlea',
      '6060930529927',
      'Sighetu',
      'stefania',
      'key-of-draft',
      data.accessCode,
    ])
      expect(text).not.toContain(secret)
  })

  test('does not overwrite newer answers that another device has saved', async () => {
    const { data } = await save({ content: content(), documents: {} })
    const body = (city: string, version: number) => ({
      content: content({ city }),
      documents: {},
      accessCode: data.accessCode,
      version,
    })
    expect((await update(data.id, body('Baia Mare', 1))).data).toMatchObject({ version: 2 })
    const late = await update(data.id, body('Cluj-Napoca', 1), phone)
    expect([late.status, late.failure.code]).toEqual([409, 'record.stale'])
    expect((await open(data.id, data.accessCode)).data.content.values.city).toBe('Baia Mare')
  })

  test('is saved only once if the call is repeated', async () => {
    const before = await count('application_draft')
    const body = { content: content(), documents: {} }
    const headers = { 'idempotency-key': 'save-this-draft-once' }
    const [first, second] = [await save(body, phone, headers), await save(body, phone, headers)]
    expect(second.data).toEqual(first.data)
    expect(await count('application_draft')).toBe(before + 1)
  })

  test('returns the same error for a wrong code and an unknown link, and slows down guessing; the right code still opens it', async () => {
    const { data } = await save({ content: content(), documents: {} })
    const refusal = await open(data.id, '0000000000')
    const unknown = await open('00000000-0000-4000-8000-000000000000', data.accessCode)
    const malformed = await open('not-an-id', data.accessCode)
    for (const reply of [refusal, unknown, malformed])
      expect([reply.status, reply.failure.code]).toEqual([400, 'accessCode.wrong'])
    let last = refusal
    for (let time = 0; time < 40; time++)
      last = await open(data.id, '0000000000', site.browser({ ip: `203.0.113.${time}` }))
    expect(last.status).toBe(429)
    // With an idempotency key, the count would be rolled back together with the refusal.
    const keyed = { headers: { 'idempotency-key': 'try-without-being-counted' } }
    const path = fillPath(calls.deleteDraft.path, { id: data.id })
    expect(
      (await laptop.call('POST', path, { accessCode: '0000000000' }, keyed)).failure.code,
    ).toBe('request.notRepeatable')
    expect((await open(data.id, data.accessCode)).status).toBe(200)
  })

  test.each(['open', 'update', 'forget'])('requires the code to %s', async (action) => {
    const { data } = await save({ content: content(), documents: {} })
    const path = fillPath(
      action === 'open'
        ? calls.openDraft.path
        : action === 'forget'
          ? calls.deleteDraft.path
          : calls.updateDraft.path,
      {
        id: data.id,
      },
    )
    const body = action === 'update' ? { content: content(), documents: {}, version: 1 } : {}
    const reply = await laptop.call(action === 'update' ? 'PUT' : 'POST', path, {
      ...body,
      accessCode: '0000000000',
    })
    expect(reply.failure.code).toBe('accessCode.wrong')
    expect((await open(data.id, data.accessCode)).data.version).toBe(1)
  })

  test('can be deleted with its code', async () => {
    const { data } = await save({ content: content(), documents: {} })
    expect(
      (
        await laptop.call('POST', fillPath(calls.deleteDraft.path, { id: data.id }), {
          accessCode: data.accessCode,
        })
      ).status,
    ).toBe(200)
    expect((await open(data.id, data.accessCode)).failure.code).toBe('accessCode.wrong')
  })

  test('cannot be saved or opened while applications are stopped, but a caller with its code sees until when it stays stored', async () => {
    const { data } = await save({ content: content(), documents: {} })
    await updateSettings(site, { stopApplicationRequests: true })
    expect((await save({ content: content(), documents: {} })).failure.code).toBe(
      'registration.stopped',
    )
    expect(await found(data)).toEqual({ state: 'waiting', expiresAt: data.expiresAt })
    expect((await open(data.id, '0000000000')).failure.code).toBe('accessCode.wrong')
    await updateSettings(site, { stopApplicationRequests: false })
    expect((await found(data)).state).toBe('saved')
  })

  test('cannot be saved with invalid answers, documents or email address', async () => {
    const values = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`v${index}`, '']))
    for (const body of [
      {},
      { content: content(), documents: { other: '00000000-0000-4000-8000-000000000000' } },
      { content: { ...content(), values }, documents: {} },
      { content: { ...content(), values: { city: 'x'.repeat(10_001) } }, documents: {} },
      { content: { ...content(), values: { answers: longAnswer(65_537) } }, documents: {} },
      {
        content: {
          ...content(),
          values: Object.fromEntries(
            Array.from({ length: 30 }, (_, i) => [`v${i}`, 'x'.repeat(700)]),
          ),
        },
        documents: {},
      },
      { content: content(), documents: {}, mailTo: 'nobody' },
    ])
      expect((await save(body)).failure.code).toBe('input.invalid')
  })

  test('keeps the answers to a long form', async () => {
    const answers = longAnswer(65_536)
    const { data } = await save({ content: content({ answers }), documents: {} })
    expect((await open(data.id, data.accessCode)).data.content.values.answers).toBe(answers)
  })

  test('keeps its documents until it expires, and is removed when an application is sent with them days later', async () => {
    const documents = await uploadRequiredDocuments(phone)
    const given = content()
    const { data } = await save({ content: given, documents })
    site.wait(9 * day)
    await runHousekeepingNow(site.context)
    expect(Object.keys((await open(data.id, data.accessCode)).data.documents)).toHaveLength(3)
    const sent = await submitJson(
      laptop,
      { ...applicationForm(731, programme), ...documents },
      { 'idempotency-key': given.key },
    )
    expect(sent.status).toBe(201)
    expect((await found(data)).state).toBe('sent')
  })

  test('expires with its documents after 30 days, and for half a year a caller with its code sees that it has expired', async () => {
    const { id: file } = (await uploadStagedDocument(phone)).data
    const { data } = await save({ content: content(), documents: { fileCV: file } })
    expect(Date.parse(data.expiresAt) - Date.parse(data.savedAt)).toBeLessThanOrEqual(30 * day)
    site.wait(30 * day)
    expect(await found(data)).toEqual({ state: 'expired', expiresAt: data.expiresAt })
    site.wait(day)
    await runHousekeepingNow(site.context)
    expect(await site.database.query('select 1 from file where id = $1', [file])).toEqual([])
    expect(
      await site.database.query(
        'select encrypted_content, address from application_draft where id = $1',
        [data.id],
      ),
    ).toEqual([{ encrypted_content: null, address: null }])
    expect((await found(data)).state).toBe('expired')
    const late = await update(data.id, {
      content: content(),
      documents: {},
      accessCode: data.accessCode,
      version: 1,
    })
    expect([late.status, late.failure.code]).toEqual([409, 'draft.gone'])
    site.wait(150 * day)
    await runHousekeepingNow(site.context)
    expect((await open(data.id, data.accessCode)).failure.code).toBe('accessCode.wrong')
  })
})

describe('a draft and its admission', () => {
  test('a draft is removed a day after its admission has closed, and its sender is notified of the reason', async () => {
    const closesAt = new Date(site.context.clock.now().getTime() + day)
    await beginAdmission('Admitere 2027', closesAt)
    const { data } = await save({
      content: content(),
      documents: { fileCV: (await uploadStagedDocument(phone)).data.id },
    })
    expect(data.expiresAt).toBe(closesAt.toISOString())
    site.wait(1.5 * day)
    await runHousekeepingNow(site.context)
    expect(await found(data)).toEqual({ state: 'over', session: 'Admitere 2027' })
    expect(await count('application_draft where encrypted_content is not null')).toBe(1)
    site.wait(day)
    await runHousekeepingNow(site.context)
    expect(await count('application_draft where encrypted_content is not null')).toBe(0)
    expect(await count('application_draft_file')).toBe(0)
    expect(await found(data)).toEqual({ state: 'over', session: 'Admitere 2027' })
  })

  test('a draft cannot be continued while another admission is current, but can be once its own admission is current again', async () => {
    const end = new Date(site.context.clock.now().getTime() + 20 * day)
    const summer = await beginAdmission('Vară 2028', end)
    const { data } = await save({ content: content(), documents: {} })
    await beginAdmission('Toamnă 2028', end)
    expect(await found(data)).toEqual({ state: 'over', session: 'Vară 2028' })
    const later = await update(data.id, {
      content: content(),
      documents: {},
      accessCode: data.accessCode,
      version: 1,
    })
    expect([later.status, later.failure.code]).toEqual([409, 'draft.gone'])
    await updateSettings(site, { admissionSessionId: summer })
    expect((await found(data)).state).toBe('saved')
  })

  test('a draft that was saved without an admission session can be continued in the next one', async () => {
    await updateSettings(site, { admissionSessionId: null })
    const { data } = await save({ content: content(), documents: {} })
    await beginAdmission('Iarnă 2028', new Date(site.context.clock.now().getTime() + 20 * day))
    expect((await found(data)).state).toBe('saved')
  })
})

describe('an application sent while a draft of it exists on another device', () => {
  /** Saves a draft on the phone and submits it from there with its key. */
  async function submitFromPhone(sequence: number) {
    const documents = await uploadRequiredDocuments(phone)
    const given = content()
    const { data } = await save({ content: given, documents })
    const form = { ...applicationForm(sequence, programme), ...documents }
    const sent = await submitJson(phone, form, { 'idempotency-key': given.key })
    expect(sent.status).toBe(201)
    return { draft: data, key: given.key, form, sent: sent.data }
  }

  test('has the same time of submission on both devices', async () => {
    site.wait(60_000 - (site.context.clock.now().getTime() % 60_000))
    const { draft, sent } = await submitFromPhone(749)
    const at = site.context.clock.now().toISOString()
    expect(sent.submittedAt).toBe(at)
    expect(await found(draft)).toEqual({ state: 'sent', reference: sent.reference, sentAt: at })
  })

  test('shows the other device the time of submission and the reference number if it has the code', async () => {
    const { draft, key, sent } = await submitFromPhone(741)
    expect(await found(draft)).toEqual({
      state: 'sent',
      reference: sent.reference,
      sentAt: sent.submittedAt,
    })
    const refusal = await open(draft.id, '0000000000')
    expect(refusal.failure.code).toBe('accessCode.wrong')
    expect(refusal.text).not.toContain(sent.reference)
    const repeated = await update(draft.id, {
      content: { ...content(), key },
      documents: {},
      accessCode: draft.accessCode,
      version: 1,
    })
    expect([repeated.status, repeated.failure.code]).toEqual([409, 'registration.sent'])
    const [row] = await site.database.query(
      'select encrypted_content, address from application_draft where id = $1',
      [draft.id],
    )
    expect(row).toEqual({ encrypted_content: null, address: null })
  })

  test('is refused until its sender has seen the newer answers that another device has saved', async () => {
    const documents = await uploadRequiredDocuments(phone)
    const given = content()
    const { data: draft } = await save({ content: given, documents })
    await update(draft.id, {
      content: { ...given, values: { ...given.values, city: 'Turda' } },
      documents,
      accessCode: draft.accessCode,
      version: 1,
    })
    const form = { ...applicationForm(740, programme), ...documents, draftId: draft.id }
    const early = await submitJson<never>(
      phone,
      { ...form, draftVersion: 1 },
      { 'idempotency-key': given.key },
    )
    expect([early.status, early.failure.code]).toEqual([409, 'record.stale'])
    expect((await found(draft)).state).toBe('saved')
    const submitted = await submitJson(
      phone,
      { ...form, draftVersion: 2 },
      { 'idempotency-key': given.key },
    )
    expect(submitted.status).toBe(201)
    expect((await found(draft)).state).toBe('sent')
    const repeated = await submitJson(
      phone,
      { ...form, draftVersion: 1 },
      { 'idempotency-key': given.key },
    )
    expect(repeated.data).toEqual(submitted.data)
  })

  test('cannot be saved again as a draft with its key, even days later', async () => {
    const key = 'key-that-was-sent-at-once'
    const sent = await submitJson(
      phone,
      { ...applicationForm(742, programme), ...(await uploadRequiredDocuments(phone)) },
      { 'idempotency-key': key },
    )
    expect(sent.status).toBe(201)
    const before = await count('application_draft')
    for (const wait of [0, 3 * day]) {
      site.wait(wait)
      await runHousekeepingNow(site.context)
      const late = await save({
        content: { ...content(), key },
        documents: {},
        mailTo: 'stefania@posta.example',
      })
      expect([late.status, late.failure.code]).toEqual([409, 'registration.sent'])
      expect(late.text).not.toContain(sent.data.reference)
    }
    expect(await count('application_draft')).toBe(before)
  })

  test('cannot be sent again with its key days later, from any address', async () => {
    const { key, form } = await submitFromPhone(743)
    site.wait(3 * day)
    await runHousekeepingNow(site.context)
    const other = {
      ...form,
      ...(await uploadRequiredDocuments(laptop)),
      personalEmail: 'other@posta.example',
    }
    const second = await submitJson<never>(laptop, other, { 'idempotency-key': key })
    expect([second.status, second.failure.code]).toEqual([409, 'registration.sent'])
  })

  test('leaves no draft with content if it is sent and saved at the same moment', async () => {
    const documents = await uploadRequiredDocuments(phone)
    const given = content()
    const [sent] = await Promise.all([
      submitJson(
        phone,
        { ...applicationForm(744, programme), ...documents },
        { 'idempotency-key': given.key },
      ),
      ...Array.from({ length: 5 }, () => save({ content: given, documents: {} }, laptop)),
    ])
    expect(sent?.status).toBe(201)
    expect(
      await site.database.query(
        'select 1 from application_draft d join submission_key s using (key_hash) where d.encrypted_content is not null',
      ),
    ).toEqual([])
  })
})

describe('the quota for drafts', () => {
  /** Inserts older drafts of one address, each with `files` documents of `bytes` bytes. */
  async function insertDrafts(drafts: number, { files = 0, bytes = 0, address = '' } = {}) {
    await site.database.query(
      `with d as (insert into application_draft (id, code_hash, key_hash, encrypted_content, version, saved_at, address)
           select gen_random_uuid(), '', '', 'planted', 1, $2, $3 from generate_series(1, $1::int) returning id),
         f as (insert into file (id, key, name, media_type, bytes, sha256, original_sha256, created_at)
           select gen_random_uuid(), 'planted-' || gen_random_uuid(), 'planted.pdf', 'application/pdf', $5::bigint, '', '', $2
           from generate_series(1, $4::int) returning id)
       insert into application_draft_file (draft_id, name, file_id, address) select d.id, f.id::text, f.id, $3 from d, f`,
      [drafts, site.context.clock.now().toISOString(), address, files, bytes],
    )
  }
  const addressOf = (ip: string) => maskSubject(site.context.keys.index, `address:${ip}`)
  const school = '203.0.113.77'
  beforeEach(async () => {
    await site.database.query('delete from application_draft')
  })

  test('one address has a maximum number of drafts; others can still save, and a deleted draft frees space', async () => {
    await insertDrafts(draftQuota.address.drafts - 1, { address: addressOf(school) })
    const browser = site.browser({ ip: school })
    const last = await save({ content: content(), documents: {} }, browser)
    expect(last.status).toBe(201)
    const refusal = await save({ content: content(), documents: {} }, browser)
    expect([refusal.status, refusal.failure.code]).toEqual([429, 'draft.noRoom'])
    expect((await save({ content: content(), documents: {} }, phone)).status).toBe(201)
    const nextUpdate = {
      content: content(),
      documents: {},
      accessCode: last.data.accessCode,
      version: 1,
    }
    expect((await update(last.data.id, nextUpdate, browser)).status).toBe(200)
    await browser.call('POST', fillPath(calls.deleteDraft.path, { id: last.data.id }), {
      accessCode: last.data.accessCode,
    })
    expect((await save({ content: content(), documents: {} }, browser)).status).toBe(201)
  })

  test.each([
    ['the maximum number of documents', { files: draftQuota.address.files - 1 }],
    [
      'the maximum size of documents',
      { files: 1, bytes: draftQuota.address.bytes - smallPdf.length - 1 },
    ],
  ])(
    'with %s at the limit per address, the answers are saved and the omitted documents are reported',
    async (_, planted) => {
      await insertDrafts(1, { ...planted, address: addressOf(school) })
      const browser = site.browser({ ip: school })
      const { fileCV, ...others } = await uploadRequiredDocuments(browser)
      const saved = await save(
        { content: content({ city: 'Sibiu' }), documents: { fileCV, ...others } },
        browser,
      )
      expect(saved.data).toMatchObject({ isFull: true, documents: { fileCV: { id: fileCV } } })
      expect(Object.keys(saved.data.documents)).toEqual(['fileCV'])
      expect((await open(saved.data.id, saved.data.accessCode)).data.content.values.city).toBe(
        'Sibiu',
      )
      // Another address is below its limit, and the documents that were stored before are
      // unchanged.
      const body = {
        content: content(),
        documents: { fileCV, ...others },
        accessCode: saved.data.accessCode,
        version: 1,
      }
      const home = await update(saved.data.id, body, phone)
      expect([Object.keys(home.data.documents).length, home.data.isFull]).toEqual([3, false])
      const restored = await update(saved.data.id, { ...body, version: 2 }, browser)
      expect([Object.keys(restored.data.documents).length, restored.data.isFull]).toEqual([
        3,
        false,
      ])
    },
  )

  test('all addresses together have a maximum number of stored documents', async () => {
    await insertDrafts(100, { files: draftQuota.total.files / 100 })
    const { fileCV } = await uploadRequiredDocuments(phone)
    const { data } = await save({ content: content(), documents: { fileCV } })
    expect([data.isFull, data.documents]).toEqual([true, {}])
  })
})
