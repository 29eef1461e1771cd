/**
 * A second session for master's programmes, parallel to the current admission, with tuition places
 * and confirmation fees.
 */

import { daysAfter } from '@matricola/schema/values/dates.ts'
import {
  type AcceptanceMode,
  costsNoMore,
  type PlaceCost,
} from '#resources/admission/place-acceptance.ts'
import { parseQuotaId } from '#resources/admission/ranking.ts'
import type { NewAcceptance } from '#server/admission/ranking/acceptances.ts'
import type { ResultRow } from '#server/admission/ranking/store.ts'
import { takenValuesOf } from '../applicants.ts'
import {
  buildHistory,
  type DemoActor,
  type DemoChange,
  type DemoEvent,
  type HistoryEntry,
} from '../application-history.ts'
import { academicYearName } from '../calendar.ts'
import { translationFields } from '../catalogue/translations.ts'
import type { Specialization } from '../departments.ts'
import { createRecordBase, type DemoRow, type DemoTools, itemInCycle } from '../rows.ts'
import { getSpecializationOf, makeFurtherChoices, makeMeritApplication } from './applications.ts'
import { makeSecondSessionPayments } from './bank-payments.ts'
import {
  applicationFeeEntries,
  confirmationFeeEntries,
  type DemoConfirmationFee,
  type FeeOutcome,
  makeApplicationFees,
  paymentEntry,
  settlementEntries,
} from './fees.ts'
import type { MeritInputs } from './first-session.ts'
import {
  confirmationEntry,
  departureEntry,
  makeReleasedDraft,
  makeReview,
  resultEntryOf,
} from './history-entries.ts'
import type { MeritAdmission, MeritApplication, MeritRound } from './places.ts'
import { type ComputedResults, computeResults, type ReleasedResults } from './results.ts'

const applicantCount = 54
const hour = 3_600_000
const day = 24 * hour

/** How many days ago applications opened and closed and the results were released. */
const openedDaysAgo = 16
const closedDaysAgo = 5
const releasedDaysAgo = 2

/**
 * Creates the session for places that the first session cannot fill. Applications for master's
 * programmes currently belong to this session.
 */
function makeSecondSession(
  specializations: readonly Specialization[],
  tools: DemoTools,
): MeritAdmission {
  const { calendar } = tools
  const midnight = Date.parse(`${calendar.today}T00:00:00Z`)
  const makeBase = () => createRecordBase(tools, midnight - 30 * day + 9 * hour)
  const name = `Admitere master ${calendar.startYear}, sesiunea a II-a`
  const session = {
    ...makeBase(),
    ...{
      name,
      ...translationFields('name', name),
      academicYear: academicYearName(calendar.startYear),
    },
    ...{ degree: 'master' as const, isConcurrent: true },
    opensAt: new Date(midnight - openedDaysAgo * day + 6 * hour).toISOString(),
    closesAt: new Date(midnight - closedDaysAgo * day + 14 * hour).toISOString(),
    waitingEndsOn: daysAfter(calendar.today, 21),
    hasRounds: true,
    enrolFrom: daysAfter(calendar.today, 15),
    enrolUntil: daysAfter(calendar.today, 25),
  }
  const round = (number: number, name: string, daysFromToday: number): MeritRound => {
    const resultsOn = daysAfter(calendar.today, daysFromToday)
    const dates = {
      resultsOn,
      appealUntil: daysAfter(resultsOn, 3),
      confirmBy: daysAfter(resultsOn, 7),
    }
    return {
      ...makeBase(),
      admissionSessionId: session.id,
      name: `Sesiunea a II-a, ${name}`,
      ...translationFields('name', `Sesiunea a II-a, ${name}`),
      number,
      ...dates,
    }
  }
  const programmes = specializations
    .filter(({ cycle }) => cycle === 'master')
    .map((one, index) => ({
      ...makeBase(),
      ...{
        admissionSessionId: session.id,
        specializationId: one.id,
        placesBudget: 0,
        placesFee: itemInCycle([6, 5, 7, 4], index),
      },
      // Ranked by documents only, without an exam.
      ...{
        formula: '0.7 * degreeAverage + 0.3 * baccalaureateAverage',
        firstTie: 'degreeAverage',
        ties: 'together' as const,
      },
      ...(index === 1 && { requires: 'degreeAverage >= 7.5 and baccalaureateAverage >= 7' }),
      applicationFee: itemInCycle([120, 120, 150], index),
      // Two in three programmes require a fee before a place is confirmed, the others only a click.
      ...(index % 3 !== 2 && { confirmationFee: 400 }),
    }))
  return {
    session,
    rounds: [round(1, 'etapa I', -releasedDaysAgo), round(2, 'etapa a II-a', 7)],
    programmes,
    kinds: [],
    reservedPlaces: [],
    fees: [
      {
        ...{ admissionSessionId: session.id, fee: 'application', position: 1, isActive: true },
        when: JSON.stringify({ citizenshipGroup: { eq: 'other' } }),
        amount: 240,
      },
    ],
  }
}

/** Most fees were paid by transfer or at the office; some were waived, and some are still owed. */
const outcomeAt = (index: number): FeeOutcome => {
  if (index % 9 === 4) return 'owed'
  if (index % 13 === 6) return 'waived'
  return index % 5 === 0 ? 'cash' : index % 5 === 3 ? 'card' : 'transfer'
}

/** Generates applications that were ranked and whose places are being confirmed. */
export function makeSecondSessionAdmission(inputs: MeritInputs, tools: DemoTools) {
  const { random } = tools
  const merit = makeSecondSession(inputs.specializations, tools)
  const [round] = merit.rounds
  const taken = takenValuesOf(inputs.students, inputs.otherApplications)
  const applied = Array.from({ length: applicantCount }, () => {
    const specialization = getSpecializationOf(
      random.pick(merit.programmes),
      inputs.specializations,
    )
    const degreeAverage =
      Math.round(Math.min(10, 6.4 + (random.fraction() + random.fraction()) * 1.9) * 20) / 20
    return {
      ...makeMeritApplication(merit.session, specialization, taken, tools),
      degreeAverage,
      fundingPreference: 'fee',
    } satisfies MeritApplication
  })
  const choices = applied.flatMap((one) => makeFurtherChoices(merit, one, ['fee'], tools))
  const fees = new Map(
    makeApplicationFees(merit, applied, choices, outcomeAt).map((fee) => [fee.id, fee]),
  )
  const reviewed = applied.map((one, index) => {
    const by = itemInCycle(inputs.staff, index)
    const { steps, ...review } = makeReview(
      one,
      { by, days: 2, isChecked: index % 29 !== 11 },
      tools,
    )
    const fee = fees.get(one.id)
    return {
      ...review,
      by,
      steps: [...(fee ? settlementEntries(fee, by) : []), ...steps],
      owesFee: fee?.end === 'owed',
    }
  })
  const results = computeResults(
    merit,
    reviewed.map(({ row, owesFee }) => ({ ...row, owesFee })),
    choices,
  )
  const notifiedAt = Date.parse(`${round.resultsOn}T08:33:00Z`)
  const outcomes = new Map(results.rows.map((row) => [row.id, row]))
  const amounts = new Map(
    merit.programmes.map(({ specializationId, confirmationFee }) => [
      specializationId,
      confirmationFee,
    ]),
  )
  const prices = new Map(
    inputs.specializations.map(({ id, tuitionFee }) => [
      id,
      { tuition: tuitionFee ?? null, confirmationFee: amounts.get(id) ?? null },
    ]),
  )
  const registrations: DemoRow<'registrations'>[] = []
  const changes: DemoChange[] = []
  const events: DemoEvent[] = []
  const confirmationFees: DemoConfirmationFee[] = []
  const answers: NewAcceptance[] = []
  for (const { first, by, steps } of reviewed) {
    const resultEntry = resultEntryOf(outcomes.get(first.id), { round, notifiedAt })
    const amount = amounts.get(resultEntry?.set?.wonSpecializationId ?? '') ?? null
    const { share, at } = {
      share: random.fraction(),
      at: notifiedAt + random.between(2, 36) * hour,
    }
    const answer =
      share < confirmedShareLimit
        ? makeAnswer(outcomes.get(first.id), { roundId: round.id, at, results, prices })
        : null
    if (answer) answers.push(answer)
    const acceptance = answer?.mode
    const after = makeReaction(resultEntry, {
      ...{ share, at, by, hasFee: amount !== null, acceptance },
    })
    if (amount !== null && share < confirmedShareLimit)
      confirmationFees.push({
        id: first.id,
        reference: first.referenceCode ?? '',
        amount,
        paidAt: at,
        end: share < confirmedShareLimit / 3 ? 'cash' : 'transfer',
      })
    const application = buildHistory(first, [...steps, ...after], tools)
    registrations.push(application.row)
    changes.push(...application.changes)
    events.push(...application.events)
  }
  const drafts = [
    makeReleasedDraft({ round, notifiedAt, admin: inputs.admin.id }, results, tools),
  ] as const
  const releasedResults: ReleasedResults = {
    draftId: drafts[0].id,
    notifiedAt: new Date(notifiedAt).toISOString(),
    ...results,
  }
  const applicationFees = [...fees.values()]
  const payers = new Map(registrations.map((row) => [row.id, row]))
  return {
    ...merit,
    ...{
      choices,
      registrations: registrations,
      drafts,
      history: { changes, events },
      answers,
      releasedResults: releasedResults,
    },
    finances: [
      ...applicationFeeEntries(applicationFees, tools),
      ...confirmationFeeEntries(confirmationFees, tools),
    ],
    'bank-payments': makeSecondSessionPayments(
      { fees: applicationFees, confirmationFees: confirmationFees, payers },
      tools,
    ),
  }
}

/** Cumulative shares of applicants with a place who have confirmed it, and who have withdrawn. */
const confirmedShareLimit = 0.45
const withdrawnShareLimit = 0.5

interface ApplicantReaction {
  readonly share: number
  readonly at: number
  readonly by: DemoActor
  readonly hasFee: boolean
  readonly acceptance: AcceptanceMode | undefined
}

interface AnswerContext {
  readonly roundId: string
  readonly at: number
  readonly results: ComputedResults
  /** Costs of fee-paying places, by programme. */
  readonly prices: ReadonlyMap<string, PlaceCost>
}

/**
 * Returns the answer of an applicant who confirms a place: those with higher choices that cost no
 * more want to be moved to them. The session has fee-paying places only.
 */
function makeAnswer(
  result: ResultRow | undefined,
  { roundId, at, results, prices }: AnswerContext,
): NewAcceptance | null {
  if (result?.outcome !== 'won' || !result.specializationId || !result.kind) return null
  const placeOf = (specializationId: string, kind: string) => ({
    ...{ specializationId, kind, funding: 'fee' as const },
    ...(prices.get(specializationId) ?? { tuition: null, confirmationFee: null }),
  })
  const held = placeOf(result.specializationId, result.kind)
  const choices = results.found.listed[result.candidate ?? -1]?.choices ?? []
  const consented = choices
    .slice(0, (result.choice ?? 1) - 1)
    .map(({ quota }) => parseQuotaId(quota))
    .map(({ specializationId, kind }) => placeOf(specializationId, kind))
    .filter((place) => costsNoMore(place, held))
    .map(({ funding: _, ...place }) => place)
  return {
    ...{ registrationId: result.id, roundId, consented, agreedToPay: false },
    ...{ specializationId: held.specializationId, kind: held.kind },
    mode: consented.length > 0 ? 'moveUp' : 'keep',
    ...{ by: { kind: 'applicant' }, at: new Date(at), language: 'ro' },
  }
}

/**
 * Returns the result of an applicant and the event that followed: confirmed by paying the fee or by
 * clicking, withdrawn, or still open.
 */
function makeReaction(
  resultEntry: HistoryEntry | null,
  { share, at, by, hasFee, acceptance }: ApplicantReaction,
): HistoryEntry[] {
  if (!resultEntry) return []
  if (resultEntry.event !== 'accepted' || share >= withdrawnShareLimit) return [resultEntry]
  if (share >= confirmedShareLimit) return [resultEntry, departureEntry(at, 'withdrawn')]
  return [
    resultEntry,
    ...(hasFee
      ? [paymentEntry(at, by), confirmationEntry(at, 'system', acceptance)]
      : [confirmationEntry(at, 'applicant', acceptance)]),
  ]
}
