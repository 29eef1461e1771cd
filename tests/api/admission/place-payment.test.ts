/** Confirmed applicants who are moved to a place with a confirmation fee. */
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WirePlaceAnswer } from '#resources/admission/wire-merit.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import {
  restoreWithdrawnApplication,
  withdrawByApplicant,
} from '#server/admission/applicant/withdraw.ts'
import { composeAdmissionMail } from '#server/admission/mails/compose.ts'
import { applyReleasedDrafts } from '#server/admission/ranking/apply-released.ts'
import {
  confirmApplicantPlace,
  remindToConfirmPlaces,
  revokeUnconfirmedPlaces,
} from '#server/admission/ranking/confirm.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

describe.each(engines)('a move to a place with a fee on $engine', ({ open }) => {
  let office: RankingApp
  let secondRound: string
  /** The holder of the state-funded place in philology, and the applicant who waits for it. */
  let holder: string
  let id: string
  beforeEach(async () => {
    office = await startRankingApp(open, { fee: 0 })
    secondRound = await office.createRecord('admission-rounds', {
      ...{ admissionSessionId: office.sessionId, name: 'Etapa a II-a', number: 2 },
      ...{ resultsOn: '2026-07-28', confirmBy: '2026-07-30' },
    })
    await setFee(office.historyId, 200)
    await setFee(office.philologyId, 300)
    holder = await office.addGradedApplication({ average: 10 })
    id = await office.addGradedApplication({ average: 9 })
    await office.createRecord('application-choices', {
      ...{ registrationId: id, position: 2, specializationId: office.historyId },
      fundingPreference: 'budget',
    })
    await office.releaseResults(office.roundId)
    await office.sendNotifications()
    expect(await office.placeOf(id)).toBe('history budget')
    expect(await pay(200, 'OP-1')).toBe(201)
    await answer({ mode: 'moveUp', agreedToPay: true, consented: [philology()] })
  })
  afterEach(() => office.close())

  const philology = () => ({ specializationId: office.philologyId, kind: 'budget' })

  async function setFee(specializationId: string, confirmationFee: number) {
    const { data } = await office.call<{ list: { id: string; specializationId: string }[] }>(
      ...([office.admin, 'GET', '/api/admission-programmes'] as const),
    )
    const programme = data.list.find((one) => one.specializationId === specializationId)
    await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
      ...{ id: programme?.id, confirmationFee },
    })
  }

  async function answer(values: Partial<WirePlaceAnswer>) {
    const { placeQuestion } = await readApplication(office.context, id)
    await confirmApplicantPlace(office.context, id, {
      ...{ mode: 'keep', consented: [], agreedToPay: false, shown: placeQuestion?.shown ?? '' },
      ...values,
    })
  }

  const goTo = (instant: string) => office.wait(Date.parse(instant) - office.now().getTime())
  const leave = (applicationId: string) =>
    office.updateStatus(office.admin, {
      ...{ id: applicationId, status: 'declined', reasonCode: 'other' },
      issueExplanation: 'S-a răzgândit.',
    })

  /** The holder leaves, and results of the second round that move the applicant are released. */
  async function releaseMove() {
    await leave(holder)
    goTo('2026-07-28T08:00:00Z')
    await office.releaseResults(secondRound)
  }
  async function move() {
    await releaseMove()
    await office.sendNotifications()
    expect(await office.placeOf(id)).toBe('letters budget')
  }

  const pay = async (amount: number, receiptNumber: string, caller = office.ana) =>
    (
      await office.call(caller, 'POST', '/api/finances/create', {
        ...{ registrationId: id, direction: 'payment', kind: 'matriculation', amount },
        ...{ bookedOn: office.now().toISOString().slice(0, 10), method: 'transfer' },
        ...{ receiptNumber, description: 'Taxă de confirmare' },
      })
    ).status

  /** The state that the applicant reads, which is also the stored one. */
  const stateName = async () => {
    const { state } = (await readApplication(office.context, id)).state
    expect(await office.getApplication(id)).toMatchObject({ placeState: state })
    return state
  }
  /** Entries in order, reversals negative. */
  const ledger = async () =>
    (
      await office.context.database.query<{ entry: string }>(
        `select direction || ' ' || case when reversal_of_id is null then '' else '-' end || amount::float8 as entry
         from finances where registration_id = $1 order by created_at, id`,
        [id],
      )
    ).map(({ entry }) => entry)
  const beforeMove = ['payment 200', 'charge 200']
  const afterMove = [...beforeMove, 'charge 300', 'charge -200']
  const mailKinds = async () => (await office.emailsOf(id)).map(({ kind }) => kind)
  const mailText = async (kind: string) => {
    const [row] = await office.context.database.query<OutboxRow>(
      'select * from outbox_mail where record_id = $1 and kind = $2 order by created_at desc, id desc limit 1',
      [id, kind],
    )
    const mail = row && (await composeAdmissionMail(office.context, row))
    return mail && `${mail.subject}\n${mail.text}`
  }
  /** Runs the work about deadlines on a day, as a program that was not stopped before. */
  async function runOn(day: string) {
    goTo(`${day}T09:00:00Z`)
    await recordClockTime(office.context)
    return {
      reminded: await remindToConfirmPlaces(office.context),
      revoked: await revokeUnconfirmedPlaces(office.context),
    }
  }

  test('books the fee of the new place and asks for what is not paid yet', async () => {
    await move()
    expect(await ledger()).toEqual(afterMove)
    const application = await readApplication(office.context, id)
    expect(application).toMatchObject({
      confirmationFee: { amount: 100 },
      state: {
        ...{ state: 'movedUpToPay', turn: 'applicant' },
        dates: [{ kind: 'payMove', date: '2026-07-30' }],
      },
    })
    expect(application.placeQuestion).toBeUndefined()
    const text = await mailText('movedUpToPay')
    expect(text).toContain('plătiți până joi, 30 iulie 2026: Filologie, buget')
    expect(text).toMatch(
      /Conform acordului din 20 iulie 2026, aveți acum Filologie, buget în loc de Istorie, buget\./,
    )
    expect(text).toMatch(/Plătiți 100.+ până joi, 30 iulie 2026 și menționați numărul/)
    const steps = application.state.milestones.slice(-2)
    expect(steps).toMatchObject([
      { step: 'confirmation', state: 'current', by: '2026-07-30' },
      { step: 'enrolment', state: 'ahead' },
    ])
    const refused = await office.call(
      ...([office.ana, 'POST', '/api/registrations/enroll-students'] as const),
      { registrationIds: [id] },
    )
    expect(refused.text).toContain('placeNotConfirmed')
  })

  test('asks for nothing if enough is paid already', async () => {
    expect(await pay(150, 'OP-2')).toBe(201)
    await move()
    expect(await ledger()).toEqual([
      ...['payment 200', 'charge 200', 'payment 150'],
      ...['charge 300', 'charge -200'],
    ])
    expect(await stateName()).toBe('movedUp')
    expect(await office.getApplication(id)).toMatchObject({ payBy: null })
    expect(await mailText('movedUp')).toContain('Locul rămâne confirmat. Nu aveți nimic de plătit.')
  })

  test('is confirmed by payments until the end of the last day', async () => {
    await move()
    goTo('2026-07-30T20:59:00Z')
    expect(await pay(60, 'OP-2')).toBe(201)
    expect(await stateName()).toBe('movedUpToPay')
    expect(await mailText('paymentBooked')).toContain('Sumă de plată')
    expect(await pay(40, 'OP-3')).toBe(201)
    expect(await stateName()).toBe('movedUp')
    expect(await mailText('paymentBooked')).toContain('Această plată confirmă locul')
    expect(await runOn('2026-07-31')).toEqual({ reminded: 0, revoked: 0 })
    expect(await office.placeOf(id)).toBe('letters budget')
  })

  test('is confirmed if the office takes back the charge', async () => {
    await move()
    const [charge] = await office.context.database.query<{ id: string }>(
      'select id from finances where registration_id = $1 and amount = 300',
      [id],
    )
    const reversed = await office.call(
      ...([office.ana, 'POST', `/api/finances/${charge?.id}/actions/reverse`] as const),
      { why: 'Scutire' },
    )
    expect(reversed.status).toBe(200)
    expect(await stateName()).toBe('movedUp')
  })

  test('is lost on the day after the last one, after a reminder, and the charge is taken back', async () => {
    await move()
    expect(await runOn('2026-07-29')).toEqual({ reminded: 1, revoked: 0 })
    expect(await mailText('payReminder')).toMatch(/Taxa pentru Filologie, buget .+ plătită/)
    expect(await runOn('2026-07-30')).toEqual({ reminded: 0, revoked: 0 })
    // The clock is ahead of what the program last knew.
    goTo('2026-09-15T09:00:00Z')
    expect(await revokeUnconfirmedPlaces(office.context)).toBe(0)
    expect(await runOn('2026-07-31')).toEqual({ reminded: 0, revoked: 1 })
    expect(await runOn('2026-07-31')).toEqual({ reminded: 0, revoked: 0 })
    expect(await office.getApplication(id)).toMatchObject({
      ...{ status: 'declined', reasonCode: 'place_not_paid' },
      ...{ wonSpecializationId: null, confirmedAt: null, payBy: null },
    })
    expect(await ledger()).toEqual([...afterMove, 'charge -300'])
    expect(await stateName()).toBe('placeLost')
    expect(await readApplication(office.context, id)).toMatchObject({
      state: { sentence: 'application:placeLost.sentenceUnpaid' },
    })
    expect(await mailText('placeLost')).toContain(
      'Nu ați plătit taxa pentru locul la Filologie, buget până joi, 30 iulie 2026',
    )
    expect((await mailKinds()).filter((kind) => kind === 'placeLost')).toHaveLength(1)
  })

  test('is given up by a withdrawal, which takes back the charge, and comes back with the charge', async () => {
    await move()
    await withdrawByApplicant(office.context, id)
    expect(await ledger()).toEqual([...afterMove, 'charge -300'])
    expect(await stateName()).toBe('withdrawn')
    await restoreWithdrawnApplication(office.context, id)
    expect(await ledger()).toEqual([...afterMove, 'charge -300', 'charge 300'])
    expect(await readApplication(office.context, id)).toMatchObject({
      ...{ state: { state: 'movedUpToPay' }, confirmationFee: { amount: 100 } },
    })
    expect(await pay(100, 'OP-2')).toBe(201)
    expect(await stateName()).toBe('movedUp')
    // Payments are not taken back.
    await withdrawByApplicant(office.context, id)
    expect((await ledger()).slice(-2)).toEqual(['charge 300', 'payment 100'])
  })

  test('is paid for by a payment that arrives while the application is withdrawn', async () => {
    await move()
    await withdrawByApplicant(office.context, id)
    expect(await pay(100, 'OP-2')).toBe(201)
    expect(await stateName()).toBe('withdrawn')
    await restoreWithdrawnApplication(office.context, id)
    expect(await stateName()).toBe('movedUp')
    expect((await ledger()).slice(-2)).toEqual(['payment 100', 'charge 300'])
  })

  test('is taken away by the office, which takes back the charge, until the office undoes it', async () => {
    await move()
    expect((await leave(id)).status).toBe(200)
    expect(await ledger()).toEqual([...afterMove, 'charge -300'])
    const [reversal] = await office.context.database.query<{ reason: string }>(
      'select reversal_reason as reason from finances where registration_id = $1 order by created_at desc, id desc limit 1',
      [id],
    )
    expect(reversal?.reason).toBe('Cererea nu mai are locul')
    const undone = await office.call(
      ...([office.admin, 'POST', `/api/registrations/${id}/undo`] as const),
      {},
    )
    expect(undone.status).toBe(200)
    expect(await ledger()).toEqual([...afterMove, 'charge -300', 'charge 300'])
    expect(await stateName()).toBe('movedUpToPay')
  })

  test('is charged once if a withdrawal and the last day come together', async () => {
    await move()
    goTo('2026-07-31T09:00:00Z')
    await recordClockTime(office.context)
    await Promise.allSettled([
      withdrawByApplicant(office.context, id),
      revokeUnconfirmedPlaces(office.context),
    ])
    expect(await ledger()).toEqual([...afterMove, 'charge -300'])
    expect(await office.getApplication(id)).toMatchObject({ status: 'declined' })
  })

  test('gives two days to pay if the round has no last day', async () => {
    await office.context.database.query(
      'update admission_rounds set confirm_by = null where number = 2',
    )
    await move()
    expect(await office.getApplication(id)).toMatchObject({ payBy: '2026-07-30' })
  })

  test('is paid once if two members of staff book the payment, and if it arrives with the results', async () => {
    await releaseMove()
    office.wait(3 * 60_000)
    await Promise.all([
      applyReleasedDrafts(office.context),
      applyReleasedDrafts(office.context),
      pay(100, 'OP-2'),
      pay(100, 'OP-2', office.admin),
    ])
    await applyReleasedDrafts(office.context)
    expect(await office.placeOf(id)).toBe('letters budget')
    expect(await office.getApplication(id)).toMatchObject({ payBy: null })
    expect(await stateName()).toBe('movedUp')
    expect((await ledger()).toSorted()).toEqual([...afterMove, 'payment 100'].toSorted())
    expect((await mailKinds()).filter((kind) => kind.startsWith('movedUp'))).toHaveLength(1)
  })

  test('happens as a whole after a failure between the places and the emails', async () => {
    await releaseMove()
    office.wait(3 * 60_000)
    await office.context.database.query('alter table outbox_mail rename to outbox_mail_away')
    await expect(applyReleasedDrafts(office.context)).rejects.toThrow()
    await office.context.database.query('alter table outbox_mail_away rename to outbox_mail')
    expect(await office.placeOf(id)).toBe('history budget')
    expect(await ledger()).toEqual(beforeMove)
    await applyReleasedDrafts(office.context)
    await applyReleasedDrafts(office.context)
    expect(await office.placeOf(id)).toBe('letters budget')
    expect(await ledger()).toEqual(afterMove)
    expect((await mailKinds()).filter((kind) => kind === 'movedUpToPay')).toHaveLength(1)
  })

  test('does not happen if the answer changes in the last second', async () => {
    await leave(holder)
    goTo('2026-07-25T20:59:00Z')
    const { id: draftId } = await office.computeDraft(secondRound)
    goTo('2026-07-25T20:59:59Z')
    await answer({ mode: 'keep' })
    const refused = await office.runTransition(office.admin, draftId, 'release')
    expect(refused.failure).toMatchObject({ fields: { _: [{ code: 'ranking.stale' }] } })
    goTo('2026-07-28T09:00:00Z')
    await office.releaseResults(secondRound)
    await office.sendNotifications()
    expect(await office.placeOf(id)).toBe('history budget')
    expect(await ledger()).toEqual(beforeMove)
  })

  test('costs what was agreed to, even if the fee is raised between the release and the notification', async () => {
    await releaseMove()
    await setFee(office.philologyId, 900)
    await office.sendNotifications()
    expect(await ledger()).toEqual(afterMove)
    expect(await readApplication(office.context, id)).toMatchObject({
      confirmationFee: { amount: 100 },
    })
  })

  test('is kept in later results while it is to be paid for', async () => {
    await move()
    await office.addGradedApplication({ average: 9.9 })
    await office.releaseResults(secondRound)
    await office.sendNotifications()
    expect(await office.placeOf(id)).toBe('letters budget')
    expect(await stateName()).toBe('movedUpToPay')
    expect(await ledger()).toEqual(afterMove)
  })

  test('does not happen without consent to the fee', async () => {
    await office.context.database.query('update place_acceptance set agreed_to_pay = false')
    await leave(holder)
    goTo('2026-07-28T09:00:00Z')
    await office.releaseResults(secondRound)
    await office.sendNotifications()
    expect(await office.placeOf(id)).toBe('history budget')
  })
})
