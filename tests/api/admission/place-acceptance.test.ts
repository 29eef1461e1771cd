/** Confirmed places in later rounds, and the answers that decide about them. */
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AcceptanceMode, ConsentedPlace } from '#resources/admission/place-acceptance.ts'
import type { WirePlaceAnswer, WirePlaceQuestion } from '#resources/admission/wire-merit.ts'
import { registrations } from '#resources/registrations.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { composeAdmissionMail } from '#server/admission/mails/compose.ts'
import { storeAcceptances } from '#server/admission/ranking/acceptances.ts'
import { confirmApplicantPlace } from '#server/admission/ranking/confirm.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

/** As confirmations were stored before applicants were asked. */
const confirmWithoutAnswer = (office: RankingApp, id: string) =>
  recordsOf(office.context).applyInternalChange(systemPermit('demo', registrations, 'update'), {
    ...{ id, action: 'update' },
    values: () => ({ confirmedAt: office.now().toISOString() }),
  })

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
    await office.releaseResults()
    await office.sendNotifications()
  }

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
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(office, one)
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
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(office, one)
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
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(office, one)
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
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(office, one)
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
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(office, one)
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
    for (const one of [budgetHolder, feeHolder, id]) await confirmWithoutAnswer(office, one)
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

describe.each(engines)('the question whether a place is kept on $engine', ({ open }) => {
  let office: RankingApp
  let budgetHolder: string
  let feeHolder: string
  let id: string
  beforeEach(async () => {
    office = await startRankingApp(open)
    await office.createRecord('admission-rounds', {
      ...{ admissionSessionId: office.sessionId, name: 'Etapa a II-a', number: 2 },
      ...{ resultsOn: '2026-07-28', confirmBy: '2026-07-30' },
    })
    await setTuition(6000)
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

  const setTuition = (tuitionFee: number) =>
    office.call(office.admin, 'PATCH', '/api/specializations/update', {
      ...{ id: office.philologyId, tuitionFee },
    })

  const setEnrolment = (enrolUntil: string) =>
    office.call(office.admin, 'PATCH', '/api/admission-sessions/update', {
      ...{ id: office.sessionId, enrolUntil },
    })

  async function setConfirmationFee(specializationId: string, confirmationFee: number | null) {
    const { data } = await office.call<{ list: { id: string; specializationId: string }[] }>(
      office.admin,
      'GET',
      '/api/admission-programmes',
    )
    const programme = data.list.find((one) => one.specializationId === specializationId)
    await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
      ...{ id: programme?.id, confirmationFee },
    })
  }

  async function release() {
    await office.releaseResults()
    await office.sendNotifications()
  }

  async function question() {
    const { placeQuestion } = await readApplication(office.context, id)
    if (!placeQuestion) throw new Error('The application has no question.')
    return placeQuestion
  }

  const philology = (kind: 'budget' | 'fee') => ({ specializationId: office.philologyId, kind })

  /** Answers with what is shown now. */
  const answer = async (values: Partial<WirePlaceAnswer>) =>
    confirmApplicantPlace(office.context, id, {
      ...{ mode: 'keep', consented: [], agreedToPay: false, shown: (await question()).shown },
      ...values,
    })

  const storedAnswers = () =>
    office.context.database.query<{ mode: string; actor_kind: string }>(
      'select mode, consented, agreed_to_pay, actor_kind from place_acceptance where registration_id = $1 order by at, id',
      [id],
    )

  test('shows the place and the higher choices with their costs', async () => {
    expect(await question()).toMatchObject({
      held: { programme: 'Istorie', kind: 'budget', number: 2, tuition: null },
      ...{ choiceCount: 2, until: '2026-07-25', isOpen: true, nextResultsOn: '2026-07-28' },
      higher: [
        { ...philology('budget'), number: 1, tuition: null, costsMore: false },
        { ...philology('fee'), number: 1, tuition: 6000, costsMore: true },
      ],
      answer: null,
    })
  })

  test('must be answered, and has nothing to ask of an applicant with the first choice', async () => {
    await expect(confirmApplicantPlace(office.context, id)).rejects.toMatchObject({
      code: 'acceptance.required',
    })
    await expect(answer({ mode: 'moveUp' })).rejects.toMatchObject({ code: 'acceptance.required' })
    expect((await office.getApplication(id)).status).toBe('accepted')
    expect(await storedAnswers()).toEqual([])
    await confirmApplicantPlace(office.context, budgetHolder)
    expect(await office.getApplication(budgetHolder)).toMatchObject({
      ...{ confirmedAt: office.now().toISOString(), acceptance: 'keep' },
    })
  })

  test('has nothing to ask if no later round lies ahead', async () => {
    await office.context.database.query('delete from admission_rounds where number = 2')
    expect((await question()).higher).toEqual([])
    await confirmApplicantPlace(office.context, id)
    expect(await storedAnswers()).toMatchObject([{ mode: 'keep', actor_kind: 'applicant' }])
  })

  test('stores the consent with the amounts that were shown, and the place moves in the next round', async () => {
    const consented = [philology('budget'), philology('fee')]
    await expect(answer({ mode: 'moveUp', consented })).rejects.toMatchObject({
      code: 'acceptance.moneyNotAgreed',
    })
    const confirmed = await answer({ mode: 'moveUp', consented, agreedToPay: true })
    expect(confirmed.result).toMatchObject({ confirmedAt: office.now().toISOString() })
    expect(confirmed.placeQuestion?.answer).toMatchObject({ mode: 'moveUp', agreedToPay: true })
    expect(await storedAnswers()).toEqual([
      {
        ...{ mode: 'moveUp', agreed_to_pay: true, actor_kind: 'applicant' },
        consented: [
          { ...philology('budget'), tuition: null, confirmationFee: null },
          { ...philology('fee'), tuition: 6000, confirmationFee: null },
        ],
      },
    ])
    expect(await office.getApplication(id)).toMatchObject({ acceptance: 'moveUp' })
    await confirmApplicantPlace(office.context, budgetHolder)
    await office.updateStatus(office.admin, {
      ...{ id: feeHolder, status: 'declined', reasonCode: 'other' },
      issueExplanation: 'S-a răzgândit.',
    })
    await release()
    expect(await office.placeOf(id)).toBe('letters fee')
  })

  test('refuses choices that are not above the place', async () => {
    await expect(
      answer({
        mode: 'moveUp',
        consented: [{ specializationId: office.historyId, kind: 'budget' }],
      }),
    ).rejects.toMatchObject({ code: 'acceptance.notHigher' })
  })

  test('refuses an answer to places or amounts that have changed since', async () => {
    const { shown } = await question()
    await setTuition(6500)
    await expect(
      answer({ mode: 'moveUp', consented: [philology('budget')], shown }),
    ).rejects.toMatchObject({ code: 'acceptance.stale' })
    expect(await storedAnswers()).toEqual([])
  })

  test('can be answered again until the end of the last day, both ways', async () => {
    await answer({ mode: 'keep' })
    await answer({ mode: 'moveUp', consented: [philology('budget')] })
    // A repeated answer is stored once.
    await answer({ mode: 'moveUp', consented: [philology('budget')] })
    office.wait(new Date('2026-07-25T20:59:59Z').getTime() - office.now().getTime())
    await answer({ mode: 'keep' })
    expect((await storedAnswers()).map(({ mode }) => mode)).toEqual(['keep', 'moveUp', 'keep'])
    const timeline = (await readApplication(office.context, id)).timeline.map(({ type }) => type)
    expect(timeline.slice(0, 3)).toEqual(['placeAnswered', 'placeAnswered', 'placeConfirmed'])
    office.wait(1000)
    await expect(
      answer({ mode: 'moveUp', consented: [philology('budget')] }),
    ).rejects.toMatchObject({ code: 'acceptance.closed' })
    expect(await office.getApplication(id)).toMatchObject({ acceptance: 'keep' })
  })

  test('is written to the applicant after each answer, unless another one followed', async () => {
    const mailText = async (kind: string) => {
      const [row] = await office.context.database.query<OutboxRow>(
        'select * from outbox_mail where record_id = $1 and kind = $2 order by created_at desc, id desc limit 1',
        [id, kind],
      )
      return row ? ((await composeAdmissionMail(office.context, row))?.text ?? null) : undefined
    }
    await answer({
      ...{ mode: 'moveUp', consented: [philology('fee')], agreedToPay: true },
    })
    expect(await mailText('placeConfirmed')).toBeUndefined()
    const text = await mailText('placeMayMoveUp')
    expect(text).toContain('Istorie, buget')
    expect(text).toMatch(/o primiți:\s+- Filologie, cu taxă\s+Ați fost de acord/)
    expect(text).toContain('Puteți schimba acest răspuns pe pagina de stare până')
    expect(text).toContain('Următoarele rezultate se afișează')
    await answer({ mode: 'keep' })
    expect(await mailText('placeMayMoveUp')).toBeNull()
    expect(await mailText('placeConfirmed')).toContain(
      'Îl păstrați, iar celelalte opțiuni sunt închise.',
    )
    expect(await mailText('placeConfirmed')).not.toContain('Înmatricularea: până')
    await setEnrolment('2026-08-14')
    const dated = 'Înmatricularea: până vineri, 14 august 2026.'
    expect((await mailText('placeConfirmed'))?.split(dated)).toHaveLength(3)
    await setEnrolment('2026-07-30')
    office.wait(new Date('2026-07-30T21:00:00Z').getTime() - office.now().getTime())
    expect(await mailText('placeConfirmed')).not.toContain('Înmatricularea: până')
    const kinds = (await office.emailsOf(id)).map(({ kind }) => kind)
    expect(kinds.slice(-2)).toEqual(['placeMayMoveUp', 'placeConfirmed'])
  })

  test('can be changed ten times', async () => {
    for (let change = 0; change <= 10; change++)
      await answer(
        change % 2 === 0 ? { mode: 'keep' } : { mode: 'moveUp', consented: [philology('budget')] },
      )
    await expect(
      answer({ mode: 'moveUp', consented: [philology('budget')] }),
    ).rejects.toMatchObject({ code: 'acceptance.tooMany' })
    expect(await storedAnswers()).toHaveLength(11)
  })

  test('is answered by two devices one after the other, and the newest answer counts even if the clock goes back', async () => {
    // The slower device has to look again, because the place was confirmed in the meantime.
    const answers = await Promise.allSettled([
      answer({ mode: 'keep' }),
      answer({ mode: 'moveUp', consented: [philology('budget')] }),
    ])
    expect(answers).toContainEqual(expect.objectContaining({ status: 'fulfilled' }))
    for (const one of answers)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'acceptance.stale' })
    const stored = await storedAnswers()
    expect(stored).toHaveLength(answers.filter(({ status }) => status === 'fulfilled').length)
    expect(await office.getApplication(id)).toMatchObject({ acceptance: stored.at(-1)?.mode })
    await answer({ mode: 'keep' })
    office.wait(-60_000)
    await answer({ mode: 'moveUp', consented: [philology('budget')] })
    expect((await question()).answer).toMatchObject({ mode: 'moveUp' })
  })

  test('cannot be answered again once the next results are about to be announced', async () => {
    for (const one of [budgetHolder, feeHolder]) await confirmWithoutAnswer(office, one)
    await answer({ mode: 'moveUp', consented: [philology('budget')] })
    await office.releaseResults()
    await expect(answer({ mode: 'keep' })).rejects.toMatchObject({ code: 'acceptance.closed' })
  })

  test('is refused while released results are about to change the place, which is then asked about', async () => {
    await confirmWithoutAnswer(office, feeHolder)
    await office.updateStatus(office.admin, {
      ...{ id: budgetHolder, status: 'declined', reasonCode: 'other' },
      issueExplanation: 'S-a răzgândit.',
    })
    await office.releaseResults()
    await expect(answer({ mode: 'keep' })).rejects.toMatchObject({
      code: 'acceptance.resultsPending',
    })
    await office.sendNotifications()
    expect(await office.placeOf(id)).toBe('letters fee')
    await answer({ mode: 'keep', agreedToPay: true })
    expect(await office.getApplication(id)).toMatchObject({ placeState: 'confirmed' })
  })

  test('is answered before the fee is paid, and the payment confirms the place', async () => {
    await setConfirmationFee(office.historyId, 200)
    await expect(confirmApplicantPlace(office.context, id)).rejects.toMatchObject({
      code: 'transition.refused',
    })
    const answered = await answer({ mode: 'moveUp', consented: [philology('budget')] })
    expect(answered).toMatchObject({
      ...{ result: { confirmedAt: null }, placeQuestion: { answer: { mode: 'moveUp' } } },
    })
    await payFee()
    expect(await office.getApplication(id)).toMatchObject({ acceptance: 'moveUp' })
    expect((await storedAnswers()).map(({ mode }) => mode)).toEqual(['moveUp'])
  })

  test('is answered with keep by a payment without an answer, also on the last day, and by staff', async () => {
    await setConfirmationFee(office.historyId, 200)
    office.wait(new Date('2026-07-25T20:59:00Z').getTime() - office.now().getTime())
    await payFee()
    expect(await office.getApplication(id)).toMatchObject({ acceptance: 'keep' })
    expect(await storedAnswers()).toMatchObject([{ mode: 'keep', actor_kind: 'system' }])
    await office.call(office.ana, 'POST', `/api/registrations/${feeHolder}/actions/confirmPlace`)
    expect(await office.getApplication(feeHolder)).toMatchObject({ acceptance: 'keep' })
  })

  async function payFee() {
    const paid = await office.call(office.ana, 'POST', '/api/finances/create', {
      ...{ registrationId: id, direction: 'payment', kind: 'matriculation', amount: 200 },
      ...{ bookedOn: office.now().toISOString().slice(0, 10), method: 'transfer' },
      ...{ receiptNumber: 'OP-1', description: 'Taxă de confirmare' },
    })
    expect(paid.status).toBe(201)
    expect((await office.getApplication(id)) as object).toMatchObject({
      confirmedAt: office.now().toISOString(),
    })
  }

  describe('and is confirmed by staff', () => {
    const read = (caller = office.ana) =>
      office.call<{ question: WirePlaceQuestion | null }>(
        caller,
        'GET',
        `/api/registrations/${id}/place-question`,
      )
    const confirm = async (told: object) =>
      office.call(office.ana, 'POST', `/api/registrations/${id}/actions/confirmPlace`, {
        answer: { shown: (await read()).data.question?.shown, told: 'inPerson', ...told },
      })
    const storedTold = () =>
      office.context.database.query(
        'select mode, told, consented, agreed_to_pay, actor_id from place_acceptance where registration_id = $1',
        [id],
      )

    test('who record the answer, only with choices that cost no more, and how it was given', async () => {
      expect((await read()).data.question).toEqual(await question())
      await office.call(office.admin, 'PATCH', '/api/specializations/update', {
        ...{ id: office.philologyId, nameEn: 'Philology' },
      })
      const inEnglish = (await read({ ...office.ana, language: 'en' })).data.question
      expect(inEnglish?.higher[0]?.programme).toBe('Philology')
      // The language does not change what was shown.
      expect(inEnglish?.shown).toBe((await question()).shown)
      for (const caller of [office.professor, office.student])
        expect((await read(caller)).status).toBe(403)
      expect((await confirm({ mode: 'moveUp', told: 'inWriting' })).status).toBe(200)
      expect(await storedTold()).toEqual([
        {
          ...{ mode: 'moveUp', told: 'inWriting', agreed_to_pay: false },
          consented: [{ ...philology('budget'), tuition: null, confirmationFee: null }],
          actor_id: office.ana.id,
        },
      ])
      const { acceptance, confirmedAt, timeline } = await office.getApplication(id)
      expect({ acceptance, confirmedAt }).toEqual({
        ...{ acceptance: 'moveUp', confirmedAt: office.now().toISOString() },
      })
      expect(timeline[0]).toMatchObject({
        ...{ type: 'placeConfirmed', actor: { name: 'Ana Pop' }, payload: { told: 'inWriting' } },
      })
      expect((await office.emailsOf(id)).at(-1)?.kind).toBe('placeMayMoveUp')
      expect((await question()).answer).toMatchObject({ mode: 'moveUp', agreedToPay: false })
    })

    test('who cannot agree to costs, or record an answer to another question', async () => {
      expect((await confirm({ mode: 'keep', agreedToPay: true })).status).toBe(400)
      expect((await confirm({ mode: 'keep', told: undefined })).status).toBe(400)
      const shown = (await question()).shown
      await setTuition(6500)
      expect((await confirm({ mode: 'keep', shown })).failure).toMatchObject({
        ...{ code: 'input.invalid', fields: { _: [{ code: 'place.changed' }] } },
      })
      await setConfirmationFee(office.philologyId, 300)
      expect((await confirm({ mode: 'moveUp' })).failure).toMatchObject({
        fields: { _: [{ code: 'place.noFreeChoice' }] },
      })
      expect(await storedTold()).toEqual([])
      expect(await office.getApplication(id)).toMatchObject({ confirmedAt: null, acceptance: null })
    })

    test('of many at once, who keep their places unless they answered themselves', async () => {
      await setConfirmationFee(office.historyId, 200)
      await answer({ mode: 'moveUp', consented: [philology('budget')] })
      await setConfirmationFee(office.historyId, null)
      const { items } = await bulkCalls(office).done(
        office.ana,
        'registrations',
        { ids: [budgetHolder, feeHolder, id] },
        { action: 'confirmPlace' },
      )
      expect(items.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
      expect(await office.getApplication(feeHolder)).toMatchObject({ acceptance: 'keep' })
      expect(await office.getApplication(id)).toMatchObject({ acceptance: 'moveUp' })
      expect(await storedTold()).toMatchObject([{ mode: 'moveUp', told: null, actor_id: null }])
    })
  })

  describe('and is changed by staff', () => {
    const change = (
      placeAnswer: string,
      placeAnswerReason = 'Cerere scrisă',
      caller = office.ana,
    ) =>
      office.call(caller, 'POST', `/api/registrations/${id}/actions/changePlaceAnswer`, {
        ...{ placeAnswer, placeAnswerReason },
      })
    const afterDeadline = () =>
      office.wait(new Date('2026-07-25T21:00:00Z').getTime() - office.now().getTime())

    test('after the deadline, without consent to pay more, and the reason is for staff', async () => {
      await answer({ mode: 'keep' })
      afterDeadline()
      const draft = await office.computeDraft()
      expect((await change('moveUpFree')).status).toBe(200)
      expect(await office.getDraftPart(draft.id, 'status')).toMatchObject({ isStale: true })
      expect((await storedAnswers()).at(-1)).toEqual({
        ...{ mode: 'moveUp', agreed_to_pay: false, actor_kind: 'staff' },
        consented: [{ ...philology('budget'), tuition: null, confirmationFee: null }],
      })
      const { acceptance, timeline } = await office.getApplication(id)
      expect(acceptance).toBe('moveUp')
      expect(timeline[0]).toMatchObject({
        ...{ type: 'placeAnswered', note: 'Cerere scrisă', actor: { name: 'Ana Pop' } },
      })
      const shown = await readApplication(office.context, id)
      expect(shown.timeline[0]).toMatchObject({ type: 'placeAnswered', isOwn: false })
      expect(JSON.stringify(shown)).not.toContain('Cerere scrisă')
      for (const one of [budgetHolder, feeHolder])
        await office.updateStatus(office.admin, {
          ...{ id: one, status: 'declined', reasonCode: 'other' },
          issueExplanation: 'S-a răzgândit.',
        })
      await release()
      expect(await office.placeOf(id)).toBe('letters budget')
    })

    test('who take back the consent to pay more, and the answer of an applicant without changes left', async () => {
      for (let count = 0; count <= 10; count++)
        await answer(
          count % 2 === 1
            ? { mode: 'keep' }
            : {
                ...{ mode: 'moveUp', agreedToPay: true },
                consented: [philology('budget'), philology('fee')],
              },
        )
      expect((await change('moveUpFree')).status).toBe(200)
      expect((await question()).answer).toMatchObject({
        ...{ mode: 'moveUp', agreedToPay: false, consented: [philology('budget')] },
      })
      expect((await change('keep', 'Rămâne aici', office.admin)).status).toBe(200)
      expect(await office.getApplication(id)).toMatchObject({ acceptance: 'keep' })
      expect(await storedAnswers()).toHaveLength(13)
      const kinds = (await office.emailsOf(id)).map(({ kind }) => kind)
      expect(kinds.slice(-2)).toEqual(['placeMayMoveUp', 'placeConfirmed'])
    })

    test('only with a reason, by staff, and once the place is confirmed', async () => {
      expect((await change('keep')).failure).toMatchObject({ code: 'transition.refused' })
      await answer({ mode: 'moveUp', consented: [philology('budget')] })
      expect((await change('keep', '')).failure).toMatchObject({
        fields: { placeAnswerReason: [{ code: 'required' }] },
      })
      expect((await change('moveUp')).status).toBe(400)
      for (const caller of [office.professor, office.student])
        expect((await change('keep', 'Pentru mine', caller)).status).toBe(403)
      expect((await change('moveUpFree')).failure).toMatchObject({
        fields: { placeAnswer: [{ code: 'place.sameAnswer' }] },
      })
      expect(await storedAnswers()).toHaveLength(1)
    })

    test('not to choices that cost more, or if there is no later round', async () => {
      await setConfirmationFee(office.philologyId, 300)
      await answer({ mode: 'keep' })
      expect((await change('moveUpFree')).failure).toMatchObject({
        fields: { placeAnswer: [{ code: 'place.noFreeChoice' }] },
      })
      await office.context.database.query('delete from admission_rounds where number = 2')
      expect((await change('moveUpFree')).failure).toMatchObject({
        fields: { placeAnswer: [{ code: 'place.noFreeChoice' }] },
      })
      expect(await storedAnswers()).toHaveLength(1)
    })

    test('not while released results wait for their notifications', async () => {
      for (const one of [budgetHolder, feeHolder]) await confirmWithoutAnswer(office, one)
      await answer({ mode: 'moveUp', consented: [philology('budget')] })
      await office.releaseResults()
      expect((await change('keep')).failure).toMatchObject({
        ...{ code: 'transition.refused', fields: { _: [{ code: 'place.resultsPending' }] } },
      })
      await office.sendNotifications()
      expect((await change('keep')).status).toBe(200)
    })
  })

  describe('and contains a choice whose costs are raised afterwards', () => {
    const mailText = async () => {
      const [row] = await office.context.database.query<OutboxRow>(
        "select * from outbox_mail where record_id = $1 and kind = 'consentVoid' order by created_at desc, id desc limit 1",
        [id],
      )
      const mail = row && (await composeAdmissionMail(office.context, row))
      return mail && `${mail.subject}\n${mail.text}`
    }
    const mailCount = async () =>
      (await office.emailsOf(id)).filter(({ kind }) => kind === 'consentVoid').length
    const voided = async () =>
      (await question()).higher.filter(({ isConsentVoid }) => isConsentVoid).map(({ kind }) => kind)
    /** The holder of a place leaves, and new results are released. */
    async function releaseWithout(applicationId: string) {
      await office.updateStatus(office.admin, {
        ...{ id: applicationId, status: 'declined', reasonCode: 'other' },
        issueExplanation: 'S-a răzgândit.',
      })
      await release()
    }

    test('asks again for a raised tuition, with one email for each change, and moves after a new answer', async () => {
      for (const one of [budgetHolder, feeHolder]) await confirmWithoutAnswer(office, one)
      const consented = [philology('fee')]
      await answer({ mode: 'moveUp', agreedToPay: true, consented })
      await setTuition(5900)
      expect([await voided(), await mailCount()]).toEqual([[], 0])
      await setTuition(6500)
      await setTuition(6500)
      expect([await voided(), await mailCount()]).toEqual([['fee'], 1])
      const text = await mailText()
      expect(text).toContain('Taxa s-a schimbat: mai doriți să treceți pe acest loc?')
      expect(text).toMatch(
        /Ați fost de acord cu 6\.000.+ pe an pentru Filologie, cu taxă\. Acum taxa este 6\.500/,
      )
      await setTuition(7000)
      expect(await mailCount()).toBe(2)
      // After the usual last day, only the applicants who are asked again can answer.
      office.wait(new Date('2026-07-26T09:00:00Z').getTime() - office.now().getTime())
      expect(await question()).toMatchObject({ isOpen: true, until: '2026-07-27' })
      expect(await mailText()).toContain(
        'decât dacă vă dați din nou acordul până luni, 27 iulie 2026',
      )
      await release()
      expect(await office.placeOf(id)).toBe('history budget')
      await answer({ mode: 'moveUp', agreedToPay: true, consented })
      expect(await voided()).toEqual([])
      expect(await question()).toMatchObject({ isOpen: false, until: '2026-07-25' })
      expect(await mailText()).toBeNull()
      await releaseWithout(feeHolder)
      expect(await office.placeOf(id)).toBe('letters fee')
    })

    test('does not move for a raised confirmation fee without a new answer', async () => {
      for (const one of [budgetHolder, feeHolder]) await confirmWithoutAnswer(office, one)
      await setConfirmationFee(office.philologyId, 300)
      await answer({ mode: 'moveUp', agreedToPay: true, consented: [philology('budget')] })
      await setConfirmationFee(office.philologyId, 350)
      expect([await voided(), await mailCount()]).toEqual([['budget'], 1])
      const text = await mailText()
      expect(text).toContain('Taxa de confirmare s-a schimbat')
      expect(text).toMatch(
        /o taxă de confirmare de 300.+ pentru Filologie, buget\. Acum taxa este 350/,
      )
      await releaseWithout(budgetHolder)
      expect(await office.placeOf(id)).toBe('history budget')
      expect((await readApplication(office.context, id)).result?.choices[0]).toMatchObject({
        reason: 'costsMore',
      })
    })

    test('is not written about to applicants who keep their place', async () => {
      await answer({ mode: 'keep' })
      await setTuition(9000)
      expect([await voided(), await mailCount()]).toEqual([[], 0])
    })
  })

  test('offers choices with a higher confirmation fee, which cost more', async () => {
    await setConfirmationFee(office.philologyId, 300)
    expect((await question()).higher).toMatchObject([
      { ...philology('budget'), confirmationFee: 300, costsMore: true },
      { ...philology('fee'), confirmationFee: 300, costsMore: true },
    ])
    await expect(
      answer({ mode: 'moveUp', consented: [philology('budget')] }),
    ).rejects.toMatchObject({ code: 'acceptance.moneyNotAgreed' })
    await answer({ mode: 'moveUp', consented: [philology('budget')], agreedToPay: true })
    expect(await storedAnswers()).toMatchObject([
      { consented: [{ ...philology('budget'), confirmationFee: 300 }], agreed_to_pay: true },
    ])
  })
})
