/** Unconfirmed places that released results take, before the applicants are notified. */

import { recordClockTime } from '@matricola/testing/clock.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { applyReleasedDrafts } from '#server/admission/ranking/apply-released.ts'
import {
  confirmApplicantPlace,
  revokeUnconfirmedPlaces,
} from '#server/admission/ranking/confirm.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

describe.each(engines)('a place that released results take on $engine', ({ open }) => {
  let office: RankingApp
  /** Loses the state-funded place to `next`; `last` keeps a fee-paying one. */
  let first: string
  let next: string
  let last: string

  beforeEach(async () => {
    office = await startRankingApp(open, { fee: 2 })
    first = await office.addGradedApplication({ average: 9.5 })
    next = await office.addGradedApplication({ average: 9 })
    last = await office.addGradedApplication({ average: 8 })
  })
  afterEach(() => office.close())

  const goTo = (instant: string) => office.wait(Date.parse(instant) - office.now().getTime())
  const places = () => Promise.all([first, next, last].map(office.placeOf))

  /** Results that move two applicants are released on 24 July, and announced on 28 July. */
  async function releaseCorrection() {
    await office.releaseResults()
    await office.sendNotifications()
    expect(await places()).toEqual(['letters budget', 'letters fee', 'letters fee'])
    const secondRound = await office.createRecord('admission-rounds', {
      ...{ admissionSessionId: office.sessionId, name: 'Etapa a II-a', number: 2 },
      ...{ resultsOn: '2026-07-28', appealUntil: '2026-07-29', confirmBy: '2026-07-30' },
    })
    await office.context.database.query(
      'update registrations set baccalaureate_average = 8.5 where id = $1',
      [first],
    )
    goTo('2026-07-24T09:00:00Z')
    await office.releaseResults(secondRound)
  }
  async function announce() {
    goTo('2026-07-28T09:00:00Z')
    expect(await applyReleasedDrafts(office.context)).toBeGreaterThan(0)
  }

  test('is not confirmed by a payment, which counts for the new place', async () => {
    const { data } = await office.call<{ list: { id: string; specializationId: string }[] }>(
      ...([office.admin, 'GET', '/api/admission-programmes'] as const),
    )
    const programme = data.list.find((one) => one.specializationId === office.philologyId)
    await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
      ...{ id: programme?.id, confirmationFee: 200 },
    })
    await releaseCorrection()
    const pay = (registrationId: string, receiptNumber: string) =>
      office.call(office.ana, 'POST', '/api/finances/create', {
        ...{ registrationId, direction: 'payment', kind: 'matriculation', amount: 200 },
        ...{ bookedOn: '2026-07-24', method: 'transfer', receiptNumber },
        description: 'Taxă de confirmare',
      })
    for (const [id, receipt] of [
      [first, 'OP-1'],
      [last, 'OP-2'],
    ] as const)
      expect((await pay(id, receipt)).status).toBe(201)
    expect(await office.getApplication(first)).toMatchObject({ confirmedAt: null })
    // The results leave this place as it is.
    expect(await office.getApplication(last)).toMatchObject({ confirmedAt: expect.any(String) })
    await announce()
    expect(await places()).toEqual(['letters fee', 'letters budget', 'letters fee'])
    expect(await office.getApplication(first)).toMatchObject({
      ...{ confirmedAt: null, placeState: 'placeNowFeePaying' },
    })
    await confirmApplicantPlace(office.context, first)
    expect(await office.getApplication(first)).toMatchObject({ placeState: 'confirmed' })
  })

  test('cannot be enrolled in', async () => {
    await office.context.database.query('update admission_rounds set confirm_by = null')
    await releaseCorrection()
    const enrol = (id: string) =>
      office.call<{ list: { outcome: string; code?: string }[] }>(
        ...([office.ana, 'POST', '/api/registrations/enroll-students'] as const),
        { registrationIds: [id] },
      )
    expect((await enrol(first)).text).toContain('"decisionHeld"')
    expect((await enrol(last)).text).not.toContain('"decisionHeld"')
    await announce()
    expect((await enrol(first)).text).not.toContain('"decisionHeld"')
  })

  test('is not lost because it was not confirmed in time', async () => {
    await releaseCorrection()
    goTo('2026-07-26T09:00:00Z')
    await recordClockTime(office.context)
    expect(await revokeUnconfirmedPlaces(office.context)).toBe(1)
    expect(await places()).toEqual(['letters budget', 'letters fee', 'none'])
    expect(await office.getApplication(last)).toMatchObject({
      ...{ status: 'declined', reasonCode: 'place_not_confirmed' },
    })
    await announce()
    expect(await places()).toEqual(['letters fee', 'letters budget', 'none'])
    const dateKinds = async (id: string) =>
      (await readApplication(office.context, id)).state.dates.map(({ kind }) => kind)
    // An appeal could still give the state-funded place of the same programme.
    expect(await dateKinds(first)).toEqual(['confirm', 'appeal'])
    expect(await dateKinds(next)).toEqual(['confirm'])
    expect(await office.getApplication(first)).toMatchObject({ confirmBy: '2026-07-30' })
  })
})
