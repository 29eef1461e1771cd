import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { getResource } from '#resources/index.ts'
import { defaultConfig } from '#tests/support/app.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  submitMultipart,
  updateSettings,
  uploadRequiredDocuments,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'

let site: SessionApp
let programme: ProgrammeIds
let anyone: TestBrowser
let secretary: TestBrowser
let sequence = 200
const next = () => {
  sequence += 1
  return sequence
}
let now = new Date()
beforeAll(async () => {
  site = await startSessionApp({}, undefined, { clock: { now: () => now } })
  programme = await seedProgramme(site)
  await site.createAccount('secretary', { username: 'sec' })
  anyone = site.browser()
  secretary = site.browser()
})
afterAll(() => site.close())

const hour = 3_600_000
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const config = async () => (await anyone.call<WireIntake>('GET', calls.publicConfig.path)).data

/** Sets the dates of the current admission session. */
async function setDates(opensAt: string | null, closesAt: string | null): Promise<void> {
  await site.database.query('update admission_sessions set opens_at = $1, closes_at = $2', [
    opensAt,
    closesAt,
  ])
}

test('two people are required to release results in a new university', async () => {
  await secretary.signIn('sec')
  const { data } = await secretary.call<{ rankingNeedsSecond: boolean }>('GET', '/api/settings')
  expect(data.rankingNeedsSecond).toBe(true)
})

const windows: {
  readonly [name: string]: () => [opensAt: string | null, closesAt: string | null]
} = {
  'no dates': () => [null, null],
  'within the dates': () => [ago(hour), ago(-hour)],
  'before the dates': () => [ago(-hour), ago(-2 * hour)],
  'after the dates': () => [ago(2 * hour), ago(hour)],
}

/**
 * Domain rules, section 2.7: registration open, requests stopped, dates; result for the public,
 * reason it is closed, result for staff.
 */
const truth: readonly (readonly [
  boolean,
  boolean,
  string,
  string,
  WireIntake['closedReason'],
  string,
])[] = [
  [true, false, 'no dates', 'stored', null, 'stored'],
  [true, false, 'within the dates', 'stored', null, 'stored'],
  [true, false, 'before the dates', 'registration.closed', 'early', 'stored'],
  [true, false, 'after the dates', 'registration.closed', 'late', 'stored'],
  [true, true, 'no dates', 'registration.stopped', 'stopped', 'registration.stopped'],
  [true, true, 'within the dates', 'registration.stopped', 'stopped', 'registration.stopped'],
  [true, true, 'before the dates', 'registration.stopped', 'stopped', 'registration.stopped'],
  [true, true, 'after the dates', 'registration.stopped', 'stopped', 'registration.stopped'],
  [false, false, 'no dates', 'registration.closed', 'closed', 'stored'],
  [false, false, 'within the dates', 'registration.closed', 'closed', 'stored'],
  [false, false, 'before the dates', 'registration.closed', 'closed', 'stored'],
  [false, false, 'after the dates', 'registration.closed', 'closed', 'stored'],
  [false, true, 'no dates', 'registration.stopped', 'stopped', 'registration.stopped'],
  [false, true, 'within the dates', 'registration.stopped', 'stopped', 'registration.stopped'],
  [false, true, 'before the dates', 'registration.stopped', 'stopped', 'registration.stopped'],
  [false, true, 'after the dates', 'registration.stopped', 'stopped', 'registration.stopped'],
]

describe('whether a new application is stored (R-T02)', () => {
  test.each(truth)(
    'registrationOpen %s, stopApplicationRequests %s, %s: the result for the public is "%s"',
    async (open, stopped, window, expected, why, office) => {
      await secretary.signIn('sec')
      await updateSettings(site, { registrationOpen: open, stopApplicationRequests: stopped })
      await setDates(...(windows[window]?.() ?? [null, null]))
      expect(await config()).toMatchObject({ isOpen: why === null, closedReason: why })
      const outcome = async (browser: TestBrowser, form: object) => {
        const answer = await submitMultipart(browser, form as Record<string, unknown>)
        return answer.status === 201 ? 'stored' : `${answer.status} ${answer.failure.code}`
      }
      const describeCode = (code: string) => (code === 'stored' ? code : `403 ${code}`)
      expect(await outcome(anyone, applicationForm(next(), programme))).toBe(describeCode(expected))
      expect(await outcome(secretary, applicationForm(next(), programme))).toBe(
        describeCode(office),
      )
      const sent = await uploadStagedDocument(anyone)
      expect(sent.status === 201 ? 'stored' : sent.failure.code).toBe(expected)
    },
  )

  test('is explained with the text of the specification, in every language', async () => {
    await setDates(null, null)
    for (const [settings, code] of [
      [{ registrationOpen: true, stopApplicationRequests: true }, 'stopped'],
      [{ registrationOpen: false, stopApplicationRequests: false }, 'closed'],
    ] as const) {
      await updateSettings(site, settings)
      for (const language of ['en', 'ro', 'fr', 'de'] as const) {
        const { failure } = await submitJson(site.browser({ language }), {})
        expect(failure.message).toBe(
          site.context.texts.text(language, `errors:errors.registration.${code}`),
        )
      }
    }
    expect(site.context.texts.text('en', 'errors:errors.registration.stopped')).toBe(
      'University Registration stopped',
    )
    expect(site.context.texts.text('en', 'errors:errors.registration.closed')).toBe(
      'Registration are not available at this moment. Please check university website registration time.',
    )
  })
})

describe('the deadline', () => {
  /** Submits when the clock is this many milliseconds past the deadline. */
  async function sendAt(closesAt: string, ms: number): Promise<string> {
    await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
    await setDates(null, closesAt)
    const real = now
    now = new Date(Date.parse(closesAt) + ms)
    try {
      const answer = await submitMultipart(anyone, applicationForm(next(), programme))
      return answer.status === 201 ? 'stored' : answer.failure.code
    } finally {
      now = real
    }
  }

  test.each([
    [-5_000, 'stored'],
    [55_000, 'stored'],
    [65_000, 'registration.closed'],
  ])(
    'has a grace period of a minute: %i ms after the deadline, the result is "%s"',
    async (ms, expected) => {
      expect(await sendAt('2027-07-20T20:59:59.000Z', ms)).toBe(expected)
    },
  )

  test.each([
    ['the hour that is skipped in spring', '2027-03-28T00:59:59.000Z'],
    ['the first pass through the repeated hour in autumn', '2027-10-31T00:30:00.000Z'],
    ['the second pass through the repeated hour', '2027-10-31T01:30:00.000Z'],
  ])('is an instant, even in %s', async (_, closesAt) => {
    expect(await sendAt(closesAt, -5_000)).toBe('stored')
    expect(await sendAt(closesAt, 65_000)).toBe('registration.closed')
  })

  test('closes the form immediately, without the grace period', async () => {
    await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
    await setDates(null, ago(1_000))
    expect(await config()).toMatchObject({ isOpen: false, closedReason: 'late' })
  })

  test('applies to the first byte: a slow upload that starts in time is stored, unless it takes longer than ten minutes', async () => {
    await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
    for (const [minutes, expected] of [
      [8, 201],
      [11, 403],
    ] as const) {
      await setDates(null, ago(-30_000))
      const real = now
      // The clock moves on while the documents are written.
      const { write } = site.context.files
      Object.assign(site.context.files, {
        write: (name: string, bytes: Uint8Array) => {
          now = new Date(real.getTime() + minutes * 60_000)
          return write(name, bytes)
        },
      })
      const answer = await submitMultipart(anyone, applicationForm(next(), programme))
      Object.assign(site.context.files, { write })
      now = real
      expect([minutes, answer.status]).toEqual([minutes, expected])
    }
    await setDates(null, null)
  })

  test('is checked again in the transaction, so that an emergency stop applies while documents are being written', async () => {
    await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
    await setDates(null, null)
    const { write } = site.context.files
    Object.assign(site.context.files, {
      write: async (name: string, bytes: Uint8Array) => {
        await site.database.query('update settings set stop_application_requests = true')
        return write(name, bytes)
      },
    })
    const answer = await submitMultipart(anyone, applicationForm(next(), programme))
    Object.assign(site.context.files, { write })
    expect([answer.status, answer.failure.code]).toEqual([403, 'registration.stopped'])
  })
})

test('an application belongs to the admission session in the settings, and the same person can apply again in the next session', async () => {
  await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
  await setDates(null, null)
  const number = next()
  expect((await submitMultipart(anyone, applicationForm(number, programme))).status).toBe(201)
  const session = await recordsOf(site.context).insert(
    systemPermit('demo', getResource('admission-sessions'), 'create'),
    {
      name: 'Autumn',
      academicYear: '2027-2028',
    },
  )
  await updateSettings(site, { admissionSessionId: session.id })
  const { status, data } = await submitMultipart(
    anyone,
    applicationForm(number, programme, { city: 'Dej' }),
  )
  expect(status).toBe(201)
  const rows = await site.database.query(
    'select admission_session_id from registrations where reference_code = $1',
    [data.reference],
  )
  expect(rows).toEqual([{ admission_session_id: session.id }])
  expect(await config()).toMatchObject({ session: 'Autumn' })
})

describe('the rate limits of an IP address', () => {
  test('apply to its applications above the configured number, but not to other addresses or to staff', async () => {
    const limited = await startSessionApp({
      settings: { ...defaultConfig.settings, SUBMISSIONS_PER_HOUR: 2 },
    })
    try {
      await updateSettings(limited, { registrationOpen: true })
      const place = await seedProgramme(limited)
      await limited.createAccount('secretary', { username: 'sec' })
      const [firstBrowser, secondBrowser, office] = [
        limited.browser({ ip: '192.0.2.1' }),
        limited.browser({ ip: '192.0.2.2' }),
        limited.browser({ ip: '192.0.2.1' }),
      ]
      await office.signIn('sec')
      const statuses: number[] = []
      const header = { 'idempotency-key': crypto.randomUUID() }
      const first = applicationForm(next(), place)
      // Neither invalid forms nor repeated submissions count.
      statuses.push(
        (await submitMultipart(firstBrowser, { ...first, city: '' })).status,
        (await submitMultipart(firstBrowser, first, undefined, header)).status,
      )
      statuses.push((await submitMultipart(firstBrowser, first, undefined, header)).status)
      for (let i = 0; i < 2; i += 1)
        statuses.push((await submitMultipart(firstBrowser, applicationForm(next(), place))).status)
      statuses.push(
        (await submitMultipart(secondBrowser, applicationForm(next(), place))).status,
        (await submitMultipart(office, applicationForm(next(), place))).status,
      )
      expect(statuses).toEqual([400, 201, 201, 201, 429, 201, 201])
      const sent = []
      for (let i = 0; i < 13; i += 1) sent.push((await uploadStagedDocument(secondBrowser)).status)
      expect(sent).toEqual([...Array.from({ length: 12 }, () => 201), 429])
      // Rejected forms have a separate limit, ten times as high.
      const visitor = limited.browser({ ip: '192.0.2.3' })
      const tries = []
      for (let i = 0; i < 21; i += 1)
        tries.push((await visitor.call('POST', '/api/registrations/create', {})).status)
      expect(tries).toEqual([...Array.from({ length: 20 }, () => 400), 429])
    } finally {
      await limited.close()
    }
  })
})

test('staff can use only their own documents', async () => {
  await secretary.signIn('sec')
  const foreign = await uploadRequiredDocuments(anyone)
  const { status, failure } = await submitJson(secretary, {
    ...applicationForm(next(), programme),
    ...foreign,
  })
  expect([status, failure.fields?.fileCV?.[0]?.code]).toEqual([400, 'file.unknown'])
})
