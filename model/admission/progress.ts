/** Progress of an application: its line of steps, whose turn it is, and the one sentence pages, mails and receipts say of it. */
import { dayInWords, momentInWords, today } from '../values/dates.ts'
import { workingDaysAfter } from '../values/working-days.ts'
import type { RegistrationEventType, RegistrationStatus, WireFeeToPay, WireProgress, WireProgressStep } from './wire.ts'

export type { WireProgress, WireProgressStep } from './wire.ts'

export type ProgressStep = WireProgressStep['step']
export type Turn = WireProgress['turn']
export type NextWords = WireProgress['says']

/** Facts that an applicant knows of the application. */
export interface KnownApplication {
  readonly status: RegistrationStatus
  readonly submittedAt: string
  readonly isWithdrawn: boolean
  /** Events that the applicant was told of, the oldest first. */
  readonly events: readonly { readonly type: RegistrationEventType; readonly at: string }[]
  /** Until when changes are due, where they are asked for. */
  readonly dueAt: string | null
  /** True while the settings keep applicants from changing anything. */
  readonly isPaused: boolean
  /** The last day for an appeal. */
  readonly appealUntil: string | null
  /** The application fee that is still to be paid; `untold`: there is one, and the reader may not know whether it is paid; null: nothing is owed. */
  readonly fee: Pick<WireFeeToPay, 'resultsOn'> | 'untold' | null
  /** The place that has to be confirmed, until when, and whether by paying for it; null: none. */
  readonly place: { readonly confirmBy: string; readonly owesFee: boolean } | null
}

/** Working days within which the review of a new application starts. */
const reviewDays = 3

/** The day by which the review of an application starts. */
export const reviewBy = (submittedAt: string) => workingDaysAfter(today(new Date(submittedAt)), reviewDays)

/** Progress of the application at that moment. */
export function progressOf(known: KnownApplication, now: Date): WireProgress {
  const facts = factsOf(known)
  return { steps: stepsOf(known, facts), ...sayingOf(known, facts, now) }
}

/** The progress of an application that has just been sent. */
export const newProgress = (submittedAt: string, fee: KnownApplication['fee'] = null) =>
  progressOf(
    { status: 'submitted', submittedAt, isWithdrawn: false, events: [], dueAt: null, isPaused: false, appealUntil: null, fee, place: null },
    new Date(submittedAt),
  )

/** Key and values of the sentence, in a language. */
export const sentenceOf = ({ says, date }: Pick<WireProgress, 'says' | 'date'>, language: string) => ({
  key: `progress:next.${says}`,
  params: { date: date === null ? '' : dateInWords(date, language) },
})

/** A day or an instant by the university's clock, in words. */
export const dateInWords = (date: string, language: string) =>
  date.includes('T') ? momentInWords(date, language) : dayInWords(date, language)

interface Facts {
  readonly reviewedAt: string | null
  /** The last round of changes; null where none was asked for, or the office took it back. */
  readonly round: { readonly askedAt: string | null; readonly answeredAt: string | null } | null
  readonly decidedAt: string | null
  readonly enrolledAt: string | null
}

function factsOf({ events, status, isWithdrawn }: KnownApplication): Facts {
  const last = (...types: readonly RegistrationEventType[]) => events.findLast(({ type }) => types.includes(type)) ?? null
  const asked = last('updateRequested', 'updateRequestCancelled')
  const answered = last('updateReceived')
  const enrolled = last('enrolled', 'enrolmentUndone')
  return {
    reviewedAt: events.find(({ type }) => type === 'reviewStarted')?.at ?? null,
    round:
      asked?.type === 'updateRequested'
        ? { askedAt: asked.at, answeredAt: answered && answered.at >= asked.at ? answered.at : null }
        : status === 'update_requested'
          ? { askedAt: null, answeredAt: null }
          : null,
    decidedAt: last(isWithdrawn ? 'withdrawn' : status === 'accepted' ? 'accepted' : 'declined')?.at ?? null,
    enrolledAt: enrolled?.type === 'enrolled' ? enrolled.at : null,
  }
}

interface Step {
  readonly step: ProgressStep
  readonly at?: string | null
  readonly by?: string | null
}

function stepsOf(known: KnownApplication, facts: Facts): WireProgressStep[] {
  const { status, submittedAt, isWithdrawn, dueAt } = known
  const { reviewedAt, round, decidedAt, enrolledAt } = facts
  const isDecided = status === 'accepted' || status === 'declined'
  const line: readonly Step[] = [
    { step: 'sent', at: submittedAt },
    { step: 'review', at: reviewedAt, by: status === 'submitted' && !reviewedAt ? reviewBy(submittedAt) : null },
    ...(round
      ? [
          { step: 'changesAsked', at: round.askedAt } as const,
          { step: 'changesSent', at: round.answeredAt, by: status === 'update_requested' ? dueAt : null } as const,
        ]
      : []),
    isDecided ? { step: isWithdrawn ? 'withdrawn' : status, at: decidedAt } : { step: 'decision' },
    ...(status === 'accepted' ? [{ step: 'enrolment', at: enrolledAt } as const] : []),
  ]
  const current = currentStep(known, facts)
  const place = current === null ? line.length : line.findIndex(({ step }) => step === current)
  return (
    line
      .map(({ step, at = null, by = null }, i) => {
        const state = i < place ? 'done' : i === place ? 'current' : 'ahead'
        return { step, state, at: state === 'ahead' ? null : at, by } as const
      })
      // A step that nobody noted was left out: an application can be decided, or sent back, without a review.
      .filter(({ state, step, at }) => state !== 'done' || at !== null || step === status || step === 'withdrawn')
  )
}

/** The step at which the application stands; null where none is left. */
function currentStep({ status }: KnownApplication, { round, enrolledAt }: Facts): ProgressStep | null {
  switch (status) {
    case 'submitted':
    case 'under_review':
      return round ? 'decision' : 'review'
    case 'update_requested':
      return 'changesSent'
    case 'in_progress':
      return 'decision'
    case 'accepted':
      return enrolledAt ? null : 'enrolment'
    case 'declined':
      return null
  }
}

type Saying = Pick<WireProgress, 'turn' | 'says' | 'date'>

function sayingOf(known: KnownApplication, { reviewedAt, round, enrolledAt }: Facts, now: Date): Saying {
  const { status, submittedAt, isWithdrawn, dueAt, isPaused, appealUntil, fee, place } = known
  const office = (says: NextWords, date: string | null = null): Saying => ({ turn: 'office', says, date })
  const closed = (says: NextWords, date: string | null = null): Saying => ({ turn: 'nobody', says, date })
  const applicant = (says: NextWords, date: string | null = null): Saying => ({ turn: 'applicant', says, date })
  // Review goes on meanwhile, but without the fee it leads nowhere.
  if (fee && (status === 'submitted' || status === 'under_review' || status === 'in_progress'))
    return fee === 'untold' ? office('untold') : fee.resultsOn === null ? applicant('fee') : applicant('feeBefore', fee.resultsOn)
  switch (status) {
    case 'submitted': {
      if (reviewedAt || round) return office('processed')
      const by = reviewBy(submittedAt)
      return by < today(now) ? office('submittedLate') : office('submitted', by)
    }
    case 'under_review':
      return office('under_review')
    case 'update_requested':
      if (isPaused) return office('update_paused')
      if (dueAt === null) return applicant('update_undated')
      return applicant(new Date(dueAt) < now ? 'update_overdue' : 'update_requested', dueAt)
    case 'in_progress':
      return round?.answeredAt ? office('in_progress', round.answeredAt) : office('processed')
    case 'accepted':
      if (enrolledAt) return closed('enrolled')
      return place ? applicant(place.owesFee ? 'placeFee' : 'place', place.confirmBy) : office('accepted')
    case 'declined':
      if (isWithdrawn) return closed('withdrawn')
      return appealUntil !== null && appealUntil >= today(now) ? closed('declinedUntil', appealUntil) : closed('declined')
  }
}
