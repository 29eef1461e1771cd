import type { ResponseBody as CallAnswer } from '@matricola/schema/wire/call.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as calls from '#resources/calls/ranking.ts'
import { fileResultAppeal } from '#server/admission/applicant/applicant-routes.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import {
  confirmApplicantPlace,
  remindToConfirmPlaces,
  revokeUnconfirmedPlaces,
} from '#server/admission/ranking/confirm.ts'
import { runDueDrafts } from '#server/admission/ranking/run.ts'
import { endWaitingLists } from '#server/admission/ranking/waiting-lists.ts'
import { minuteMs } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

type Members = CallAnswer<typeof calls.releaseGroupMembers.output>
type Moves = CallAnswer<typeof calls.rankingMoves.output>
type ApplicantPosition = CallAnswer<typeof calls.resultsDraftState.output>

const day = 24 * 60 * minuteMs

describe.each(engines)('after the results of a merit-based admission on $engine', ({ open }) => {
  let office: RankingApp
  beforeAll(async () => {
    office = await startRankingApp(open)
    await office.call(office.admin, 'PATCH', '/api/admission-rounds/update', {
      id: office.roundId,
      appealUntil: '2026-07-22',
    })
  })
  afterAll(() => office.close())

  const release = async () => {
    await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
    await office.sendNotifications()
  }
  const kinds = async (id = '') => (await office.emailsOf(id)).map(({ kind }) => kind)
  const ids: Record<string, string> = {}
  const appealIn = async (id: string) => (await readApplication(office.context, id)).appeal

  test('an applicant can appeal a result once, until the deadline of the round, and staff see that appeals are open', async () => {
    ids.first = await office.addGradedApplication({ average: 9 }, { fundingPreference: 'budget' })
    ids.second = await office.addGradedApplication(
      { average: 8.5 },
      { fundingPreference: 'budget' },
    )
    await expect(
      fileResultAppeal(office.context, ids.second, 'Nota de la proba scrisă.'),
    ).rejects.toMatchObject({
      details: { fields: { registrationId: [{ code: 'resultAppeal.noResult' }] } },
    })
    await release()
    expect(await appealIn(ids.second)).toMatchObject({ until: '2026-07-22', status: null })
    const contested = await fileResultAppeal(
      office.context,
      ids.second,
      'Media de bacalaureat este 9,50.',
    )
    expect(contested.appeal).toMatchObject({
      ...{ until: null, status: 'open' },
      explanation: 'Media de bacalaureat este 9,50.',
    })
    // The first choice was successful.
    expect(await appealIn(ids.first)).toBeUndefined()
    expect(contested.timeline[0]).toMatchObject({ type: 'resultAppealed', isOwn: true })
    await expect(
      fileResultAppeal(office.context, ids.second, 'Încă o dată aceeași notă.'),
    ).rejects.toMatchObject({
      details: { fields: { registrationId: [{ code: 'resultAppeal.once' }] } },
    })
    expect(
      (await office.getDraftPart<ApplicantPosition>((await office.computeDraft()).id, 'status'))
        .appeals,
    ).toBe(1)
  })

  test('an answer that corrects a grade makes the current draft stale, and new results are compared with the published ones', async () => {
    const { data } = await office.call<{ list: { id: string }[] }>(
      office.ana,
      'GET',
      '/api/admission-appeals?view=open',
    )
    const id = data.list[0]?.id ?? ''
    const running = await office.computeDraft()
    const same = {
      grade: 'baccalaureateAverage',
      newValue: 8.5,
      answer: 'Nota este cea din diplomă.',
    }
    expect(
      (await office.call(office.ana, 'POST', `/api/admission-appeals/${id}/actions/change`, same))
        .failure,
    ).toMatchObject({
      fields: { newValue: [{ code: 'resultAppeal.sameGrade' }] },
    })
    const answer = { ...same, newValue: 9.5, answer: 'Media din diplomă este 9,50.' }
    expect(
      (await office.call(office.ana, 'POST', `/api/admission-appeals/${id}/actions/change`, answer))
        .data,
    ).toMatchObject({
      ...{ status: 'changed', answeredById: office.ana.id },
    })
    expect((await office.getDraftPart<ApplicantPosition>(running.id, 'status')).isStale).toBe(true)
    expect((await office.runTransition(office.admin, running.id, 'release')).status).toBe(409)
    expect(await kinds(ids.second)).toEqual(['waiting', 'resultAppealAnswered'])
    expect(await appealIn(ids.second ?? '')).toMatchObject({
      status: 'changed',
      answer: 'Media din diplomă este 9,50.',
    })
    office.wait(1000)
    expect(await runDueDrafts(office.context)).toBe(1)
    const drafts = await office.call<{ list: { id: string }[] }>(
      office.admin,
      'GET',
      '/api/admission-drafts?sort=-startedAt&pageSize=1',
    )
    const draftId = drafts.data.list[0]?.id ?? ''
    const moves = await office.getDraftPart<Moves>(draftId, 'moves?against=notified')
    expect(
      moves.list.map(({ registrationId, from, to, reason }) => [
        registrationId === ids.second,
        from?.kind,
        to?.kind,
        reason,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [true, undefined, 'budget', 'grades'],
        [false, 'budget', undefined, 'others'],
      ]),
    )
    // The administrator reads that an appeal is the cause.
    const { list: lost } = await office.getDraftPart<Members>(draftId, 'applicants?group=lost')
    expect(lost).toMatchObject([
      { registrationId: ids.first, cause: 'appealUpheld', causeDetails: null },
    ])
    expect((await office.runTransition(office.admin, draftId, 'release')).status).toBe(200)
    await office.sendNotifications()
    expect(
      await Promise.all([ids.first, ids.second].map((one) => office.placeOf(one ?? ''))),
    ).toEqual(['none', 'letters budget'])
    expect(await kinds(ids.first)).toEqual(['placeOffered', 'placeRetracted'])
  })

  test('staff uphold a result with an answer, and appeals are refused after the deadline of the round', async () => {
    const appeal = { registrationId: ids.first, explanation: 'Nu este corect așa cum este.' }
    const { data } = await office.call<{ id: string }>(
      office.ana,
      'POST',
      '/api/admission-appeals/create',
      appeal,
    )
    const uphold = await office.call(
      office.ana,
      'POST',
      `/api/admission-appeals/${data.id}/actions/uphold`,
      {
        answer: 'Notele sunt corecte.',
      },
    )
    expect(uphold.data).toMatchObject({ status: 'upheld', answer: 'Notele sunt corecte.' })
    expect(await kinds(ids.first)).toEqual([
      'placeOffered',
      'placeRetracted',
      'resultAppealAnswered',
    ])
    office.wait(3 * day)
    await recordClockTime(office.context)
    const late = { registrationId: ids.second, explanation: 'Prea târziu pentru aceasta.' }
    expect(
      (await office.call(office.ana, 'POST', '/api/admission-appeals/create', late)).failure,
    ).toMatchObject({
      fields: {
        registrationId: [{ code: expect.stringMatching(/^resultAppeal\.(once|tooLate)$/) }],
      },
    })
  })

  test('payment confirms a fee-paying place and balances its account, and a second file does not book it again', async () => {
    const programmes = await office.call<{ list: { id: string; specializationId: string }[] }>(
      office.admin,
      'GET',
      '/api/admission-programmes',
    )
    const letters = programmes.data.list.find(
      ({ specializationId }) => specializationId === office.philologyId,
    )?.id
    await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
      id: letters,
      confirmationFee: 150,
    })
    const id = ids.second ?? ''
    expect((await readApplication(office.context, id)).confirmationFee).toEqual({
      amount: 150,
      account: null,
      resultsOn: null,
    })
    await expect(confirmApplicantPlace(office.context, id)).rejects.toMatchObject({
      details: { fields: { _: [{ code: 'place.feeUnpaid' }] } },
    })
    expect(
      (await office.call(office.ana, 'POST', `/api/registrations/${id}/actions/confirmPlace`))
        .failure,
    ).toMatchObject({
      fields: { _: [{ code: 'place.feeUnpaid' }] },
    })
    const pay = (amount: number, receiptNumber: string) =>
      office.call(office.ana, 'POST', '/api/finances/create', {
        ...{
          registrationId: id,
          direction: 'payment',
          kind: 'matriculation',
          amount,
          description: 'Taxă de confirmare',
        },
        ...{ bookedOn: office.now().toISOString().slice(0, 10), method: 'transfer', receiptNumber },
      })
    expect((await pay(100, 'OP-1')).status).toBe(201)
    expect((await readApplication(office.context, id)).confirmationFee).toMatchObject({
      amount: 50,
    })
    expect((await pay(50, 'OP-2')).status).toBe(201)
    expect(await office.getApplication(id)).toMatchObject({
      confirmedAt: office.now().toISOString(),
    })
    expect((await readApplication(office.context, id)).confirmationFee).toBeUndefined()
    expect((await pay(50, 'OP-2')).status).toBe(409)
    const { data } = await office.call<{ list: { direction: string; amount: number }[] }>(
      office.ana,
      'GET',
      '/api/finances?sort=amount',
    )
    expect(data.list.map(({ direction, amount }) => [direction, amount])).toEqual([
      ['payment', 50],
      ['payment', 100],
      ['charge', 150],
    ])
  })

  test('an applicant who has not confirmed gets one reminder, two days before the deadline and never later', async () => {
    const id = await office.addGradedApplication(
      { average: 9.9 },
      { fundingPreference: 'budget', specializationId: office.historyId },
    )
    await office.call(office.admin, 'PATCH', '/api/admission-rounds/update', {
      id: office.roundId,
      confirmBy: '2026-07-30',
    })
    await release()
    expect(await remindToConfirmPlaces(office.context)).toBe(0)
    for (
      let waited = 0;
      (await remindToConfirmPlaces(office.context)) === 0 && waited < 12;
      waited++
    ) {
      office.wait(day)
      await recordClockTime(office.context)
    }
    expect(await kinds(id)).toEqual(['placeOffered', 'placeReminder'])
    expect(await remindToConfirmPlaces(office.context)).toBe(0)
    expect(office.now().toISOString().slice(0, 10)).toBe('2026-07-28')
    await confirmApplicantPlace(office.context, id)
    office.wait(4 * day)
    await recordClockTime(office.context)
    expect(await revokeUnconfirmedPlaces(office.context)).toBe(0)
  })

  test('the waiting lists end on the day after their last day, with one email to each applicant without a place, and dates after that day are refused', async () => {
    const waiting = await office.addGradedApplication(
      { average: 5 },
      { fundingPreference: 'budget', specializationId: office.historyId },
    )
    const unranked = await office.addGradedApplication({ average: 6 })
    await office.context.database.query(
      'update registrations set grades_checked_at = null where id = $1',
      [unranked],
    )
    await release()
    const states = () =>
      Promise.all(
        [waiting, unranked].map(
          async (id) => (await readApplication(office.context, id)).state.state,
        ),
      )
    expect(await states()).toEqual(['waiting', 'notRanked'])
    const newcomer = await office.addGradedApplication({ average: 9 })
    const setEnd = (waitingEndsOn: string) =>
      office.call(office.admin, 'PATCH', '/api/admission-sessions/update', {
        ...{ id: office.sessionId, waitingEndsOn },
      })
    expect((await setEnd('2026-07-29')).failure).toMatchObject({
      fields: {
        waitingEndsOn: [{ code: 'admission.dates.before.round', params: { round: 'Etapa I' } }],
      },
    })
    const end = office.now().toISOString().slice(0, 10)
    expect((await setEnd(end)).status).toBe(200)
    const round = { id: office.roundId, confirmBy: '2026-12-01' }
    expect(
      (await office.call(office.admin, 'PATCH', '/api/admission-rounds/update', round)).failure,
    ).toMatchObject({
      fields: { confirmBy: [{ code: 'admission.dates.after.waitingEndsOn' }] },
    })
    expect(await endWaitingLists(office.context)).toBe(0)
    office.wait(day)
    await recordClockTime(office.context)
    expect(await endWaitingLists(office.context)).toBeGreaterThanOrEqual(2)
    expect(await endWaitingLists(office.context)).toBe(0)
    expect(await states()).toEqual(['notAdmitted', 'notAdmitted'])
    expect(await kinds(waiting)).toEqual(['waiting', 'notAdmitted'])
    expect(await office.getApplication(waiting)).toMatchObject({
      status: 'declined',
      reasonCode: 'no_places',
    })
    // An application without a result is for staff to decide.
    expect((await office.getApplication(newcomer)).status).not.toBe('declined')
  })
})
