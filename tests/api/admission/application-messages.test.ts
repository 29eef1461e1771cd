import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireApplicationConversation } from '#resources/admission/wire-messages.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { engines } from '#tests/support/databases.ts'
import {
  distinctPdf,
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

const own = '/api/registrations/applicant/messages'
const hourMs = 3_600_000

describe.each(engines)('messages of an application on $engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  let [ana, ben, admin]: readonly TestBrowser[] = []
  let anaId: string
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    programme = await seedProgramme(site, { name: 'Astronomy' })
    anaId = await site.createAccount('secretary', { username: 'ana' })
    await site.createAccount('secretary', { username: 'ben' })
    await site.database.query('update users set name = $2 where id = $1', [
      anaId,
      'Ana Maria Șuteu',
    ])
    await site.createAccount('admin', { username: 'root' })
    await site.createAccount('professor', { username: 'pia' })
    ;[ana, ben, admin] = [site.browser(), site.browser(), site.browser()]
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await site.resetRateLimits()
    await ana?.signIn('ana')
    await ben?.signIn('ben')
    await admin?.signIn('root')
  })

  const seed = (parts: object = {}) => seedApplication(site.context, programme, parts)
  const office = async (
    browser: TestBrowser | undefined,
    { id }: SeededApplication,
    path = '',
    body?: object,
  ) => {
    const method = body ? 'POST' : 'GET'
    const answer = await browser?.call<WireRegistration>(
      method,
      `/api/registrations/${id}${path}`,
      body,
    )
    if (!answer) throw new Error('no browser')
    return answer
  }
  const write = (browser: TestBrowser, body: string, attachments: readonly string[] = []) =>
    browser.call<WireApplicationConversation>('POST', own, { body, attachments })
  const readOwn = async (browser: TestBrowser) =>
    (await browser.call<WireApplicationConversation>('GET', own)).data
  const upload = async (browser: TestBrowser, path: string, content: string) => {
    const sent = await browser.call<{ id: string }>('POST', path, undefined, {
      payload: Buffer.concat([
        Buffer.from(
          `--x\r\nContent-Disposition: form-data; name="file"; filename="${content}.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
        ),
        distinctPdf(content),
        Buffer.from('\r\n--x--\r\n'),
      ]),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    return sent.data.id
  }
  let delivered = 0
  /** Delivers the emails that are due and returns those that were not returned before. */
  async function deliverNew() {
    const emails = (await site.deliverEmails()).slice(delivered)
    delivered += emails.length
    return emails
  }
  const unanswered = async () =>
    (
      await ana?.call<Page<WireRecord>>('GET', '/api/registrations/list?view=unanswered')
    )?.data.list.map(({ id }) => id)

  test('start with the applicant; the reviewer is notified, and the view of the office has the oldest first', async () => {
    const [first, second] = [await seed(), await seed()]
    await office(ana, first, '/assign', { userId: anaId })
    const browser = await openWithAccessCode(site, second)
    const sent = await write(browser, '  When are the results?  ')
    expect(sent.status).toBe(200)
    expect(sent.data).toMatchObject({
      messages: [{ author: 'applicant', body: 'When are the results?', authorName: null }],
      refusal: null,
    })
    site.wait(60_000)
    await write(await openWithAccessCode(site, first), 'Is my diploma readable?')
    expect(await unanswered()).toEqual([second.id, first.id])
    expect((await office(ana, second)).data).toMatchObject({
      unansweredSince: sent.data.messages[0]?.sentAt,
      messages: [{ author: 'applicant', answeredAt: null, canUndo: false }],
    })
    expect(
      await site.database.query(
        "select link, subject from notifications where user_id = $1 and type = 'applicationMessage'",
        [anaId],
      ),
    ).toEqual([{ link: `registrations/${first.id}`, subject: first.reference }])
    await office(ana, first, '/messages/close', {})
    await office(ana, second, '/messages/close', {})
    expect(await unanswered()).toEqual([])
  })

  test('from the office reach the applicant after 20 seconds, by email without attachments, and answer the earlier ones', async () => {
    const application = await seed()
    const browser = await openWithAccessCode(site, application)
    await write(browser, 'Which form?')
    const file = await upload(ana as TestBrowser, '/api/files', 'form')
    const { data } = await office(ana, application, '/messages', {
      body: 'This one.',
      attachments: [file],
    })
    expect(data).toMatchObject({
      unansweredSince: null,
      messages: [
        { author: 'applicant', answeredAt: expect.any(String) },
        {
          author: 'office',
          authorName: 'Ana Maria Șuteu',
          canUndo: true,
          attachments: [{ name: 'form.pdf', state: 'ready' }],
        },
      ],
    })
    expect((await readOwn(browser)).messages).toHaveLength(1)
    expect(await deliverNew()).toEqual([])
    site.wait(20_000)
    const [email, ...others] = await deliverNew()
    expect(others).toEqual([])
    expect(email?.subject).toBe(`Message from the admission office (${application.reference})`)
    expect(email?.text).toContain('This one.')
    expect(email?.text).toContain('Answer on your status page')
    expect(email?.text).not.toContain('form.pdf')
    const before = await browser.call<WireApplication>('GET', '/api/registrations/applicant')
    expect(before.data.messages).toEqual({ count: 2, unread: 1, isClosed: false })
    const [, answer] = (await readOwn(browser)).messages
    expect(answer).toMatchObject({
      authorName: 'Ana Maria Ș.',
      attachments: [{ name: 'form.pdf' }],
    })
    const download = await browser.call('GET', answer?.attachments[0]?.url ?? '')
    expect(download.text).toBe(distinctPdf('form').toString())
    const after = await browser.call<WireApplication>('GET', '/api/registrations/applicant')
    expect(after.data.messages.unread).toBe(0)
    expect((await office(ben, application)).data.messages[1]?.readAt).toBe(
      site.context.clock.now().toISOString(),
    )
    await admin?.call('PUT', '/api/settings/update', { namesInMessages: false })
    expect((await readOwn(browser)).messages[1]?.authorName).toBeNull()
    await admin?.call('PUT', '/api/settings/update', { namesInMessages: true })
  })

  test('can be undone for 20 seconds by their author and administrators: then nothing was sent or answered', async () => {
    const application = await seed()
    const browser = await openWithAccessCode(site, application)
    await write(browser, 'Which form?')
    const file = await upload(ana as TestBrowser, '/api/files', 'wrong')
    const send = async () => {
      const body = { body: 'This one.', attachments: [file] }
      const { data } = await office(ana, application, '/messages', body)
      return `/messages/${data.messages.at(-1)?.id}/undo`
    }
    const undo = await send()
    expect((await office(ben, application, undo, {})).failure.code).toBe('access.denied')
    expect((await office(ben, application)).data.messages[1]?.canUndo).toBe(false)
    const undone = await office(ana, application, undo, {})
    expect(undone.data.messages).toMatchObject([{ body: 'Which form?', answeredAt: null }])
    expect((await office(ana, application, undo, {})).failure.code).toBe('record.missing')
    site.wait(20_000)
    expect(await deliverNew()).toEqual([])
    expect((await readOwn(browser)).messages).toHaveLength(1)
    expect((await office(admin, application, await send(), {})).status).toBe(200)
    const late = await send()
    site.wait(20_000)
    expect((await office(ana, application, late, {})).failure.code).toBe('transition.notified')
    expect(await deliverNew()).toHaveLength(1)
  })

  test('of an applicant are limited to three without an answer and ten a day', async () => {
    const application = await seed()
    const browser = await openWithAccessCode(site, application)
    const together = await Promise.all([1, 2, 3, 4].map((n) => write(browser, `Question ${n}`)))
    expect(together.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
    expect((await write(browser, 'Hello?')).failure.code).toBe('message.unanswered')
    expect((await readOwn(browser)).refusal).toBe('unanswered')
    for (let n = 4; n <= 10; n += 1) {
      await office(ana, application, '/messages/close', {})
      site.wait(1000)
      expect((await write(browser, `Question ${n}`)).status).toBe(200)
    }
    await office(ana, application, '/messages/close', {})
    expect((await write(browser, 'One more')).failure.code).toBe('message.tooMany')
    const limited = await readOwn(browser)
    expect(limited.refusal).toBe('tooMany')
    site.wait(24 * hourMs)
    const later = await openWithAccessCode(site, application)
    expect((await write(later, 'The next day')).status).toBe(200)
  })

  test('are possible until 90 days after the application was closed', async () => {
    const decidedAt = site.context.clock.now().toISOString()
    const application = await seed()
    await site.database.query(
      "update registrations set status = 'declined', reason_code = 'other', decided_at = $2 where id = $1",
      [application.id, decidedAt],
    )
    site.wait(90 * 24 * hourMs)
    const browser = await openWithAccessCode(site, application)
    expect((await write(browser, 'Why?')).status).toBe(200)
    site.wait(1)
    expect((await readOwn(browser)).refusal).toBe('closed')
    expect((await write(browser, 'Why?')).failure.code).toBe('message.closed')
    const { data } = await browser.call<WireApplication>('GET', '/api/registrations/applicant')
    expect(data.messages.isClosed).toBe(true)
  })

  test('are sent once when the call is repeated after a lost response', async () => {
    const browser = await openWithAccessCode(site, await seed())
    const send = () =>
      browser.call<WireApplicationConversation>(
        'POST',
        own,
        { body: 'Only once', attachments: [] },
        { headers: { 'idempotency-key': '0b0a9b53-5d7c-4a3a-9c55-6a0c3a1f0e11' } },
      )
    await send()
    expect((await send()).data.messages).toHaveLength(1)
    expect((await readOwn(browser)).messages).toHaveLength(1)
  })

  test('name the hours of the office and its usual time, and wait in working hours', async () => {
    // Answers of the tests above would count.
    await site.database.query('delete from application_messages')
    const settings = (body: object) => admin?.call('PUT', '/api/settings/update', body)
    const refused = await settings({ hoursMonday: 'morning', closedDays: '30.2.2026' })
    expect(refused?.failure.fields).toEqual({
      hoursMonday: [{ code: 'officeWeek.hours' }],
      closedDays: [{ code: 'officeWeek.days' }],
    })
    const application = await seed()
    const browser = await openWithAccessCode(site, application)
    expect((await readOwn(browser)).office).toBeNull()
    await write(browser, 'Is the office open?')
    site.wait(2 * hourMs)
    await ana?.signIn('ana')
    await admin?.signIn('root')
    const waiting = async () => (await office(ana, application)).data.messages[0]?.waitingMinutes
    expect(await waiting()).toBe(120)
    expect((await settings({ hoursSunday: '0–0:01', closedDays: '24.12.2026' }))?.status).toBe(200)
    expect(await waiting()).toBe(0)
    const again = await openWithAccessCode(site, application)
    expect((await readOwn(again)).office).toMatchObject({
      ...{ week: { hoursSunday: '00:00-00:01', closedDays: '2026-12-24' }, days: null },
    })

    // Nineteen answers are too few; a message that needed none does not count.
    const answered = (count: number, hasAnswer: boolean) =>
      site.database.query(
        `with question as (insert into application_messages (id, registration_id, author, body, sent_at, answered_at)
           select gen_random_uuid(), $1, 'applicant', 'Question', $2::timestamptz - interval '8 days', $2::timestamptz - interval '1 day' - n * interval '1 second' - case when $5 then interval '0' else interval '1 hour' end
           from generate_series(1, $3::int) n returning registration_id, answered_at)
         insert into application_messages (id, registration_id, author, author_id, body, sent_at)
         select gen_random_uuid(), registration_id, 'office', $4::uuid, 'Answer', answered_at from question where $5`,
        [application.id, site.context.clock.now().toISOString(), count, anaId, hasAnswer],
      )
    await answered(5, false)
    await answered(19, true)
    expect((await readOwn(again)).office?.days).toBeNull()
    await answered(1, true)
    expect((await readOwn(again)).office?.days).toBe(1)
    await settings({ hoursSunday: null, closedDays: null })
  })

  test('and their attachments are closed to other applicants and to professors', async () => {
    const [application, other] = [await seed(), await seed()]
    const browser = await openWithAccessCode(site, application)
    const file = await upload(browser, `${own}/files`, 'secret')
    const sent = await write(browser, 'A secret', [file])
    const url = sent.data.messages[0]?.attachments[0]?.url ?? ''
    expect((await browser.call('GET', url)).status).toBe(200)
    const stranger = await openWithAccessCode(site, other)
    expect((await stranger.call('GET', url)).failure.code).toBe('record.missing')
    expect((await write(stranger, 'Mine', [file])).failure.code).toBe('input.invalid')
    expect((await readOwn(stranger)).messages).toEqual([])
    const professor = site.browser()
    await professor.signIn('pia')
    for (const [method, path] of [
      ['GET', `/api/files/${file}`],
      ['GET', '/api/application-messages'],
      ['POST', `/api/registrations/${application.id}/messages`],
      ['POST', `/api/registrations/${application.id}/messages/close`],
    ] as const) {
      const body = method === 'POST' ? { body: 'x', attachments: [] } : undefined
      expect((await professor.call(method, path, body)).status).toBe(403)
    }
    expect((await site.browser().call('GET', own)).failure.code).toBe('applicant.required')
    await ana?.call('GET', `/api/files/${file}`)
    expect(
      await site.database.query('select kind, user_id from access_log where file_id = $1', [file]),
    ).toEqual([{ kind: 'file', user_id: anaId }])
  })
})
