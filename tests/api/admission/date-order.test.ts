/** The order of the dates of an admission session and its rounds. */

import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { seedRecord } from '#tests/support/submit-application.ts'

interface Round {
  readonly id: string
  readonly version: number
}

describe.each(engines)('dates of an admission on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let sessionId = ''
  let first: Round
  let second: Round

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    admin = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    sessionId = (
      await seedRecord(site, 'admission-sessions', {
        ...{ name: 'July 2027', academicYear: '2027-2028' },
        ...{ opensAt: '2027-07-01T07:00:00.000Z', closesAt: '2027-07-16T21:00:00.000Z' },
      })
    ).id
    first = await createRound(1, {
      ...{ resultsOn: '2027-07-19', appealUntil: '2027-07-21', confirmBy: '2027-07-23' },
    })
    second = await createRound(2, {
      ...{ resultsOn: '2027-07-26', appealUntil: '2027-07-27', confirmBy: '2027-07-29' },
    })
  })
  afterAll(() => site.close())

  async function createRound(number: number, dates: object): Promise<Round> {
    const { status, data } = await admin.call<WireRecord>(
      ...(['POST', '/api/admission-rounds/create'] as const),
      { admissionSessionId: sessionId, name: `Round ${number}`, number, ...dates },
    )
    expect(status).toBe(201)
    return { id: String(data.id), version: Number(data.version) }
  }

  const update = (resource: string, { id }: { readonly id: string }, values: object) =>
    site.database
      .query<{ version: number }>(
        `select version from ${resource.replaceAll('-', '_')} where id = $1`,
        [id],
      )
      .then(([row]) =>
        admin.call<WireRecord>('PATCH', `/api/${resource}/update`, {
          ...{ id, version: row?.version },
          ...values,
        }),
      )
  const issuesOf = async (round: Round, values: object) => {
    const answer = await update('admission-rounds', round, values)
    return answer.status === 200 ? null : answer.failure.fields
  }

  test.each([
    ['resultsOn', '2027-07-15', { code: 'admission.dates.before.closesAt' }],
    ['resultsOn', '2027-07-22', { code: 'admission.dates.after.appealUntil' }],
    ['appealUntil', '2027-07-18', { code: 'admission.dates.before.resultsOn' }],
    ['appealUntil', '2027-07-24', { code: 'admission.dates.after.confirmBy' }],
    ['confirmBy', '2027-07-20', { code: 'admission.dates.before.appealUntil' }],
    [
      'confirmBy',
      '2027-07-26',
      { code: 'admission.dates.after.round', params: { round: 'Round 2' } },
    ],
  ])('%s of the first round cannot be %s', async (field, day, issue) => {
    expect(await issuesOf(first, { [field]: day })).toEqual({ [field]: [issue] })
  })

  test('the second round follows the first, and applications close before both', async () => {
    expect(await issuesOf(second, { resultsOn: '2027-07-23' })).toEqual({
      resultsOn: [{ code: 'admission.dates.before.round', params: { round: 'Round 1' } }],
    })
    const closing = await update(
      'admission-sessions',
      { id: sessionId },
      {
        closesAt: '2027-07-20T21:00:00.000Z',
      },
    )
    expect([closing.status, closing.failure.fields]).toEqual([
      400,
      { closesAt: [{ code: 'admission.dates.after.round', params: { round: 'Round 1' } }] },
    ])
  })

  test('the enrolment ends after it begins, and not before the last round', async () => {
    const session = { id: sessionId }
    const issues = async (values: object) => {
      const answer = await update('admission-sessions', session, values)
      return answer.status === 200 ? null : answer.failure.fields
    }
    expect(await issues({ enrolFrom: '2027-08-02', enrolUntil: '2027-08-01' })).toEqual({
      enrolUntil: [{ code: 'admission-sessions.rules.enrolmentEndsAfterStart' }],
    })
    expect(await issues({ enrolUntil: '2027-07-28' })).toEqual({
      enrolUntil: [{ code: 'admission.dates.before.round', params: { round: 'Round 2' } }],
    })
    expect(await issues({ enrolUntil: '2027-07-29', waitingEndsOn: '2027-08-06' })).toBeNull()
    expect(await issuesOf(second, { confirmBy: '2027-07-30' })).toEqual({
      confirmBy: [{ code: 'admission.dates.after.enrolUntil' }],
    })
    expect(await issues({ enrolUntil: null, waitingEndsOn: null })).toBeNull()
  })

  test('a day of closing, results and appeals can be the same', async () => {
    const sameDay = { resultsOn: '2027-07-16', appealUntil: '2027-07-16' }
    expect(await issuesOf(first, sameDay)).toBeNull()
    expect(await issuesOf(first, { resultsOn: '2027-07-19', appealUntil: '2027-07-21' })).toBeNull()
  })

  test('a last day for confirming that is the last day for appeals is stored with a warning', async () => {
    const { status, data } = await update('admission-rounds', first, { confirmBy: '2027-07-21' })
    expect([status, data.warnings]).toEqual([200, [{ code: 'admission.dates.duringAppeals' }]])
    const later = await update('admission-rounds', first, { confirmBy: '2027-07-23' })
    expect(later.data.warnings).toEqual([])
  })

  test('dates that were out of order before do not keep other values from being changed', async () => {
    await site.database.query(
      "update admission_rounds set appeal_until = date '2027-07-25' where id = $1",
      [first.id],
    )
    expect(await issuesOf(first, { name: 'Round I' })).toBeNull()
    expect(await issuesOf(first, { confirmBy: '2027-07-24' })).toEqual({
      confirmBy: [{ code: 'admission.dates.before.appealUntil' }],
    })
    expect(await issuesOf(first, { appealUntil: '2027-07-22' })).toBeNull()
  })
})
