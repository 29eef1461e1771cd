/** The stored state of each application, compared with the state that staff read. */
import { AppError } from '@matricola/schema/wire/errors.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { describe, expect, test } from 'vitest'
import { placeStates } from '#resources/admission/application-states.ts'
import { fileResultAppeal } from '#server/admission/applicant/applicant-routes.ts'
import { readStatesById } from '#server/admission/applicant/application-state.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import {
  restoreWithdrawnApplication,
  withdrawByApplicant,
} from '#server/admission/applicant/withdraw.ts'
import { correctPlaceStates } from '#server/admission/place-state.ts'
import {
  confirmApplicantPlace,
  revokeUnconfirmedPlaces,
} from '#server/admission/ranking/confirm.ts'
import { runDueDrafts } from '#server/admission/ranking/run.ts'
import { endWaitingLists } from '#server/admission/ranking/waiting-lists.ts'
import { minuteMs, reviewTexts } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'
import { createCaseRandom } from '../../model/admission/allocation/cases.ts'

const dayMs = 24 * 60 * minuteMs

/** The stored states, and those that staff read, by application. */
async function readBoth({ context, now }: RankingApp) {
  const rows = await context.database.query<{ id: string; place_state: string }>(
    'select id, place_state from registrations order by id',
  )
  const options = { now: now(), reader: 'office' } as const
  const states = await readStatesById(
    context,
    rows.map(({ id }) => id),
    options,
  )
  return {
    stored: rows.map(({ id, place_state }) => `${id} ${place_state}`),
    read: rows.map(({ id }) => {
      const state = states.get(id)?.state
      return `${id} ${placeStates.find((one) => one === state) ?? 'none'}`
    }),
  }
}

/** An office that makes random transitions of the applications of a session with two rounds. */
async function startRandomOffice(office: RankingApp, seed: number) {
  const { context, admin, ana } = office
  const { below, happens } = createCaseRandom(seed)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
  const updateRecord = (resource: string, values: object) =>
    office.call(admin, 'PATCH', `/api/${resource}/update`, values)
  const otherProgrammeId = await office.createRecord('specializations', {
    ...{ name: 'Teologie', code: 'TEO', departmentProfileId: office.departmentId },
    ...{ yearsOfStudy: 3, totalCredits: 180 },
  })
  await updateRecord('admission-rounds', { id: office.roundId, appealUntil: '2026-07-24' })
  const rounds = [office.roundId]
  const ids: string[] = []
  const unrankedIds: string[] = []
  const withdrawnIds: string[] = []
  const act = (id: string, action: string, body: object = {}) =>
    office.call(ana, 'POST', `/api/registrations/${id}/actions/${action}`, body)
  const decide = (id: string, body: object, caller = ana) =>
    office.updateStatus(caller, { id, ...body })
  const book = (id: string, entry: object) =>
    office.call(ana, 'POST', '/api/finances/create', {
      ...{ registrationId: id, kind: 'application', amount: 100, description: 'Taxă' },
      ...{ bookedOn: office.now().toISOString().slice(0, 10), ...entry },
    })
  const pickWhere = async (condition: string) => {
    const rows = await context.database.query<{ id: string }>(
      `select id from registrations where ${condition}`,
    )
    // In the order of `ids`, because the ids themselves are random.
    const found = ids.filter((id) => rows.some((row) => row.id === id))
    return pick(found.length > 0 ? found : ids)
  }
  const pickAccepted = () => pickWhere("status = 'accepted' and enrolled_at is null")
  const pickConfirmed = () => pickWhere("status = 'accepted' and confirmed_at is not null")
  async function release(roundId: string) {
    office.wait(minuteMs)
    const id = await office.createRecord('admission-drafts', { admissionRoundId: roundId })
    await runDueDrafts(context)
    return office.runTransition(admin, id, 'release')
  }
  const transitions: {
    readonly [name: string]: (id: string) => Promise<unknown>
  } = {
    async submit() {
      const isRanked = happens(0.85)
      const { id } = await office.addApplication('submitted', {
        baccalaureateAverage: 6 + below(9) / 2,
        romanianGrade: 6 + below(9) / 2,
        fundingPreference: pick(['budget', 'budget_then_fee', 'fee']),
        specializationId: isRanked
          ? pick([office.philologyId, office.historyId])
          : otherProgrammeId,
      })
      ids.push(id)
      if (!isRanked) unrankedIds.push(id)
      if (isRanked && happens(0.8))
        for (const [at, specializationId] of [office.philologyId, office.historyId].entries())
          await office.call(admin, 'POST', '/api/application-choices/create', {
            ...{ registrationId: id, position: at + 2, specializationId },
            fundingPreference: 'budget_then_fee',
          })
    },
    check: (id) => act(id, 'checkGrades'),
    checkAll: async () => {
      for (const id of ids) await act(id, 'checkGrades')
    },
    review: (id) => decide(id, { status: 'under_review' }),
    requestChanges: (id) => decide(id, { status: 'update_requested', ...reviewTexts.request }),
    answer: async () =>
      decide(await pickWhere("status = 'update_requested'"), {
        status: 'in_progress',
        issueExplanation: reviewTexts.text,
      }),
    async accept() {
      const id = pick(unrankedIds)
      await decide(id, { status: 'under_review' })
      return decide(id, { status: 'accepted' })
    },
    decline: (id) =>
      decide(id, {
        ...{ status: 'declined', reasonCode: 'other', issueExplanation: reviewTexts.text },
      }),
    revoke: (id) =>
      decide(id, { status: 'under_review', issueExplanation: reviewTexts.text }, admin),
    undo: async () => office.postCall(admin, await pickWhere('notify_at is not null'), 'undo'),
    owe: (id) => book(id, { direction: 'charge' }),
    pay: (id) =>
      book(id, { direction: 'payment', method: 'cash', receiptNumber: `CH-${below(1_000_000)}` }),
    release: () => release(pick(rounds)),
    releaseFirst: async () => {
      await release(office.roundId)
      await office.sendNotifications()
    },
    releaseAndNotify: async () => {
      await release(pick(rounds))
      await office.sendNotifications()
    },
    notify: () => office.sendNotifications(),
    async confirm(id) {
      const { placeQuestion } = await readApplication(context, id)
      const higher = (placeQuestion?.higher ?? []).filter(() => happens(0.8))
      await confirmApplicantPlace(context, id, {
        ...{ mode: higher.length > 0 ? 'moveUp' : 'keep', consented: higher, agreedToPay: true },
        shown: placeQuestion?.shown ?? '',
      })
    },
    async confirmAll() {
      for (const id of ids) if (happens(0.6)) await transitions.confirm?.(id).catch(ignoreRefusal)
    },
    confirmByOffice: async () =>
      act(await pickWhere("status = 'accepted' and confirmed_at is null"), 'confirmPlace'),
    changeAnswer: async () =>
      act(await pickConfirmed(), 'changePlaceAnswer', {
        ...{ placeAnswer: pick(['keep', 'moveUpFree']), placeAnswerReason: 'La telefon' },
      }),
    withdraw: async () => {
      const id = await pickAccepted()
      await withdrawByApplicant(context, id)
      withdrawnIds.push(id)
    },
    undoWithdrawal: async () => {
      const id = withdrawnIds.pop()
      if (id) await restoreWithdrawnApplication(context, id)
    },
    async appeal(id) {
      await fileResultAppeal(context, id, 'Nota de la proba scrisă.')
      const [appeal] = await context.database.query<{ id: string }>(
        'select id from admission_appeals where registration_id = $1',
        [id],
      )
      return office.call(ana, 'POST', `/api/admission-appeals/${appeal?.id}/actions/change`, {
        ...{ grade: 'baccalaureateAverage', newValue: 9.9, answer: 'Nota este 9,90.' },
      })
    },
    correctGrade: (id) =>
      updateRecord('registrations', { id, baccalaureateAverage: 6 + below(9) / 2 }),
    changeProgramme: (id) =>
      updateRecord('registrations', {
        ...{ id, specializationId: pick([office.philologyId, office.historyId, otherProgrammeId]) },
      }),
    enrol: async () =>
      office.call(ana, 'POST', '/api/registrations/enroll-students', {
        registrationIds: [await pickAccepted()],
      }),
    undoEnrolment: (id) =>
      office.call(admin, 'POST', `/api/registrations/${id}/undo-enrolment`, { reason: 'Greșeală' }),
    async nextDay() {
      office.wait(dayMs + below(2) * dayMs)
      await recordClockTime(context)
      await revokeUnconfirmedPlaces(context)
      await endWaitingLists(context)
    },
    async addRound() {
      const number = rounds.length + 1
      if (number > 3) return
      rounds.push(
        await office.createRecord('admission-rounds', {
          ...{ admissionSessionId: office.sessionId, name: `Etapa ${number}`, number },
          confirmBy: `2026-0${number + 6}-05`,
        }),
      )
      await correctPlaceStates(context)
    },
    async endWaiting() {
      await updateRecord('admission-sessions', {
        ...{ id: office.sessionId, waitingEndsOn: '2026-12-01' },
      })
      office.wait(Date.parse('2026-12-02T09:00Z') - office.now().getTime())
      return transitions.nextDay?.('')
    },
  }
  return { transitions, ids, pick }
}

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof AppError)) throw error
}

/** How often each transition is tried, in relation to the others. */
const weights: { readonly [name: string]: number } = {
  ...{ submit: 10, check: 8, checkAll: 3, review: 6, requestChanges: 4, answer: 3, accept: 4 },
  ...{
    decline: 2,
    revoke: 2,
    undo: 4,
    owe: 2,
    pay: 4,
    release: 1,
    releaseAndNotify: 10,
    notify: 2,
  },
  ...{ confirm: 8, confirmAll: 3, confirmByOffice: 3, changeAnswer: 4, withdraw: 3 },
  ...{ undoWithdrawal: 2, appeal: 3, correctGrade: 6, changeProgramme: 2, enrol: 2 },
  ...{ undoEnrolment: 2, nextDay: 3, addRound: 1 },
}
const weighted = Object.entries(weights).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name),
)
const release = 'releaseFirst'
/** Makes changed places likely, both before and after they are confirmed. */
const firstSteps = [
  ...['addRound', 'checkAll', release, 'correctGrade', 'correctGrade', 'correctGrade', release],
  ...['correctGrade', 'correctGrade', 'correctGrade', release, 'confirmByOffice', 'confirmAll'],
  ...['confirmByOffice', 'confirmAll', 'confirmAll', 'confirmByOffice'],
  ...['withdraw', 'withdraw', release, 'withdraw', 'releaseAndNotify'],
]
const steps = 90
const seeds = [1, 2, 3]

describe.each(engines)('the stored state on $engine', ({ open }) => {
  const seen = new Set<string>()
  const made = new Set<string>()

  test.each(seeds)('is the one that staff read after each random transition (%i)', async (seed) => {
    const office = await startRankingApp(open, { budget: 2, fee: 2 })
    const { transitions, ids, pick } = await startRandomOffice(office, seed)
    const run = async (name: string, id = '') => {
      try {
        const answer = (await transitions[name]?.(id)) as { readonly status?: number } | undefined
        const status = answer?.status ?? 200
        expect([name, status]).not.toEqual([name, 500])
        if (status < 300) made.add(name)
      } catch (error) {
        ignoreRefusal(error)
      }
      const { stored, read } = await readBoth(office)
      expect(stored, `after ${name} of ${id}`).toEqual(read)
      for (const one of stored) seen.add(one.split(' ')[1] ?? '')
    }
    for (let i = 0; i < 10; i++) await run('submit')
    for (const name of firstSteps) await run(name, pick(ids))
    for (let i = 0; i < steps; i++) await run(pick(weighted), pick(ids))
    for (const name of ['checkAll', 'releaseAndNotify', 'endWaiting']) await run(name)
    await office.close()
  })

  test('takes every value in these transitions', () => {
    // No programme has a confirmation fee here; `place-payment.test.ts` tests moves to one that has.
    expect(placeStates.filter((state) => !seen.has(state))).toEqual(['movedUpToPay'])
    expect(Object.keys(weights).filter((name) => !made.has(name))).toEqual([])
  })
})
