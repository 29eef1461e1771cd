/** A new access code for a saved application after the applicant has lost the old one. */

import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import { sendDueMails } from '@matricola/server/mail/outbox.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import type { WireOpenDraft, WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import { languages } from '#resources/languages.ts'
import { runHousekeepingNow } from '#tests/support/clock.ts'
import { seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let site: SessionApp
beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
})
afterAll(() => site.close())
beforeEach(async () => {
  await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
  await site.resetRateLimits()
  await site.database.query('delete from outbox_mail')
})

const hour = 3_600_000
const day = 24 * hour
const birthDate = '2006-09-05'
const address = 'stefania@posta.example'
const unknown = '00000000-0000-4000-8000-000000000000'

let drafts = 0
let hosts = 0
/** A caller with a unique address, so that limits per address do not interfere. */
function openAnonymousBrowser() {
  hosts += 1
  return site.browser({ ip: `198.51.${Math.floor(hosts / 200)}.${(hosts % 200) + 1}` })
}
const answers = {
  birthDay: '5',
  birthMonth: '09',
  birthYear: ' 2006 ',
  personalEmail: ` ${address} `,
}
const contentOf = (values: object) => {
  drafts += 1
  const known = { lastName: 'Țîrlea', cnp: '6060905529926', ...answers, ...values }
  return { key: `key-of-draft-to-recover-${drafts}`, step: 'contact', values: known, filled: [] }
}
async function save(values: object = {}, overrides: object = {}): Promise<WireSavedDraft> {
  const body = { content: contentOf(values), documents: {}, ...overrides }
  return (await openAnonymousBrowser().call<WireSavedDraft>('POST', calls.saveDraft.path, body))
    .data
}
const open = (id: string, accessCode: string) =>
  openAnonymousBrowser().call<WireOpenDraft>('POST', fillPath(calls.openDraft.path, { id }), {
    accessCode,
  })
const stateWith = async (id: string, accessCode: string) => {
  const reply = await open(id, accessCode)
  return reply.status === 200 ? 'opens' : reply.failure.code
}
const requestCode = (id: string, body: object = { birthDate }, browser = openAnonymousBrowser()) =>
  browser.call('POST', fillPath(calls.requestDraftCode.path, { id }), body)
const renew = (id: string, token: string, headers = {}) =>
  openAnonymousBrowser().call<{ accessCode: string }>(
    'POST',
    fillPath(calls.renewDraftCode.path, { id }),
    { token },
    { headers },
  )

/** Everything that a caller can see in a response, without the id of the request. */
const responseWithoutId = ({ status, text }: { status: number; text: string }) => ({
  status,
  ...JSON.parse(text),
  requestId: undefined,
})

/** Delivers the emails of all requests so far. */
async function delivered() {
  const before = site.emails.length
  return (await site.deliverEmails()).slice(before)
}
const linkIn = (text = '') => /#t=([\w-]+)&draft=([\w-]+)/.exec(text)?.slice(1) ?? []
/** The token in the link that is emailed for a draft. */
async function mailedToken(id: string): Promise<string> {
  await requestCode(id)
  const [mail] = await delivered()
  const [token = '', draft] = linkIn(mail?.text)
  expect(draft).toBe(id)
  return token
}

describe('an applicant who has lost the access code of a saved application', () => {
  test("enters the draft's birth date, is emailed a link, and gets a new code on its page. The old code works until then", async () => {
    const { id, accessCode } = await save()
    expect((await requestCode(id)).status).toBe(200)
    const mails = await delivered()
    expect(mails.map(({ to }) => to.address)).toEqual([address])
    const [token = ''] = linkIn(mails[0]?.text)
    expect(await stateWith(id, accessCode)).toBe('opens')
    const renewed = (await renew(id, token)).data
    expect(renewed.accessCode).toMatch(/^[0-9A-Z]{10}$/)
    expect(renewed.accessCode).not.toBe(accessCode)
    expect(await stateWith(id, accessCode)).toBe('accessCode.wrong')
    const opened = await open(id, renewed.accessCode)
    expect(opened.data.content.values).toMatchObject({ lastName: 'Țîrlea' })
    expect(opened.data.version).toBe(1)
  })

  test.each([
    ['5', '9', '2006'],
    ['05', '09', '2006'],
    [' 5', '09 ', ' 2006 '],
  ])(
    'is recognised by the birth date however it is typed: %j.%j.%j',
    async (birthDay, birthMonth, birthYear) => {
      const { id } = await save({ birthDay, birthMonth, birthYear })
      await requestCode(id)
      expect(await delivered()).toHaveLength(1)
    },
  )

  test('gets the same response in every case, but receives an email only if the date matches', async () => {
    const savedDraft = await save()
    const forgotten = await save()
    await openAnonymousBrowser().call(
      'POST',
      fillPath(calls.deleteDraft.path, { id: forgotten.id }),
      { accessCode: forgotten.accessCode },
    )
    const cases: readonly (readonly [id: string, birthDate: string])[] = [
      [savedDraft.id, '2006-09-06'],
      [savedDraft.id, '2006-05-09'],
      [unknown, birthDate],
      [forgotten.id, birthDate],
      [(await save({ birthDay: '' })).id, birthDate],
      [(await save({ birthYear: '6' })).id, '0006-09-05'],
      [(await save({ birthDay: '31', birthMonth: '2' })).id, '2006-02-28'],
      [(await save({ personalEmail: '' })).id, birthDate],
      [(await save({ personalEmail: 'stefania@' }, { mailTo: address })).id, birthDate],
    ]
    await site.database.query('delete from outbox_mail')
    const right = await requestCode(savedDraft.id)
    for (const [id, given] of cases) {
      const reply = await requestCode(id, { birthDate: given })
      expect([responseWithoutId(reply), reply.headers['content-length']]).toEqual([
        responseWithoutId(right),
        right.headers['content-length'],
      ])
    }
    // The server does the same work in each case: it queues one email and looks up nothing.
    const queued = await site.database.query<{ kind: string; address: null }>(
      'select kind, address from outbox_mail',
    )
    expect(queued).toEqual(
      Array.from({ length: cases.length + 1 }, () => ({ kind: 'draftCode', address: null })),
    )
    expect((await delivered()).map(({ text }) => linkIn(text)[1])).toEqual([savedDraft.id])
  })

  test('gets the same error for an invalid date or id whether or not the draft exists', async () => {
    const { id } = await save()
    for (const given of ['', '05.09.2006', '2006-13-01', '2006-02-30', 20060905, null])
      expect(responseWithoutId(await requestCode(id, { birthDate: given }))).toEqual(
        responseWithoutId(await requestCode(unknown, { birthDate: given })),
      )
    expect((await requestCode(id, { birthDate: '2006-02-30' })).failure.code).toBe('input.invalid')
    expect((await requestCode('nothing')).failure.code).toBe('record.missing')
    expect(await delivered()).toEqual([])
  })

  test('cannot choose the email address: the email goes to the one in the draft, even if the first link was sent elsewhere', async () => {
    const { id } = await save({}, { mailTo: 'other@posta.example' })
    expect((await delivered()).map(({ to }) => to.address)).toEqual(['other@posta.example'])
    for (const name of ['email', 'mailTo', 'address', 'personalEmail'])
      expect(
        (await requestCode(id, { birthDate, [name]: 'foreign@posta.example' })).failure.code,
      ).toBe('input.invalid')
    await site.resetRateLimits()
    await requestCode(id)
    expect((await delivered()).map(({ to }) => to.address)).toEqual([address])
  })

  test('gets the link only if the date matches the draft when the email is sent', async () => {
    const { id, accessCode } = await save()
    await requestCode(id)
    const changed = { content: contentOf({ birthDay: '6' }), documents: {}, accessCode, version: 1 }
    expect(
      (await openAnonymousBrowser().call('PUT', fillPath(calls.updateDraft.path, { id }), changed))
        .status,
    ).toBe(200)
    expect(await delivered()).toEqual([])
    await requestCode(id, { birthDate: '2006-09-06' })
    expect(await delivered()).toHaveLength(1)
  })

  test.each(languages)(
    'gets a complete email in %s that contains no code, name, number or birth date',
    async (language) => {
      const { id, accessCode } = await save()
      await requestCode(id, { birthDate }, site.browser({ ip: '203.0.113.77', language }))
      const [mail] = await delivered()
      for (const text of [mail?.subject, mail?.text, mail?.html]) {
        expect(text).toBeTruthy()
        expect(text).not.toMatch(/\{\{|\}\}|undefined|mail:/)
        for (const secret of [accessCode, 'Țîrlea', '6060905529926', '2006'])
          expect(text).not.toContain(secret)
      }
      expect(mail?.html).toContain(`<html lang="${language}">`)
    },
  )

  test('leaves no readable birth date, token or code in the database', async () => {
    const { id } = await save()
    await requestCode(id)
    const waiting = JSON.stringify(await site.database.query('select * from outbox_mail'))
    for (const secret of [birthDate, address]) expect(waiting).not.toContain(secret)
    const [token = ''] = linkIn((await delivered())[0]?.text)
    const { accessCode } = (await renew(id, token)).data
    const rows = JSON.stringify([
      await site.database.query('select * from outbox_mail'),
      await site.database.query('select * from application_draft'),
    ])
    for (const secret of [birthDate, token, token.slice(0, 43), accessCode])
      expect(rows).not.toContain(secret)
  })
})

describe('the link to a new access code', () => {
  test('works once', async () => {
    const { id } = await save()
    const token = await mailedToken(id)
    const { accessCode } = (await renew(id, token)).data
    const repeated = await renew(id, token)
    expect([repeated.status, repeated.failure.code]).toEqual([400, 'token.invalid'])
    expect(await stateWith(id, accessCode)).toBe('opens')
  })

  test('works only once if it is used twice simultaneously', async () => {
    const { id } = await save()
    const token = await mailedToken(id)
    const replies = await Promise.all([renew(id, token), renew(id, token), renew(id, token)])
    const codes = replies.filter(({ status }) => status === 200).map(({ data }) => data.accessCode)
    expect(codes).toHaveLength(1)
    expect(await stateWith(id, codes[0] ?? '')).toBe('opens')
  })

  test('returns the same response when a call is repeated with its key', async () => {
    const { id } = await save()
    const token = await mailedToken(id)
    const headers = { 'idempotency-key': 'renew-the-code-once' }
    const [first, second] = [await renew(id, token, headers), await renew(id, token, headers)]
    expect(second.data).toEqual(first.data)
    expect(await stateWith(id, first.data.accessCode)).toBe('opens')
  })

  test('works for an hour', async () => {
    const { id, accessCode } = await save()
    const [late, timelyToken] = [await mailedToken(id), await mailedToken(id)]
    site.wait(hour - 1)
    const renewed = (await renew(id, timelyToken)).data
    const other = await save()
    const expired = await mailedToken(other.id)
    site.wait(hour)
    expect((await renew(other.id, expired)).failure.code).toBe('token.invalid')
    expect(await stateWith(other.id, other.accessCode)).toBe('opens')
    // A link that was emailed before the code was replaced no longer works.
    expect((await renew(id, late)).failure.code).toBe('token.invalid')
    expect(await stateWith(id, accessCode)).toBe('accessCode.wrong')
    expect(await stateWith(id, renewed.accessCode)).toBe('opens')
  })

  test('remains valid after a save from another device', async () => {
    const { id, accessCode } = await save()
    const token = await mailedToken(id)
    const body = { content: contentOf({ city: 'Turda' }), documents: {}, accessCode, version: 1 }
    expect(
      (await openAnonymousBrowser().call('PUT', fillPath(calls.updateDraft.path, { id }), body))
        .status,
    ).toBe(200)
    const renewed = (await renew(id, token)).data
    expect((await open(id, renewed.accessCode)).data.content.values.city).toBe('Turda')
  })

  test('is valid only for its own draft, and every other token gets the same error', async () => {
    const [one, other] = [await save(), await save()]
    const token = await mailedToken(one.id)
    const [mac, time] = [token.slice(0, 43), token.slice(43)]
    const laterToken = (Number.parseInt(time, 36) + day).toString(36)
    const wrongTokens = [
      '',
      'x',
      mac,
      time,
      `${mac}${laterToken}`,
      `${token}0`,
      ` ${token}`,
      token.toLowerCase(),
      `${mac}zzzzzzzzzzzzzzzz`,
      `${mac}-1`,
    ]
    const replies = [
      await renew(other.id, token),
      await renew(unknown, token),
      await renew('nothing', token),
    ]
    for (const given of wrongTokens) replies.push(await renew(one.id, given))
    for (const reply of replies) {
      expect(reply.failure.code).toBe('token.invalid')
      expect(responseWithoutId(reply)).toEqual(responseWithoutId(replies[0] ?? reply))
    }
    expect(await stateWith(one.id, one.accessCode)).toBe('opens')
    expect((await renew(one.id, token)).status).toBe(200)
  })

  test('is neither sent nor accepted once the draft has expired', async () => {
    const { id } = await save()
    const token = await mailedToken(id)
    const last = await save()
    site.wait(30 * day - hour / 2)
    // The link does not outlive the draft.
    const short = await mailedToken(last.id)
    site.wait(hour / 2)
    for (const [draft, given] of [
      [id, token],
      [last.id, short],
    ] as const)
      expect((await renew(draft, given)).failure.code).toBe('token.invalid')
    await requestCode(last.id)
    expect(await delivered()).toEqual([])
    site.wait(day)
    await runHousekeepingNow(site.context)
    await site.resetRateLimits()
    await requestCode(last.id)
    expect(await delivered()).toEqual([])
  })

  test('is neither sent nor accepted once the application has been sent', async () => {
    const programme = await seedProgramme(site)
    const content = contentOf({})
    const body = { content, documents: {} }
    const { id } = (
      await openAnonymousBrowser().call<WireSavedDraft>('POST', calls.saveDraft.path, body)
    ).data
    const token = await mailedToken(id)
    const phone = openAnonymousBrowser()
    const form = { ...applicationForm(871, programme), ...(await uploadRequiredDocuments(phone)) }
    expect((await submitJson(phone, form, { 'idempotency-key': content.key })).status).toBe(201)
    await site.database.query('delete from outbox_mail')
    expect((await renew(id, token)).failure.code).toBe('token.invalid')
    await requestCode(id)
    expect(await delivered()).toEqual([])
  })
})

describe('requests for a new access code', () => {
  test('are limited to three a day per draft, with the same response above the limit', async () => {
    const { id } = await save()
    const replies = []
    for (let time = 0; time < 3; time++)
      replies.push(await requestCode(id, { birthDate: `2006-01-0${time + 1}` }))
    replies.push(await requestCode(id))
    for (const reply of replies)
      expect(responseWithoutId(reply)).toEqual({
        ...responseWithoutId(replies[0] ?? reply),
        status: 200,
      })
    expect(await delivered()).toEqual([])
    site.wait(2 * day)
    await requestCode(id)
    expect(await delivered()).toHaveLength(1)
  })

  test("are limited by the caller's address across all drafts", async () => {
    const stranger = openAnonymousBrowser()
    const statuses: number[] = []
    for (let time = 0; time < 25; time++)
      statuses.push(
        (
          await requestCode(
            `00000000-0000-4000-8000-0000000000${time + 10}`,
            { birthDate },
            stranger,
          )
        ).status,
      )
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // A call with a key is rejected, because its count would be rolled back together with the
    // rejected call.
    const keyed = { headers: { 'idempotency-key': 'ask-without-being-counted' } }
    const path = fillPath(calls.requestDraftCode.path, { id: unknown })
    expect(
      (await openAnonymousBrowser().call('POST', path, { birthDate }, keyed)).failure.code,
    ).toBe('request.notRepeatable')
  })

  test('send at most five emails a day to one mailbox across all drafts', async () => {
    const personalEmail = 'one.mailbox@posta.example'
    const ids: string[] = []
    for (let time = 0; time < 7; time++)
      ids.push(
        (await save({ personalEmail: time % 2 ? personalEmail : 'One.Mailbox@posta.example' })).id,
      )
    for (const id of ids) await requestCode(id)
    expect(await delivered()).toHaveLength(5)
  })

  test('count only once, even if the mail server accepts the email only at the sixth attempt', async () => {
    const { id } = await save({ personalEmail: 'patient@posta.example' })
    await requestCode(id)
    let failures = 0
    const send = async () => {
      failures += 1
      throw new Error('connection refused')
    }
    const failing = { ...site.context, mail: { send } }
    for (let time = 0; time < 6; time++) {
      await sendDueMails(failing, testedApp.packs.mails(failing))
      site.wait(3 * hour)
    }
    expect(failures).toBe(6)
    const [mail] = await delivered()
    // Its hour starts when it is sent.
    expect((await renew(id, linkIn(mail?.text)[0] ?? '')).status).toBe(200)
  })

  test("limit wrong tokens by the caller's address", async () => {
    const { id } = await save()
    const token = await mailedToken(id)
    const stranger = openAnonymousBrowser()
    const path = fillPath(calls.renewDraftCode.path, { id })
    const statuses: number[] = []
    for (let time = 0; time < 25; time++)
      statuses.push((await stranger.call('POST', path, { token: `${token}${time}` })).status)
    expect([...new Set(statuses)]).toEqual([400, 429])
    expect((await renew(id, token)).status).toBe(200)
  })
})
