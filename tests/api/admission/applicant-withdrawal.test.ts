import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { engines } from '#tests/support/databases.ts'
import {
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

describe.each(engines)('a withdrawal on $engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  let secretary: TestBrowser
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    programme = await seedProgramme(site, { name: 'Astronomy' })
    await site.createAccount('secretary', { username: 'ana' })
    secretary = site.browser()
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await site.resetRateLimits()
    await secretary.signIn('ana')
  })

  const withdraw = (browser: TestBrowser) =>
    browser.call<WireApplication>('POST', '/api/registrations/withdraw', {})
  const undo = (browser: TestBrowser) =>
    browser.call<WireApplication>('POST', '/api/registrations/withdraw/undo', {})
  const step = (id: string, status: string, body: object = {}) =>
    secretary.call<WireRegistration>('PATCH', '/api/registrations/status-update', {
      id,
      status,
      ...body,
    })
  const staffView = async ({ id }: SeededApplication) =>
    (await secretary.call<WireRegistration>('GET', `/api/registrations/${id}`)).data
  const request = {
    issue: 'Blurred copy',
    issueExplanation: 'The copy cannot be read.',
    requestedChanges: [{ field: 'address' }],
  }
  const mailKinds = async ({ id }: SeededApplication) =>
    (
      await site.database.query<{ kind: string }>(
        "select kind from outbox_mail where record_id = $1 and state <> 'dropped' order by id",
        [id],
      )
    ).map(({ kind }) => kind)

  test('can be undone even if a newer application has the same CNP; the restored application is then a possible duplicate', async () => {
    const application = await seedApplication(site.context, programme)
    const browser = await openWithAccessCode(site, application)
    await withdraw(browser)
    const other = await seedApplication(site.context, programme)
    await site.database.query(
      'update registrations set cnp_bidx = (select cnp_bidx from registrations where id = $2) where id = $1',
      [other.id, application.id],
    )
    const answer = await undo(browser)
    expect([answer.status, answer.data.isWithdrawn]).toEqual([200, false])
    expect(await staffView(application)).toMatchObject({ status: 'submitted', isDuplicate: true })
    expect(await staffView(other)).toMatchObject({ isDuplicate: false })
  })

  test.each([
    ['submitted', []],
    ['under_review', [['under_review', {}]]],
    ['update_requested', [['update_requested', request]]],
    [
      'in_progress',
      [
        ['update_requested', request],
        ['in_progress', { issueExplanation: 'Answered at the desk.' }],
      ],
    ],
    [
      'accepted',
      [
        ['under_review', {}],
        ['accepted', {}],
      ],
    ],
  ] as readonly [string, [string, object][]][])(
    'closes an application that is %s, and undoing it restores that state',
    async (status, steps) => {
      const application = await seedApplication(site.context, programme)
      for (const [to, body] of steps)
        expect((await step(application.id, to, body)).status).toBe(200)
      site.wait(3 * 60_000)
      const browser = await openWithAccessCode(site, application)
      const before = await staffView(application)
      const { data, message } = await withdraw(browser)
      expect(message).toBe('Your application has been withdrawn.')
      expect(data).toMatchObject({
        status: 'declined',
        isWithdrawn: true,
        canWithdraw: false,
        reasonCode: 'withdrawn',
      })
      expect(data.undoWithdrawalUntil).toBe(
        new Date(site.context.clock.now().getTime() + 15 * 60_000).toISOString(),
      )
      expect(data.timeline[0]).toMatchObject({ type: 'withdrawn', isOwn: true, to: 'declined' })
      expect((await withdraw(browser)).status).toBe(200)
      site.wait(14 * 60_000)
      await secretary.signIn('ana')
      expect((await undo(browser)).data).toMatchObject({
        status,
        isWithdrawn: false,
        canWithdraw: true,
        undoWithdrawalUntil: null,
      })
      const after = await staffView(application)
      for (const name of [
        'status',
        'reasonCode',
        'decidedAt',
        'decidedOn',
        'requestedChanges',
        'updateDueAt',
        'assignedToId',
      ])
        expect([name, after[name]]).toEqual([name, before[name]])
      expect(
        after.timeline.filter(({ type }) => type.startsWith('withdraw')).map(({ type }) => type),
      ).toEqual(['withdrawalUndone', 'withdrawn'])
      expect((await undo(browser)).failure.code).toBe('transition.refused')
      expect((await mailKinds(application)).slice(-2)).toEqual(['withdrawn', 'withdrawalUndone'])
    },
  )

  test('cannot be undone after a quarter of an hour, or once the programme accepts no more applicants', async () => {
    const late = await seedApplication(site.context, programme)
    const browser = await openWithAccessCode(site, late)
    await withdraw(browser)
    site.wait(15 * 60_000)
    const refusal = await undo(browser)
    expect([refusal.status, refusal.failure.code]).toEqual([409, 'transition.refused'])
    expect(refusal.failure).not.toHaveProperty('allowed')
    const closing = await seedProgramme(site, { name: 'Alchemy' })
    const other = await openWithAccessCode(site, await seedApplication(site.context, closing))
    await withdraw(other)
    await site.database.query('update specializations set is_active = false where id = $1', [
      closing.specializationId,
    ])
    expect((await undo(other)).failure.code).toBe('transition.refused')
  })

  test('cannot be undone when the person has applied for the programme again', async () => {
    const first = await seedApplication(site.context, programme)
    const [session] = await site.database.query<{ id: string }>(
      `insert into admission_sessions (id, version, created_at, updated_at, name, name_key, academic_year, academic_year_key, search_text)
       values (gen_random_uuid(), 1, now(), now(), 'July', 'july', '2026-2027', '2026-2027', 'july') returning id`,
    )
    await site.database.query('update registrations set admission_session_id = $2 where id = $1', [
      first.id,
      session?.id,
    ])
    const browser = await openWithAccessCode(site, first)
    await withdraw(browser)
    const second = await seedApplication(site.context, programme, { cnp: first.cnp })
    await site.database.query(
      `update registrations set admission_session_id = $2, personal_email = (select personal_email from registrations where id = $3)
       where id = $1`,
      [second.id, session?.id, first.id],
    )
    expect((await undo(browser)).failure.code).toBe('registration.duplicate')
  })

  test('is refused once the application has been declined or the student has been enrolled', async () => {
    const declined = await seedApplication(site.context, programme)
    await step(declined.id, 'declined', {
      reasonCode: 'not_eligible',
      issueExplanation: 'The diploma is missing.',
    })
    site.wait(3 * 60_000)
    expect((await withdraw(await openWithAccessCode(site, declined))).failure.code).toBe(
      'transition.refused',
    )
    const enrolled = await seedApplication(site.context, programme)
    await site.database.query(
      "update registrations set status = 'accepted', enrolled_at = now() where id = $1",
      [enrolled.id],
    )
    expect((await withdraw(await openWithAccessCode(site, enrolled))).failure.code).toBe(
      'transition.refused',
    )
  })

  test('replaces a decision of which the applicant was not notified, and the email about that decision is never sent', async () => {
    const application = await seedApplication(site.context, programme)
    await step(application.id, 'under_review')
    await step(application.id, 'accepted')
    const browser = await openWithAccessCode(site, application)
    const before = (await browser.call<WireApplication>('GET', '/api/registrations/applicant')).data
    expect([before.status, before.canWithdraw]).toEqual(['under_review', true])
    const { data } = await withdraw(browser)
    await site.deliverEmails()
    expect(data.timeline.map(({ type }) => type)).not.toContain('accepted')
    site.wait(3 * 60_000)
    expect((await undo(browser)).data).toMatchObject({ status: 'under_review' })
    await site.deliverEmails()
    expect(await mailKinds(application)).toEqual(['withdrawn', 'withdrawalUndone'])
    expect(
      JSON.stringify((await browser.call('GET', '/api/registrations/applicant')).data),
    ).not.toContain('accepted')
  })

  test('stays possible while updates are disabled (R-C08)', async () => {
    const application = await seedApplication(site.context, programme)
    await site.database.query('update settings set disable_updates = true')
    expect((await withdraw(await openWithAccessCode(site, application))).status).toBe(200)
    await site.database.query('update settings set disable_updates = false')
  })

  test('takes precedence over a concurrent acceptance, and only the withdrawal is emailed', async () => {
    const application = await seedApplication(site.context, programme)
    await step(application.id, 'under_review')
    const browser = await openWithAccessCode(site, application)
    const [withdrawn, accepted] = await Promise.all([
      withdraw(browser),
      step(application.id, 'accepted'),
    ])
    expect(withdrawn.status).toBe(200)
    expect([200, 409]).toContain(accepted.status)
    expect(await staffView(application)).toMatchObject({
      status: 'declined',
      reasonCode: 'withdrawn',
      hold: null,
    })
    expect(await mailKinds(application)).toEqual(['withdrawn'])
  })
})
