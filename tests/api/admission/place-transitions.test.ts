/** Which transitions each state of a place allows. All others are refused. */
import { AppError } from '@matricola/schema/wire/errors.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import type { TestResponse } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlaceState, placeStates } from '#resources/admission/application-states.ts'
import type { WireEnrolment } from '#resources/admission/wire-enrolment.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { withdrawByApplicant } from '#server/admission/applicant/withdraw.ts'
import {
  confirmApplicantPlace,
  revokeUnconfirmedPlaces,
} from '#server/admission/ranking/confirm.ts'
import { endWaitingLists } from '#server/admission/ranking/waiting-lists.ts'
import { minuteMs, reviewTexts } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

const dayMs = 24 * 60 * minuteMs
const states = [...placeStates, 'none'] as const
type State = (typeof states)[number]

/** The refusal of a transition, unless `outcomes` says otherwise. */
const refusals = {
  confirm: 'transition.refused',
  confirmByOffice: 'transition.refused',
  changeAnswer: 'transition.refused',
  withdraw: 'transition.refused',
  enrol: 'notAccepted',
  undoEnrolment: 'transition.refused',
} as const
type Transition = keyof typeof refusals

const undecided = { withdraw: 'withdrawn' } as const
const offered = {
  ...{ confirm: 'confirmed', confirmByOffice: 'confirmed', withdraw: 'withdrawn' },
  enrol: 'placeNotConfirmed',
} as const
const settled = { withdraw: 'withdrawn', enrol: 'enrolled' } as const

/**
 * The state to which a transition leads, or the code with which it is refused. Repeating a
 * confirmation or a withdrawal changes nothing.
 */
const outcomes: { readonly [from in State]: { readonly [name in Transition]?: string } } = {
  ...{ none: undecided, ready: undecided, waiting: undecided, notRanked: undecided },
  ...{ placeRetracted: undecided, placeOffered: offered, placeMovedUp: offered },
  ...{ placeNowFeePaying: offered, placeMovedDown: offered, accepted: settled },
  confirmed: { ...settled, confirm: 'confirmed', changeAnswer: 'input.invalid' },
  floating: { ...settled, confirm: 'confirmed', changeAnswer: 'confirmed' },
  movedUp: { ...settled, confirm: 'movedUp', changeAnswer: 'input.invalid' },
  movedUpToPay: { ...undecided, confirm: 'movedUpToPay', enrol: 'placeNotConfirmed' },
  ...{ placeLost: {}, notAdmitted: {}, declined: {}, withdrawn: { withdraw: 'withdrawn' } },
  enrolled: { confirm: 'enrolled', enrol: 'alreadyEnrolled', undoEnrolment: 'confirmed' },
}
const isState = (outcome: string): outcome is State =>
  (states as readonly string[]).includes(outcome)

const lastCopy = (state: State) => `${state} 3`
/** One application for each transition that changes the state, and for all others the first. */
const copies = [0, 1, 2, 3]

describe.each(engines)('the states of places on $engine', ({ open }) => {
  let office: RankingApp
  const ids = new Map<string, string>()
  beforeAll(async () => {
    office = await startRankingApp(open)
    await prepareStates()
  })
  afterAll(() => office.close())

  const idOf = (name: string) => ids.get(name) ?? ''
  let programmes = 0
  /** Creates a ranked programme that no other applicants choose. */
  async function addProgramme(
    placesBudget: number,
    placesFee = 0,
    confirmationFee: number | null = null,
  ): Promise<string> {
    programmes += 1
    const specializationId = await office.createRecord('specializations', {
      ...{ name: `Programul ${programmes}`, code: `PR-${programmes}`, yearsOfStudy: 3 },
      ...{ departmentProfileId: office.departmentId, totalCredits: 180, tuitionFee: 1000 },
    })
    await office.createRecord('admission-programmes', {
      ...{ admissionSessionId: office.sessionId, specializationId, placesBudget, placesFee },
      ...{ formula: 'baccalaureateAverage', confirmationFee },
    })
    return specializationId
  }
  async function apply(
    name: string,
    average: number,
    [specializationId = '', ...others]: readonly string[],
    values: object = {},
  ): Promise<void> {
    const id = await office.addGradedApplication(
      { average },
      { specializationId, fundingPreference: 'budget', ...values },
    )
    for (const [at, other] of others.entries())
      await office.createRecord('application-choices', {
        ...{ registrationId: id, position: at + 2, specializationId: other },
        fundingPreference: 'budget',
      })
    ids.set(name, id)
  }
  const correctGrade = (name: string, baccalaureateAverage: number) =>
    office.call(office.admin, 'PATCH', '/api/registrations/update', {
      ...{ id: idOf(name), baccalaureateAverage },
    })
  async function release(admissionRoundId: string): Promise<void> {
    office.wait(minuteMs)
    await office.releaseResults(admissionRoundId)
    await office.sendNotifications()
  }
  const addRound = (number: number, confirmBy: string) =>
    office.createRecord('admission-rounds', {
      ...{ admissionSessionId: office.sessionId, name: `Etapa ${number}`, number, confirmBy },
    })
  const decide = async (name: string, body: object, caller = office.ana) => {
    const { status, text } = await office.updateStatus(caller, { id: idOf(name), ...body })
    expect(status, text).toBe(200)
  }

  /** Brings applications into each state, by the transitions that lead there. */
  async function prepareStates(): Promise<void> {
    const inEachCopy = async (work: (copy: number) => Promise<unknown>) => {
      for (const copy of copies) await work(copy)
    }
    const secondRound = await addRound(2, '2026-08-20')
    await inEachCopy(async (copy) => apply(`placeLost ${copy}`, 9, [await addProgramme(1)]))
    await release(office.roundId)
    office.wait(7 * dayMs)
    await recordClockTime(office.context)
    expect(await revokeUnconfirmedPlaces(office.context)).toBe(copies.length)

    await addRound(3, '2026-09-05')
    const crowded = await addProgramme(copies.length)
    await inEachCopy(async (copy) => {
      await apply(`placeOffered ${copy}`, 9, [crowded])
      await apply(`waiting ${copy}`, 8, [crowded])
      await apply(`notAdmitted ${copy}`, 7, [crowded])
      await apply(`notRanked ${copy}`, 7, [crowded], { gradesCheckedAt: null })
      const [up, below] = [await addProgramme(1), await addProgramme(1)]
      await apply(`leaves ${copy}`, 9, [up])
      await apply(`placeMovedUp ${copy}`, 8, [up, below])
      const [down, lower] = [await addProgramme(1), await addProgramme(1)]
      await apply(`placeMovedDown ${copy}`, 9, [down, lower])
      await apply(`rises ${copy}`, 8, [down])
      const funded = await addProgramme(1, 1)
      const asFeePaying = { fundingPreference: 'budget_then_fee' }
      await apply(`placeNowFeePaying ${copy}`, 9, [funded], asFeePaying)
      await apply(`risesToo ${copy}`, 8, [funded])
      const lost = await addProgramme(1)
      await apply(`placeRetracted ${copy}`, 9, [lost])
      await apply(`risesAsWell ${copy}`, 8, [lost])
      await apply(`confirmed ${copy}`, 9, [await addProgramme(1)])
      await apply(`enrolled ${copy}`, 9, [await addProgramme(1)])
      const [high, low] = [await addProgramme(1), await addProgramme(1)]
      await apply(`keepsHigh ${copy}`, 9, [high])
      await apply(`floating ${copy}`, 8, [high, low])
      const [freed, left] = [await addProgramme(1), await addProgramme(1)]
      await apply(`leavesFreed ${copy}`, 9, [freed])
      await apply(`movedUp ${copy}`, 8, [freed, left])
      const [costly, free] = [await addProgramme(1, 0, 300), await addProgramme(1)]
      await apply(`leavesCostly ${copy}`, 9, [costly])
      await apply(`movedUpToPay ${copy}`, 8, [costly, free])
    })
    await release(secondRound)
    await inEachCopy(async (copy) => {
      for (const state of ['confirmed', 'enrolled', 'floating', 'movedUp', 'movedUpToPay'])
        await confirm(`${state} ${copy}`, 'moveUp')
      expect(await enrol(`enrolled ${copy}`)).toBe('done')
      for (const name of ['leaves', 'leavesFreed', 'leavesCostly'])
        await withdrawByApplicant(office.context, idOf(`${name} ${copy}`))
      for (const name of ['rises', 'risesToo', 'risesAsWell'])
        await correctGrade(`${name} ${copy}`, 10)
    })
    await release(secondRound)

    const issueExplanation = reviewTexts.text
    const unranked = await office.createRecord('specializations', {
      ...{ name: 'Teologie', code: 'TEO', yearsOfStudy: 3, totalCredits: 180 },
      departmentProfileId: office.departmentId,
    })
    await inEachCopy(async (copy) => {
      const decline = { status: 'declined', issueExplanation }
      await decide(`notAdmitted ${copy}`, { ...decline, reasonCode: 'no_places' })
      for (const state of ['accepted', 'declined', 'withdrawn', 'none'])
        await apply(`${state} ${copy}`, 9, [unranked])
      await decide(`accepted ${copy}`, { status: 'accepted' })
      await decide(`declined ${copy}`, { ...decline, reasonCode: 'not_eligible' })
      await withdrawByApplicant(office.context, idOf(`withdrawn ${copy}`))
      await apply(`ready ${copy}`, 9, [crowded], { gradesCheckedAt: null })
      expect((await act(`ready ${copy}`, 'checkGrades')).status).toBe(200)
    })
    // Decisions are no longer on hold.
    office.wait(20 * minuteMs)
  }

  const act = (name: string, action: string, body: object = {}) =>
    office.call(office.ana, 'POST', `/api/registrations/${idOf(name)}/actions/${action}`, body)

  async function confirm(name: string, mode: 'keep' | 'moveUp' = 'keep'): Promise<void> {
    const id = idOf(name)
    const { placeQuestion } = await readApplication(office.context, id)
    const consented = mode === 'moveUp' ? (placeQuestion?.higher ?? []) : []
    await confirmApplicantPlace(
      office.context,
      id,
      placeQuestion && {
        ...{ mode: consented.length > 0 ? 'moveUp' : 'keep', consented, agreedToPay: true },
        shown: placeQuestion.shown,
      },
    )
  }
  async function enrol(name: string): Promise<string> {
    const { data } = await office.call<WireEnrolment>(
      office.ana,
      'POST',
      '/api/registrations/enroll-students',
      { registrationIds: [idOf(name)] },
    )
    const [result] = data.results
    return result?.code ?? (result?.outcome === 'enrolled' ? 'done' : String(result?.outcome))
  }
  const storedState = async (name: string) =>
    (
      await office.context.database.query<{ place_state: PlaceState }>(
        'select place_state from registrations where id = $1',
        [idOf(name)],
      )
    )[0]?.place_state

  const attempts: { readonly [name in Transition]: (name: string) => Promise<unknown> } = {
    confirm: (name) => confirm(name),
    confirmByOffice: (name) => act(name, 'confirmPlace'),
    changeAnswer: (name) =>
      act(name, 'changePlaceAnswer', { placeAnswer: 'keep', placeAnswerReason: 'La telefon' }),
    withdraw: async (name) => {
      await withdrawByApplicant(office.context, idOf(name))
    },
    enrol,
    undoEnrolment: (name) =>
      office.postCall(office.admin, idOf(name), 'undo-enrolment', { reason: 'Din greșeală' }),
  }
  /** Tries a transition and returns `done`, or the code with which it is refused. */
  async function attempt(transition: Transition, name: string): Promise<string> {
    try {
      const answer = await attempts[transition](name)
      if (typeof answer === 'string') return answer
      const response = answer as TestResponse<unknown> | undefined
      return !response || response.status < 300 ? 'done' : response.failure.code
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }

  test('are reached by the transitions that lead to them', async () => {
    const reached: Record<string, unknown> = {}
    for (const state of states)
      for (const copy of copies) reached[`${state} ${copy}`] = await storedState(`${state} ${copy}`)
    expect(reached).toEqual(
      Object.fromEntries(
        states.flatMap((state) => copies.map((copy) => [`${state} ${copy}`, state])),
      ),
    )
  })

  describe.each(states)('%s', (state) => {
    const outcomeOf = (transition: Transition) =>
      outcomes[state][transition] ?? refusals[transition]
    const names = Object.keys(refusals) as Transition[]
    const changing = names.filter((name) => isState(outcomeOf(name)) && outcomeOf(name) !== state)
    const others = names.filter((name) => !changing.includes(name))

    test.each(others)('is not changed by %s', async (transition) => {
      const outcome = outcomeOf(transition)
      const code = isState(outcome) ? 'done' : outcome
      expect(await attempt(transition, `${state} 0`)).toBe(code)
      expect(await storedState(`${state} 0`)).toBe(state)
    })

    if (changing.length > 0)
      test.each(changing)('is changed by %s', async (transition) => {
        const name = `${state} ${changing.indexOf(transition)}`
        expect(await attempt(transition, name)).toBe('done')
        expect(await storedState(name)).toBe(outcomeOf(transition))
      })
  })

  test('change on the day after their last day, and no earlier', async () => {
    // The last copies have made no transition yet.
    const offeredNames = states
      .filter((state) => outcomes[state] === offered || state === 'movedUpToPay')
      .map(lastCopy)
    const waitingNames = (['waiting', 'placeRetracted', 'notRanked'] as const).map(lastCopy)
    const otherNames = (['none', 'ready', 'confirmed', 'floating', 'movedUp'] as const).map(
      lastCopy,
    )
    const { status } = await office.call(office.admin, 'PATCH', '/api/admission-sessions/update', {
      ...{ id: office.sessionId, waitingEndsOn: '2026-09-10' },
    })
    expect(status).toBe(200)
    const statesOn = async (day: string, names: readonly string[]) => {
      office.wait(Date.parse(`${day}T09:00Z`) - office.now().getTime())
      await recordClockTime(office.context)
      await revokeUnconfirmedPlaces(office.context)
      await endWaitingLists(office.context)
      const found = new Set<string>()
      for (const name of names) found.add((await storedState(name)) ?? '')
      return [...found].sort()
    }
    expect(await statesOn('2026-08-20', offeredNames)).toHaveLength(offeredNames.length)
    expect(await statesOn('2026-08-21', offeredNames)).toEqual(['placeLost'])
    expect(await statesOn('2026-09-10', waitingNames)).toHaveLength(waitingNames.length)
    expect(await statesOn('2026-09-11', waitingNames)).toEqual(['notAdmitted'])
    expect(await statesOn('2026-09-11', otherNames)).toHaveLength(otherNames.length)
  })
})
