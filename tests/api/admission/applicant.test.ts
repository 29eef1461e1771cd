import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import {
  distinctPdf,
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

let site: SessionApp
let programme: ProgrammeIds
let ownApplication: SeededApplication
let other: SeededApplication
beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  programme = await seedProgramme(site, { name: 'Astronomy' })
  ownApplication = await seedApplication(site.context, programme)
  other = await seedApplication(site.context, programme, {
    lastName: 'Foreigncanary',
    city: 'Canaryville',
  })
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

const open = (reference: string, accessCode: string, ip?: string) =>
  site
    .browser({ ip: ip ?? '192.0.2.7' })
    .call('POST', '/api/registrations/applicant-session', { reference, accessCode })
const read = async (application: SeededApplication = ownApplication) =>
  (
    await (
      await openWithAccessCode(site, application)
    ).call<WireApplication>('GET', '/api/registrations/applicant')
  ).data

describe('an application', () => {
  test('is opened by reference number and access code, in any spelling, for half an hour', async () => {
    const browser = site.browser()
    const typed = formatAccessCode(ownApplication.code).toLowerCase()
    const answer = await browser.call('POST', '/api/registrations/applicant-session', {
      reference: ` ${ownApplication.reference.toLowerCase()}`,
      accessCode: typed,
    })
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^ap=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=1800$/,
    )
    const { data } = await browser.call<WireApplication>('GET', '/api/registrations/applicant')
    expect(data).toMatchObject({
      reference: ownApplication.reference,
      status: 'submitted',
      specialization: 'Astronomy',
      canWithdraw: true,
    })
    expect(JSON.stringify(data)).not.toMatch(/canary/i)
    site.wait(31 * 60_000)
    const late = await browser.call('GET', '/api/registrations/applicant')
    expect([late.status, late.failure.code]).toEqual([403, 'applicant.required'])
  })

  test('shows the degree of its programme, which determines its document names', async () => {
    const master = await seedApplication(
      site.context,
      await seedProgramme(site, { name: 'Galaxies', cycle: 'master' }),
    )
    expect([(await read(ownApplication)).cycle, (await read(master)).cycle]).toEqual([
      'bachelor',
      'master',
    ])
  })

  test('can be closed, after which the cookie opens nothing', async () => {
    const browser = await openWithAccessCode(site, ownApplication)
    const cookie = browser.jar.get('ap') ?? ''
    expect((await browser.call('DELETE', '/api/registrations/applicant-session')).status).toBe(200)
    expect(browser.jar.has('ap')).toBe(false)
    browser.jar.set('ap', cookie)
    expect((await browser.call('GET', '/api/registrations/applicant')).failure.code).toBe(
      'applicant.required',
    )
  })

  test('replaces one that was open in the same browser', async () => {
    const browser = await openWithAccessCode(site, other)
    const cookie = browser.jar.get('ap') ?? ''
    await openWithAccessCode(site, ownApplication, browser)
    expect(
      (await browser.call<WireApplication>('GET', '/api/registrations/applicant')).data.reference,
    ).toBe(ownApplication.reference)
    browser.jar.set('ap', cookie)
    expect((await browser.call('GET', '/api/registrations/applicant')).failure.code).toBe(
      'applicant.required',
    )
  })

  test.each([
    ['no cookie', null],
    ['a cookie that was never issued', 'A'.repeat(43)],
    ['a cookie that is not a token', 'x'],
  ])('cannot be read by any call with %s', async (_, cookie) => {
    const browser = site.browser()
    if (cookie) browser.jar.set('ap', cookie)
    const calls = [
      ['GET', 'applicant'],
      ['GET', 'applicant/files/fileCV'],
      ['GET', 'applicant/files/fileCV/before'],
      ['GET', 'applicant/receipt'],
      ['PATCH', 'applicant-update'],
      ['POST', 'withdraw'],
      ['POST', 'withdraw/undo'],
    ] as const
    for (const [method, path] of calls) {
      const answer = await browser.call(
        method,
        `/api/registrations/${path}`,
        method === 'GET' ? undefined : {},
      )
      expect([path, answer.status, answer.failure.code]).toEqual([path, 403, 'applicant.required'])
    }
    const upload = await browser.call('POST', '/api/registrations/applicant/files', undefined, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    })
    expect(upload.failure.code).toBe('applicant.required')
  })

  test("does not open with another application's code, and returns the error of a missing application", async () => {
    const answers = await Promise.all([
      open(ownApplication.reference, other.code),
      open('ID99999999', ownApplication.code),
      open(ownApplication.reference, 'nonsense'),
    ])
    expect(answers.map(({ status, failure }) => [status, failure.code])).toEqual(
      [400, 400, 400].map((status) => [status, 'accessCode.wrong']),
    )
    const [first, ...rest] = answers.map(({ failure }) => ({ ...failure, requestId: '' }))
    for (const failure of rest) expect(failure).toEqual(first)
  })

  test('allows 20 attempts an hour per address, and opens from other addresses with the right code', async () => {
    for (let i = 0; i < 20; i += 1)
      expect((await open(ownApplication.reference, other.code)).status).toBe(400)
    const waitOf = async (reference: string, code: string, ip?: string) => {
      const refusal = await open(reference, code, ip)
      return [refusal.status, refusal.headers['retry-after']]
    }
    // All attempts of an address count until the hour ends, with any code and reference number.
    const minutes = Math.ceil(60 - ((site.context.clock.now().getTime() / 60_000) % 60))
    for (const [reference, code] of [
      [ownApplication.reference, other.code],
      [ownApplication.reference, ownApplication.code],
      ['ID99999999', ownApplication.code],
    ] as const)
      expect(await waitOf(reference, code)).toEqual([429, `${minutes * 60}`])
    // Per application, only wrong codes are limited. The wait time is constant, so it does not
    // reveal how often others have tried.
    for (const reference of [ownApplication.reference, 'ID99999999']) {
      for (let i = 0; i < 30; i += 1) await open(reference, other.code, `198.51.100.${i}`)
      expect(await waitOf(reference, other.code, '203.0.113.1')).toEqual([429, '60'])
    }
    expect((await open(ownApplication.reference, ownApplication.code, '203.0.113.2')).status).toBe(
      200,
    )
  })

  test('shows masked numbers, the submitted values and its documents', async () => {
    const application = await read()
    expect(application.values.cnp).toBe(`••••••••••${ownApplication.cnp.slice(-3)}`)
    expect(application.values.serialNumber).toBe('•••••456')
    expect(application.values).toMatchObject({
      lastName: 'Popescu',
      birthDate: '2005-04-15',
      ...programme,
    })
    expect(
      application.documents.map(({ document, name, mediaType }) => [document, name, mediaType]),
    ).toEqual([
      ['fileIdCard', 'first fileIdCard.pdf', 'application/pdf'],
      ['fileDiploma', 'first fileDiploma.pdf', 'application/pdf'],
      ['fileCV', 'first fileCV.pdf', 'application/pdf'],
    ])
    expect(JSON.stringify(application)).not.toContain(ownApplication.cnp)
    const browser = await openWithAccessCode(site, ownApplication)
    const file = await browser.call('GET', application.documents[2]?.url ?? '')
    expect(file.text).toBe(distinctPdf('first fileCV').toString())
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''first%20fileCV.pdf",
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    })
    expect((await browser.call('GET', '/api/registrations/applicant/files/status')).status).toBe(
      404,
    )
    const foreign = await browser.call('GET', application.documents[2]?.url ?? '', undefined, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(foreign.failure.code).toBe('origin.foreign')
  })

  test('hides a decision on hold from the applicant everywhere, until the applicant is notified', async () => {
    const heldApplication = await seedApplication(site.context, programme)
    const now = site.context.clock.now()
    const notifyAt = new Date(now.getTime() + 120_000)
    await site.database.query(`update registrations set status = 'under_review' where id = $1`, [
      heldApplication.id,
    ])
    const undecided = await read(heldApplication)
    await site.database.query(
      `update registrations set status = 'declined', notified_status = 'under_review', notify_at = $2, reason_code = 'no_places',
         issue_explanation = 'All places are taken.', decided_at = $3 where id = $1`,
      [heldApplication.id, notifyAt.toISOString(), now.toISOString()],
    )
    const staff = {
      kind: 'staff',
      actor: { id: null, name: 'Secretcanary', role: 'secretary' },
    } as const
    const event = { registrationId: heldApplication.id, by: staff, at: now }
    await addTimelineEvent(site.database, {
      ...event,
      type: 'declined',
      from: 'under_review',
      to: 'declined',
      visibleFrom: notifyAt,
    })
    await addTimelineEvent(site.database, { ...event, type: 'noteAdded', note: 'notecanary' })
    const before = await read(heldApplication)
    expect(before).toEqual(undecided)
    expect(before).toMatchObject({
      status: 'under_review',
      reasonCode: null,
      issueExplanation: null,
      canWithdraw: true,
    })
    expect(before.timeline.map(({ type }) => type)).toEqual(['submitted'])
    expect(before.updatedAt).toBe(before.submittedAt)
    site.wait(120_001)
    const after = await read(heldApplication)
    expect(after).toMatchObject({
      status: 'declined',
      reasonCode: 'no_places',
      issueExplanation: 'All places are taken.',
      canWithdraw: false,
    })
    expect(after.timeline.map(({ type, isOwn }) => [type, isOwn])).toEqual([
      ['declined', false],
      ['submitted', true],
    ])
    expect(after.updatedAt).toBe(notifyAt.toISOString())
    expect(JSON.stringify([before, after])).not.toMatch(/canary/i)
  })

  test('cannot be opened after it has been erased', async () => {
    const erased = await seedApplication(site.context, programme)
    const browser = await openWithAccessCode(site, erased)
    await site.database.query('update registrations set erased_at = now() where id = $1', [
      erased.id,
    ])
    expect((await browser.call('GET', '/api/registrations/applicant')).failure.code).toBe(
      'applicant.required',
    )
    expect((await open(erased.reference, erased.code)).failure.code).toBe('accessCode.wrong')
  })
})
