/** Contact details that applicants change, and the verification of email addresses. */

import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactEndpoints } from '#resources/admission/contact-endpoints.ts'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireApplication, WireSubmitted } from '#resources/admission/wire.ts'
import { runHousekeepingNow } from '#tests/support/clock.ts'
import {
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

const calls = { ...admissionEndpoints, ...contactEndpoints }
const hour = 3_600_000
const day = 24 * hour

let site: SessionApp
let programme: ProgrammeIds
beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  programme = await seedProgramme(site, { name: 'Astronomy' })
  await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

let number = 0
const newAddress = () => {
  number += 1
  return `new.${number}@example.org`
}
async function openOwn(values: object = {}) {
  number += 1
  const personalEmail = `former.${number}@example.org`
  const application = await seedApplication(site.context, programme, { personalEmail, ...values })
  return { application, personalEmail, browser: await openWithAccessCode(site, application) }
}
const read = async (browser: TestBrowser) =>
  (await browser.call<WireApplication>('GET', calls.application.path)).data
const change = (browser: TestBrowser, personalEmail: string) =>
  browser.call<WireApplication>('POST', calls.changeEmail.path, { personalEmail })
const openLink = (token: string | undefined, body: object = {}) =>
  site
    .browser()
    .call<{ outcome: string }>('POST', calls.openEmailLink.path, { token: token ?? '', ...body })
const outcomeOf = async (token: string | undefined, body: object = {}) => {
  const answer = await openLink(token, body)
  return answer.status === 200 ? answer.data.outcome : answer.failure.code
}

/** Sends the emails that are due. Returns those of the last sending, by address. */
async function deliver() {
  const before = site.emails.length
  await site.deliverEmails()
  return site.emails.slice(before)
}
const tokenTo = (mails: Awaited<ReturnType<typeof deliver>>, address: string) =>
  mails
    .filter((mail) => mail.to.address === address)
    .map((mail) => /\/registration\/email#(?:first|change|stop)=([\w-]{43})/.exec(mail.text)?.[1])
    .at(-1)

/** Requests a change of the address. Returns the tokens of both links. */
async function request(browser: TestBrowser, from: string, to = newAddress()) {
  expect((await change(browser, to)).status).toBe(200)
  const mails = await deliver()
  return { to, verify: tokenTo(mails, to), stop: tokenTo(mails, from) }
}

const contact = {
  phone: '0745 000 111',
  country: 'RO',
  city: 'Iași',
  address: 'Str. Lăpușneanu 14',
  postalCode: '700057',
}
const changeContact = (browser: TestBrowser, values: object = {}) =>
  browser.call<WireApplication>('POST', calls.changeContact.path, { ...contact, ...values })
const storedOf = async ({ id }: SeededApplication) =>
  (
    await site.database.query<{ personal_email: string; email_state: string }>(
      'select personal_email, email_state from registrations where id = $1',
      [id],
    )
  )[0]
const eventsOf = async ({ id }: SeededApplication) =>
  (
    await site.database.query<{ type: string; actor_kind: string; payload: object }>(
      `select type, actor_kind, payload from registration_event where registration_id = $1 and type not like 'mail%' order by at, id`,
      [id],
    )
  ).map(({ type, actor_kind: by, payload }) => ({ type, by, payload }))

describe('the phone number and the postal address', () => {
  test('are changed at once, and the history says what the applicant changed', async () => {
    const { application, browser } = await openOwn()
    const { status, data } = await changeContact(browser)
    expect([status, data.values]).toMatchObject([
      200,
      { phone: '+40745000111', city: 'Iași', address: 'Str. Lăpușneanu 14', postalCode: '700057' },
    ])
    const event = (await eventsOf(application)).at(-1)
    expect(event).toMatchObject({ type: 'contactChanged', by: 'applicant' })
    expect(JSON.stringify(event?.payload)).not.toContain('Iași')
    const [history] = await site.database.query<{ action: string; after: object }>(
      `select action, after from change where record_id = $1 order by id desc limit 1`,
      [application.id],
    )
    expect(history).toMatchObject({ action: 'changeContact', after: { city: 'Iași' } })
  })

  test('are validated like the form', async () => {
    const { browser } = await openOwn()
    const issuesOf = async (values: object) => {
      const answer = await changeContact(browser, values)
      return [answer.status, Object.keys(answer.failure.fields ?? {})]
    }
    expect(await issuesOf({ phone: '12' })).toEqual([400, ['phone']])
    expect(await issuesOf({ postalCode: '12' })).toEqual([400, ['postalCode']])
    expect(await issuesOf({ postalCode: '3011' })).toEqual([400, ['postalCode']])
    expect((await changeContact(browser, { country: 'CH', postalCode: '3011' })).status).toBe(200)
    const extra = await changeContact(browser, { lastName: 'Other' })
    expect([extra.status, (await read(browser)).values.lastName]).not.toEqual([200, 'Other'])
  })

  test('are changed three times a day; a call that changes nothing does not count', async () => {
    const { browser } = await openOwn()
    for (const city of ['Arad', 'Arad', 'Deva', 'Turda'])
      expect((await changeContact(browser, { city })).status).toBe(200)
    const fourth = await changeContact(browser, { city: 'Blaj' })
    expect([fourth.status, fourth.failure.code]).toEqual([429, 'contact.tooMany'])
    expect((await read(browser)).values.city).toBe('Turda')
  })

  test('cannot be changed by enrolled applicants, while changes are turned off, or without a session', async () => {
    const { application, browser } = await openOwn()
    await site.database.query('update registrations set enrolled_at = now() where id = $1', [
      application.id,
    ])
    expect((await changeContact(browser)).failure.code).toBe('contact.closed')
    expect((await change(browser, newAddress())).failure.code).toBe('contact.closed')
    expect((await read(browser)).contact.canChange).toBe(false)
    const other = await openOwn()
    await updateSettings(site, { disableUpdates: true })
    expect((await changeContact(other.browser)).failure.code).toBe('updates.disabled')
    await updateSettings(site, { disableUpdates: false })
    expect((await changeContact(site.browser())).failure.code).toBe('applicant.required')
  })
})

describe('a new email address', () => {
  test('replaces the former one once its link is used, which works once', async () => {
    const { application, personalEmail, browser } = await openOwn()
    const { to, verify } = await request(browser, personalEmail)
    expect(await storedOf(application)).toMatchObject({ personal_email: personalEmail })
    expect((await read(browser)).contact).toMatchObject({ newEmail: to, emailState: 'verified' })
    expect(await outcomeOf(verify)).toBe('changed')
    expect(await storedOf(application)).toEqual({ personal_email: to, email_state: 'verified' })
    expect((await read(browser)).contact).toMatchObject({ newEmail: null })
    expect(await outcomeOf(verify)).toBe('token.invalid')
    expect((await eventsOf(application)).map(({ type }) => type).slice(-2)).toEqual([
      'emailChangeRequested',
      'emailChanged',
    ])
  })

  test('gets a link that only its hash is stored of, and neither email has a name, a state or a code', async () => {
    const { personalEmail, browser, application } = await openOwn()
    const to = newAddress()
    await change(browser, to)
    const mails = await deliver()
    expect(mails.map((mail) => mail.to.address).sort()).toEqual([personalEmail, to].sort())
    const tokens = [tokenTo(mails, to), tokenTo(mails, personalEmail)]
    const stored = JSON.stringify([
      await site.database.query('select * from email_verification'),
      await site.database.query('select params from outbox_mail'),
    ])
    for (const token of tokens) {
      expect(token).toHaveLength(43)
      expect(stored).not.toContain(token)
    }
    const toNew = mails.find((mail) => mail.to.address === to)
    expect(toNew?.to.name).toBe('')
    for (const mail of mails) expect(mail.text).not.toContain(application.code)
  })

  test('is verified by the newest link only', async () => {
    const { application, personalEmail, browser } = await openOwn()
    const first = await request(browser, personalEmail)
    const second = await request(browser, personalEmail)
    expect(await outcomeOf(first.verify)).toBe('token.invalid')
    expect(await outcomeOf(second.verify)).toBe('changed')
    expect((await storedOf(application))?.personal_email).toBe(second.to)
  })

  test('is changed once by two uses of its link at once', async () => {
    const { application, personalEmail, browser } = await openOwn()
    const { verify } = await request(browser, personalEmail)
    expect((await Promise.all([outcomeOf(verify), outcomeOf(verify)])).sort()).toEqual([
      'changed',
      'token.invalid',
    ])
    const changes = (await eventsOf(application)).filter(({ type }) => type === 'emailChanged')
    expect(changes).toHaveLength(1)
  })

  test('is not verified after a day', async () => {
    const { application, personalEmail, browser } = await openOwn()
    const { verify } = await request(browser, personalEmail)
    site.wait(day + 1000)
    expect(await outcomeOf(verify)).toBe('token.invalid')
    expect((await storedOf(application))?.personal_email).toBe(personalEmail)
  })

  test('is not verified after staff have changed the address', async () => {
    const { application, personalEmail, browser } = await openOwn()
    const { verify } = await request(browser, personalEmail)
    await site.database.query('update registrations set personal_email = $2 where id = $1', [
      application.id,
      'by.staff@example.org',
    ])
    expect(await outcomeOf(verify)).toBe('token.invalid')
    expect((await storedOf(application))?.personal_email).toBe('by.staff@example.org')
  })

  test('can be requested three times a day, and an address gets five links a day', async () => {
    const { personalEmail, browser } = await openOwn()
    for (let times = 0; times < 3; times += 1) await request(browser, personalEmail)
    expect((await change(browser, newAddress())).failure.code).toBe('contact.tooMany')
    const shared = newAddress()
    for (let times = 0; times < 5; times += 1)
      expect((await change((await openOwn()).browser, shared)).status).toBe(200)
    expect((await change((await openOwn()).browser, shared)).failure.code).toBe('contact.tooMany')
  })

  test('is answered alike whether another application has it or not', async () => {
    const { personalEmail } = await openOwn()
    const answers = []
    for (const address of [personalEmail, newAddress()]) {
      const { browser } = await openOwn()
      const { status, message, data } = await change(browser, address)
      answers.push([status, message, data.contact.newEmail === address])
    }
    expect(answers[0]).toEqual(answers[1])
  })
})

describe('the reader of the former address', () => {
  test('stops a change before it is verified, which signs everyone out', async () => {
    const { application, personalEmail, browser } = await openOwn()
    const { verify, stop } = await request(browser, personalEmail)
    expect(await outcomeOf(stop)).toBe('kept')
    expect(await outcomeOf(verify)).toBe('token.invalid')
    expect(await outcomeOf(stop)).toBe('token.invalid')
    expect(await storedOf(application)).toEqual({
      personal_email: personalEmail,
      email_state: 'disputed',
    })
    expect((await browser.call('GET', calls.application.path)).failure.code).toBe(
      'applicant.required',
    )
    const again = await openWithAccessCode(site, application)
    expect((await change(again, newAddress())).failure.code).toBe('contact.disputed')
    expect((await eventsOf(application)).at(-1)?.type).toBe('emailDisputed')
  })

  test('reverts a verified change, also one that was followed by another', async () => {
    const { application, personalEmail, browser } = await openOwn()
    const first = await request(browser, personalEmail)
    expect(await outcomeOf(first.verify)).toBe('changed')
    const second = await request(browser, first.to)
    expect(await outcomeOf(second.verify)).toBe('changed')
    site.wait(71 * hour)
    expect(await outcomeOf(first.stop)).toBe('kept')
    expect((await storedOf(application))?.personal_email).toBe(personalEmail)
    // A stranger who has taken the address cannot take it back.
    expect(await outcomeOf(second.stop)).toBe('token.invalid')
  })

  test('cannot stop it after 72 hours', async () => {
    const { application, personalEmail, browser } = await openOwn()
    const { to, verify, stop } = await request(browser, personalEmail)
    await outcomeOf(verify)
    site.wait(72 * hour + 1000)
    expect(await outcomeOf(stop)).toBe('token.invalid')
    expect((await storedOf(application))?.personal_email).toBe(to)
  })
})

describe('the address of a new application', () => {
  let sequence = 700
  async function submit() {
    sequence += 1
    const browser = site.browser({ ip: `198.51.100.${sequence % 250}` })
    const form = applicationForm(sequence, programme)
    const documents = await uploadRequiredDocuments(browser)
    const { data } = await submitJson(browser, { ...form, ...documents })
    const mails = await deliver()
    const address = String(form.personalEmail)
    return { ...(data as WireSubmitted), address, birthDate: String(form.birthDate), mails }
  }

  test('gets the reference number and a link, but no code; with the birth date, it gets a code', async () => {
    const { reference, accessCode, address, birthDate, mails } = await submit()
    const [received] = mails.filter((mail) => mail.to.address === address)
    expect(received?.text).toContain(reference)
    expect(received?.text.replace('-', '')).not.toContain(accessCode)
    expect(received?.text).not.toMatch(/[0-9A-Z]{5}-[0-9A-Z]{5}/)
    const token = tokenTo(mails, address)
    expect(await outcomeOf(token)).toBe('birthDate.wrong')
    expect(await outcomeOf(token, { birthDate })).toBe('verified')
    const [code] = (await deliver()).filter((mail) => mail.to.address === address)
    const sent = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(code?.text ?? '')?.[0]
    for (const typed of [sent, accessCode]) {
      const body = { reference, accessCode: typed }
      expect((await site.browser().call('POST', calls.openApplication.path, body)).status).toBe(200)
    }
    expect(await outcomeOf(token, { birthDate })).toBe('token.invalid')
  })

  test('is not verified by three wrong birth dates, even if the fourth is right', async () => {
    const { address, birthDate, mails } = await submit()
    const token = tokenTo(mails, address)
    for (let day = 1; day <= 3; day += 1)
      expect(await outcomeOf(token, { birthDate: `1999-01-0${day}` })).toBe('birthDate.wrong')
    expect(await outcomeOf(token, { birthDate })).toBe('requests.tooMany')
  })

  test('gets a link instead of a code if another person requests a new code', async () => {
    const { reference, address, birthDate } = await submit()
    site.wait(25 * hour)
    await site.browser().call('POST', calls.newAccessCode.path, { reference })
    await deliver()
    const mails = site.emails.filter((mail) => mail.to.address === address)
    expect(mails.at(-1)?.text).not.toMatch(/[0-9A-Z]{5}-[0-9A-Z]{5}/)
    expect(await outcomeOf(tokenTo(mails, address), { birthDate })).toBe('verified')
  })

  test('is corrected by the applicant without a notice to the mistyped one', async () => {
    const { reference, accessCode, address } = await submit()
    const browser = site.browser()
    await browser.call('POST', calls.openApplication.path, { reference, accessCode })
    expect((await read(browser)).contact.emailState).toBe('unverified')
    const to = newAddress()
    await change(browser, to)
    const mails = await deliver()
    expect(mails.map((mail) => mail.to.address)).toEqual([to])
    expect(mails[0]?.to.address).not.toBe(address)
    expect(await outcomeOf(tokenTo(mails, to))).toBe('changed')
    expect((await read(browser)).contact.emailState).toBe('verified')
  })

  test('gets its link again from the status page', async () => {
    const { reference, accessCode, address, birthDate, mails } = await submit()
    const browser = site.browser()
    await browser.call('POST', calls.openApplication.path, { reference, accessCode })
    await change(browser, address)
    const again = await deliver()
    expect(await outcomeOf(tokenTo(mails, address), { birthDate })).toBe('token.invalid')
    expect(await outcomeOf(tokenTo(again, address), { birthDate })).toBe('verified')
  })
})

test('links are deleted after a month', async () => {
  const { personalEmail, browser } = await openOwn()
  await request(browser, personalEmail)
  const count = async () => (await site.database.query('select 1 from email_verification')).length
  expect(await count()).toBeGreaterThan(0)
  site.wait(31 * day)
  await runHousekeepingNow(site.context)
  expect(await count()).toBe(0)
})
