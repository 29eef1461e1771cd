/** Applications to merit-based programmes: grades, choices, and the outcome of the first round. */

import type { ResultRow } from '#server/admission/ranking/store.ts'
import { motivations } from '../admission-texts.ts'
import { type TakenValues, takenValuesOf } from '../applicants.ts'
import {
  buildHistory,
  type DemoChange,
  type DemoEvent,
  type DemoHistory,
  type HistoryEntry,
} from '../application-history.ts'
import type { Specialization } from '../departments.ts'
import { createRecordBase, type DemoRow, type DemoTools, itemInCycle } from '../rows.ts'
import type { Student } from '../students.ts'
import { getSpecializationOf, makeFurtherChoices, makeMeritApplication } from './applications.ts'
import { makeBankPayments } from './bank-payments.ts'
import { applicationFeeEntries, makeApplicationFees, settlementEntries } from './fees.ts'
import {
  confirmationEntry,
  departureEntry,
  makeReleasedDraft,
  makeReview,
  resultEntryOf,
} from './history-entries.ts'
import {
  type MeritAdmission,
  type MeritApplication,
  type MeritChoice,
  type MeritRound,
  makeMeritSession,
} from './places.ts'
import { type ComputedResults, computeResults, type ReleasedResults } from './results.ts'

const applicantCount = 600
const preferences = ['budget_then_fee', 'budget_then_fee', 'budget'] as const
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface MeritInputs {
  readonly specializations: readonly Specialization[]
  readonly students: readonly Student[]
  readonly otherApplications: readonly DemoRow<'registrations'>[]
  readonly staff: readonly Exclude<HistoryEntry['by'], string>[]
  readonly admin: Exclude<HistoryEntry['by'], string>
}

export function makeMeritAdmission(inputs: MeritInputs, tools: DemoTools, now: Date) {
  const merit = makeMeritSession(inputs.specializations, tools)
  const taken = takenValuesOf(inputs.students, inputs.otherApplications)
  const applicationsWithoutMotivation = Array.from({ length: applicantCount }, (_, index) =>
    makeGradedApplication(merit, inputs.specializations, { index, taken }, tools),
  )
  const choices = applicationsWithoutMotivation.flatMap((one) =>
    makeFurtherChoices(merit, one, preferences, tools),
  )
  const applied = withMotivations(merit, applicationsWithoutMotivation, choices)
  const fees = new Map(
    makeApplicationFees(merit, applied, choices, outcomeAt).map((fee) => [fee.id, fee]),
  )
  const reviewed = applied.map((one, index) => {
    const by = itemInCycle(inputs.staff, index)
    const { steps, ...review } = makeReview(
      one,
      { by, days: 4, isChecked: index % 67 !== 5 },
      tools,
    )
    const fee = fees.get(one.id)
    return {
      ...review,
      steps: [...(fee ? settlementEntries(fee, by) : []), ...steps],
      owesFee: fee?.end === 'owed',
    }
  })
  const results = computeResults(
    merit,
    reviewed.map(({ row, owesFee }) => ({ ...row, owesFee })),
    choices,
  )
  const [first] = merit.rounds
  const notifiedAt = Date.parse(`${first.resultsOn}T08:33:00Z`)
  const outcomes = new Map(results.rows.map((row) => [row.id, row]))
  const registrations: DemoRow<'registrations'>[] = []
  const changes: DemoChange[] = []
  const events: DemoEvent[] = []
  for (const [index, { first: submitted, steps }] of reviewed.entries()) {
    const after = makeReaction(
      outcomes.get(submitted.id),
      { index, round: first, notifiedAt },
      tools,
    )
    const application = buildHistory(submitted, [...steps, ...after], tools)
    registrations.push(application.row)
    changes.push(...application.changes)
    events.push(...application.events)
  }
  const drafts = makeDrafts(
    merit,
    results,
    { notifiedAt, now: now.getTime(), admin: inputs.admin.id },
    tools,
  )
  const finances = applicationFeeEntries([...fees.values()], tools)
  const history: DemoHistory = { changes, events }
  const releasedResults: ReleasedResults = {
    draftId: drafts[0].id,
    notifiedAt: new Date(notifiedAt).toISOString(),
    ...results,
  }
  return {
    ...merit,
    choices,
    registrations: registrations,
    drafts,
    trail: history,
    releasedResults: releasedResults,
    finances,
    'bank-payments': makeBankPayments([...fees.values()], tools),
  }
}

/** Most fees were paid by transfer. */
const outcomeAt = (index: number) =>
  index % 41 === 9 ? 'owed' : index % 37 === 5 ? 'waived' : 'transfer'

interface ApplicationOptions {
  readonly index: number
  readonly taken: TakenValues
}

/** Generates an application. Grades are rounded so that many applicants have equal averages. */
function makeGradedApplication(
  { programmes, session, kinds }: MeritAdmission,
  specializations: readonly Specialization[],
  { index, taken }: ApplicationOptions,
  tools: DemoTools,
) {
  const { random } = tools
  const programme = random.pick(random.fraction() < 0.4 ? programmes.slice(0, 2) : programmes)
  return {
    ...makeMeritApplication(session, getSpecializationOf(programme, specializations), taken, tools),
    degreeAverage:
      Math.round(Math.min(10, 6.4 + (random.fraction() + random.fraction()) * 1.9) * 5) / 5,
    // Some were absent from the exam.
    examGrade:
      index % 43 === 7
        ? null
        : Math.round(Math.min(10, 4.6 + (random.fraction() + random.fraction()) * 2.8) * 2) / 2,
    placeKindId: random.fraction() < 0.06 ? random.pick(kinds).id : null,
  } satisfies MeritApplication
}

/** Adds a motivation letter to applications for programmes that ask for one. */
function withMotivations(
  { programmes }: MeritAdmission,
  applied: readonly MeritApplication[],
  choices: readonly MeritChoice[],
): readonly MeritApplication[] {
  const programmeIds = new Set(
    programmes
      .filter(({ requirements }) => requirements?.includes('motivation'))
      .map(({ specializationId }) => specializationId),
  )
  const applicantIds = new Set(
    [
      ...applied.map(({ id, specializationId }) => ({ registrationId: id, specializationId })),
      ...choices,
    ]
      .filter(({ specializationId }) => programmeIds.has(specializationId))
      .map(({ registrationId }) => registrationId),
  )
  return applied.map((one, index) =>
    applicantIds.has(one.id) ? { ...one, motivation: itemInCycle(motivations, index) } : one,
  )
}

interface RoundContext {
  readonly index: number
  readonly round: MeritRound
  readonly notifiedAt: number
}

/**
 * Returns the applicant's reaction to the results of the first round: confirmed, missed the
 * deadline or withdrew.
 */
function makeReaction(
  result: ResultRow | undefined,
  { index, round, notifiedAt: at }: RoundContext,
  { random }: DemoTools,
): HistoryEntry[] {
  const resultEntry = resultEntryOf(result, { round, notifiedAt: at })
  if (!resultEntry) return []
  if (result?.outcome === 'waiting')
    return index % 29 === 3
      ? [resultEntry, departureEntry(at + random.between(1, 6) * day, 'withdrawn')]
      : [resultEntry]
  const share = random.fraction()
  if (share < 0.76)
    return [resultEntry, confirmationEntry(at + random.between(2, 6 * 24) * hour, 'applicant')]
  if (share < 0.82)
    return [resultEntry, departureEntry(at + random.between(1, 6) * day, 'withdrawn')]
  return [
    resultEntry,
    departureEntry(Date.parse(`${round.confirmBy}T22:01:00Z`), 'place_not_confirmed'),
  ]
}

interface DraftOptions {
  readonly notifiedAt: number
  readonly now: number
  readonly admin: string
}

/**
 * Returns the released results, and the draft of the second round, which the program computes after
 * startup.
 */
function makeDrafts(
  { rounds: [first, second] }: MeritAdmission,
  results: ComputedResults,
  { notifiedAt, now, admin }: DraftOptions,
  tools: DemoTools,
) {
  const released = makeReleasedDraft({ round: first, notifiedAt, admin }, results, tools)
  const next: DemoRow<'admission-drafts'> = {
    ...createRecordBase(tools, now - 5 * minute),
    ...{
      admissionRoundId: second.id,
      state: 'running',
      startedAt: new Date(now - 5 * minute).toISOString(),
    },
  }
  return [released, next] as const
}
