/**
 * Progress of an application: its steps, who acts next, and the sentence about it on pages, in
 * emails and on receipts.
 */
import { formatLongDay, formatLongInstant, today } from '@matricola/schema/values/dates.ts'
import type { ResultOutcome } from './ranking.ts'
import type {
  RegistrationEventType,
  RegistrationStatus,
  WireFeeToPay,
  WireProgress,
  WireProgressStep,
} from './wire.ts'
import { workingDaysAfter } from './working-days.ts'

export type { WireProgress, WireProgressStep } from './wire.ts'

export type ProgressStep = WireProgressStep['step']
export type NextActor = WireProgress['nextActor']
export type NextStepMessage = WireProgress['message']

/** Facts about the application that its applicant knows. */
export interface ProgressInput {
  readonly status: RegistrationStatus
  readonly submittedAt: string
  readonly isWithdrawn: boolean
  /** Events visible to the applicant, oldest first. */
  readonly events: readonly { readonly type: RegistrationEventType; readonly at: string }[]
  /** Deadline of the change request; null if there is none. */
  readonly dueAt: string | null
  /** Whether the settings currently prevent applicants from making changes. */
  readonly isPaused: boolean
  /** Last day for an appeal. */
  readonly appealUntil: string | null
  /**
   * The unpaid application fee. `undisclosed`: there is a fee, but the reader must not learn
   * whether it is paid. Null: nothing is owed.
   */
  readonly fee: Pick<WireFeeToPay, 'resultsOn'> | 'undisclosed' | null
  /**
   * The place to confirm, its deadline, and whether confirming requires a payment; null if there is
   * none.
   */
  readonly place: { readonly confirmBy: string; readonly owesFee: boolean } | null
  /** When the applicant confirmed the place; null if that did not happen. */
  readonly confirmedAt: string | null
  /** The newest result that the applicant was notified of; null if there is none. */
  readonly result: KnownResult | null
  /**
   * `cnp`: the reader knows only the CNP, and must not learn of places, numbers or fees.
   */
  readonly reader: ProgressReader
}

export type ProgressReader = 'applicant' | 'cnp'

export interface KnownResult {
  readonly outcome: ResultOutcome
  readonly round: string
  readonly notifiedAt: string
  /** Best number on a waiting list; null if the applicant is on none. */
  readonly waitingNumber: number | null
  /** Whether the result before this one was a place. */
  readonly hadPlace: boolean
  /** Day of the next results; null if none is set. */
  readonly nextResultsOn: string | null
}

/** Maximum number of working days until the review of a new application starts. */
const reviewDays = 3

/** The day by which the review of an application starts. */
export const reviewDueOn = (submittedAt: string) =>
  workingDaysAfter(today(new Date(submittedAt)), reviewDays)

export function applicationProgress(input: ProgressInput, now: Date): WireProgress {
  const facts = factsOf(input)
  return { steps: stepsOf(input, facts), ...nextStepOf(input, facts, now) }
}

/** Progress of an application that was just submitted. */
export const initialProgress = (submittedAt: string, fee: ProgressInput['fee'] = null) =>
  applicationProgress(
    {
      status: 'submitted',
      submittedAt,
      isWithdrawn: false,
      events: [],
      dueAt: null,
      isPaused: false,
      appealUntil: null,
      fee,
      ...{ place: null, confirmedAt: null, result: null, reader: 'applicant' },
    },
    new Date(submittedAt),
  )

/** Text key and parameters of the sentence in a language. */
export const progressMessage = (
  { message, date, round, number }: Omit<NextStep, 'nextActor'>,
  language: string,
) => ({
  key: `progress:next.${message}`,
  params: {
    date: date === null ? '' : formatProgressDate(date, language),
    round: round ?? '',
    number: number === null ? '' : String(number),
  },
})

/** A date or an instant in words, in the university's time zone. */
export const formatProgressDate = (date: string, language: string) =>
  date.includes('T') ? formatLongInstant(date, language) : formatLongDay(date, language)

interface Facts {
  readonly reviewedAt: string | null
  /** The last change request; null if there was none or it was cancelled. */
  readonly round: { readonly askedAt: string | null; readonly answeredAt: string | null } | null
  readonly decidedAt: string | null
  readonly enrolledAt: string | null
}

function factsOf({ events, status, isWithdrawn }: ProgressInput): Facts {
  const findLast = (...types: readonly RegistrationEventType[]) =>
    events.findLast(({ type }) => types.includes(type)) ?? null
  const requestEvent = findLast('updateRequested', 'updateRequestCancelled')
  const responseEvent = findLast('updateReceived')
  const enrolmentEvent = findLast('enrolled', 'enrolmentUndone')
  return {
    reviewedAt: events.find(({ type }) => type === 'reviewStarted')?.at ?? null,
    round:
      requestEvent?.type === 'updateRequested'
        ? {
            askedAt: requestEvent.at,
            answeredAt:
              responseEvent && responseEvent.at >= requestEvent.at ? responseEvent.at : null,
          }
        : status === 'update_requested'
          ? { askedAt: null, answeredAt: null }
          : null,
    decidedAt:
      findLast(isWithdrawn ? 'withdrawn' : status === 'accepted' ? 'accepted' : 'declined')?.at ??
      null,
    enrolledAt: enrolmentEvent?.type === 'enrolled' ? enrolmentEvent.at : null,
  }
}

interface StepDates {
  readonly step: ProgressStep
  readonly at?: string | null
  readonly by?: string | null
}

function stepsOf(input: ProgressInput, facts: Facts): WireProgressStep[] {
  const { status, submittedAt, dueAt, result } = input
  const { reviewedAt, round } = facts
  const steps: readonly StepDates[] = [
    { step: 'sent', at: submittedAt },
    {
      step: 'review',
      at: reviewedAt,
      by: status === 'submitted' && !reviewedAt ? reviewDueOn(submittedAt) : null,
    },
    ...(round
      ? [
          { step: 'changesRequested', at: round.askedAt } as const,
          {
            step: 'changesSent',
            at: round.answeredAt,
            by: status === 'update_requested' ? dueAt : null,
          } as const,
        ]
      : []),
    ...(hidesOutcome(input, facts)
      ? [{ step: 'results', at: result?.notifiedAt ?? null } as const]
      : outcomeSteps(input, facts)),
  ]
  const current = currentStep(input, facts)
  const currentIndex =
    current === null ? steps.length : steps.findIndex(({ step }) => step === current)
  return (
    steps
      .map(({ step, at = null, by = null }, i) => {
        const state = i < currentIndex ? 'done' : i === currentIndex ? 'current' : 'ahead'
        return { step, state, at: state === 'ahead' ? null : at, by } as const
      })
      // Leaves out skipped steps: an application can be decided, or changes requested, without a
      // review.
      .filter(
        ({ state, step, at }) =>
          state !== 'done' || at !== null || step === status || step === 'withdrawn',
      )
  )
}

/** The steps from the results on. */
function outcomeSteps(
  { status, isWithdrawn, place, confirmedAt, result }: ProgressInput,
  { decidedAt, enrolledAt }: Facts,
): StepDates[] {
  switch (status) {
    case 'accepted':
      return [
        { step: 'accepted', at: decidedAt },
        ...(place !== null || confirmedAt !== null
          ? [{ step: 'confirmation', at: confirmedAt, by: place?.confirmBy ?? null } as const]
          : []),
        { step: 'enrolment', at: enrolledAt },
      ]
    case 'declined':
      return [{ step: isWithdrawn ? 'withdrawn' : 'declined', at: decidedAt }]
    case 'submitted':
    case 'under_review':
      return [
        ...(result ? [{ step: 'results', at: result.notifiedAt } as const] : []),
        { step: 'decision' },
      ]
    default:
      return [{ step: 'decision' }]
  }
}

/** Whether there are results whose outcome the reader must not learn. */
const hidesOutcome = ({ reader, result, status }: ProgressInput, { enrolledAt }: Facts): boolean =>
  reader === 'cnp' &&
  result !== null &&
  status !== 'declined' &&
  status !== 'update_requested' &&
  enrolledAt === null

/** The current step; null if none is left. */
function currentStep(input: ProgressInput, facts: Facts): ProgressStep | null {
  const { status, place, result } = input
  const { round, enrolledAt } = facts
  if (hidesOutcome(input, facts)) return 'results'
  switch (status) {
    case 'submitted':
    case 'under_review':
      return round || result ? 'decision' : 'review'
    case 'update_requested':
      return 'changesSent'
    case 'in_progress':
      return 'decision'
    case 'accepted':
      return enrolledAt ? null : place ? 'confirmation' : 'enrolment'
    case 'declined':
      return null
  }
}

type NextStep = Pick<WireProgress, 'nextActor' | 'message' | 'date' | 'round' | 'number'>

function nextStepOf(input: ProgressInput, facts: Facts, now: Date): NextStep {
  const { reviewedAt, round, enrolledAt } = facts
  const { status, submittedAt, isWithdrawn, dueAt, isPaused, appealUntil, fee, place, result } =
    input
  const turnOf =
    (nextActor: NextActor) =>
    (message: NextStepMessage, date: string | null = null): NextStep => ({
      nextActor,
      message,
      date,
      ...{ round: null, number: null },
    })
  const [staffTurn, noTurn, applicantTurn] = [
    turnOf('staff'),
    turnOf('nobody'),
    turnOf('applicant'),
  ]
  if (result && hidesOutcome(input, facts))
    return {
      ...(place
        ? applicantTurn('resultsOutAct', place.confirmBy)
        : turnOf('waiting')('resultsOut')),
      round: result.round,
    }
  // The review continues in the meantime, but the application is not ranked until the fee is paid.
  if (fee && (status === 'submitted' || status === 'under_review' || status === 'in_progress'))
    return fee === 'undisclosed'
      ? staffTurn('undisclosed')
      : fee.resultsOn === null
        ? applicantTurn('fee')
        : applicantTurn('feeBefore', fee.resultsOn)
  if (result && (status === 'submitted' || status === 'under_review'))
    return nextStepAfterResult(result, turnOf)
  switch (status) {
    case 'submitted': {
      if (reviewedAt || round) return staffTurn('processed')
      const by = reviewDueOn(submittedAt)
      return by < today(now) ? staffTurn('submittedLate') : staffTurn('submitted', by)
    }
    case 'under_review':
      return staffTurn('under_review')
    case 'update_requested':
      if (isPaused) return staffTurn('update_paused')
      if (dueAt === null) return applicantTurn('update_undated')
      return applicantTurn(new Date(dueAt) < now ? 'update_overdue' : 'update_requested', dueAt)
    case 'in_progress':
      return round?.answeredAt ? staffTurn('in_progress', round.answeredAt) : staffTurn('processed')
    case 'accepted':
      if (enrolledAt) return noTurn('enrolled')
      return place
        ? applicantTurn(place.owesFee ? 'placeFee' : 'place', place.confirmBy)
        : staffTurn('accepted')
    case 'declined':
      if (isWithdrawn) return noTurn('withdrawn')
      return appealUntil !== null && appealUntil >= today(now)
        ? noTurn('declinedUntil', appealUntil)
        : noTurn('declined')
  }
}

/** The next step of an applicant who has a result without a place. */
function nextStepAfterResult(
  { outcome, round, waitingNumber, hadPlace, nextResultsOn }: KnownResult,
  turnOf: (actor: NextActor) => (message: NextStepMessage, date?: string | null) => NextStep,
): NextStep {
  const [actor, message] =
    outcome === 'incomplete'
      ? (['staff', 'notRanked'] as const)
      : (['waiting', hadPlace ? 'placeRetracted' : 'waiting'] as const)
  const next = turnOf(actor)(nextResultsOn === null ? `${message}Undated` : message, nextResultsOn)
  return { ...next, round, number: waitingNumber }
}
