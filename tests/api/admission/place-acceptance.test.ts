/** What happens to confirmed places in later rounds, and the answers that allow it. */
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AcceptanceMode, ConsentedPlace } from '#resources/admission/place-acceptance.ts'
import { registrations } from '#resources/registrations.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { storeAcceptances } from '#server/admission/ranking/acceptances.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

describe.each(engines)('a confirmed place on $engine', ({ open }) => {
  let office: RankingApp
  /** The best two hold the places in philology; `id` holds its second choice, in history. */
  let budgetHolder: string
  let feeHolder: string
  let id: string
  beforeEach(async () => {
    office = await startRankingApp(open)
    budgetHolder = await office.addGradedApplication({ average: 10 })
    feeHolder = await office.addGradedApplication({ average: 9.9 })
    id = await office.addGradedApplication({ average: 9 })
    await office.createRecord('application-choices', {
      ...{ registrationId: id, position: 2, specializationId: office.historyId },
      fundingPreference: 'budget',
    })
    await release()
  })
  afterEach(() => office.close())

  async function release() {
    const draft = await office.computeDraft()
    expect(draft).toMatchObject({ findings: 0 })
    expect((await office.runTransition(office.admin, draft.id, 'release')).status).toBe(200)
    await office.sendNotifications()
  }

  /** As confirmations were stored before applicants were asked. */
  const confirmWithoutAnswer = (applicationId: string) =>
    recordsOf(office.context).applyInternalChange(systemPermit('demo', registrations, 'update'), {
      id: applicationId,
      action: 'confirmPlace',
      values: () => ({ confirmedAt: office.now().toISOString() }),
    })

  const leave = (applicationId: string) =>
    office.updateStatus(office.admin, {
      ...{ id: applicationId, status: 'declined', reasonCode: 'other' },
      issueExplanation: 'S-a răzgândit.',
    })

  const answer = (
    mode: AcceptanceMode,
    consented: readonly ConsentedPlace[] = [],
    agreedToPay = false,
  ) =>
    storeAcceptances(office.context.database, [
      {
        ...{ registrationId: id, roundId: office.roundId, mode, consented, agreedToPay },
        ...{ specializationId: office.historyId, kind: 'budget', language: 'ro' },
        ...{ by: { kind: 'applicant' }, at: office.now() },
      },
    ])

  const inPhilology = (kind: 'budget' | 'fee', tuition: number | null = null): ConsentedPlace => ({
    ...{ specializationId: office.philologyId, kind, tuition, confirmationFee: null },
  })
  const setTuition = (tuitionFee: number) =>
    office.call(office.admin, 'PATCH', '/api/specializations/update', {
      ...{ id: office.philologyId, tuitionFee },
    })

  const reasonsOf = async () =>
    (await readApplication(office.context, id)).result?.choices.map(({ kind, reason, number }) => [
      number,
      kind,
      reason,
    ])

  test('that is state-funded is not exchanged for a fee-paying one without an answer', async () => {
    expect(await office.placeOf(id)).toBe('history budget')
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(one)
    await leave(feeHolder)
    await release()
    expect(await office.placeOf(id)).toBe('history budget')
    expect(await reasonsOf()).toEqual([
      [1, 'budget', 'heldAll'],
      [1, 'fee', 'costsMore'],
      [2, 'budget', 'kept'],
    ])
  })

  test('is exchanged without an answer for a higher choice that costs no more', async () => {
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(one)
    for (const one of [budgetHolder, feeHolder]) await leave(one)
    await release()
    expect(await office.placeOf(id)).toBe('letters budget')
    expect(await reasonsOf()).toEqual([
      [1, 'budget', 'won'],
      [1, 'fee', 'notNeeded'],
      [2, 'budget', 'notNeeded'],
    ])
  })

  test('is kept in every later round if that was the answer', async () => {
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(one)
    await answer('keep')
    for (const one of [budgetHolder, feeHolder]) await leave(one)
    await release()
    expect(await office.placeOf(id)).toBe('history budget')
    expect(await reasonsOf()).toEqual([
      [1, 'budget', 'notConsented'],
      [1, 'fee', 'notConsented'],
      [2, 'budget', 'kept'],
    ])
  })

  test('is exchanged only for the choices that the newest answer contains', async () => {
    await setTuition(4000)
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(one)
    await answer('keep')
    office.wait(1000)
    await answer('moveUp', [inPhilology('fee', 4000)], true)
    await leave(budgetHolder)
    await leave(feeHolder)
    await release()
    expect(await office.placeOf(id)).toBe('letters fee')
    expect(await reasonsOf()).toEqual([
      [1, 'budget', 'notConsented'],
      [1, 'fee', 'won'],
      [2, 'budget', 'notNeeded'],
    ])
  })

  test('is not exchanged for a fee-paying one if the tuition was raised after the answer', async () => {
    await setTuition(4000)
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(one)
    await answer('moveUp', [inPhilology('budget'), inPhilology('fee', 4000)], true)
    await setTuition(4001)
    await leave(feeHolder)
    await release()
    expect(await office.placeOf(id)).toBe('history budget')
    expect(await reasonsOf()).toMatchObject([
      [1, 'budget', 'heldAll'],
      [1, 'fee', 'costsMore'],
      [2, 'budget', 'kept'],
    ])
  })

  test('does not change if the answer changes after the draft, which then cannot be released', async () => {
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(one)
    await answer('moveUp', [inPhilology('budget')])
    await leave(budgetHolder)
    const draft = await office.computeDraft()
    await answer('keep')
    const refused = await office.runTransition(office.admin, draft.id, 'release')
    expect(refused.failure).toMatchObject({ fields: { _: [{ code: 'ranking.stale' }] } })
    await release()
    expect(await office.placeOf(id)).toBe('history budget')
  })
})
