/** The facts from which the state of an application is determined. */
import { today } from '@matricola/schema/values/dates.ts'
import type { ResultChange, ResultOutcome } from './ranking.ts'
import type { TranslatedName } from './translated-name.ts'
import type { RegistrationEventType, RegistrationStatus, WireFeeToPay, WirePlace } from './wire.ts'
import { workingDaysAfter } from './working-days.ts'

/**
 * `applicant`: what the applicant has been notified of. `office`: the same sentence for staff, who
 * also know a transition on hold. `cnp`: the reader knows only the CNP, and must not learn of
 * places, numbers or fees.
 */
export type StateReader = 'applicant' | 'office' | 'cnp'

/** Facts about the application that its reader knows. */
export interface StateFacts {
  readonly status: RegistrationStatus
  readonly submittedAt: string
  readonly isWithdrawn: boolean
  readonly reasonCode: string | null
  readonly sex: 'F' | 'M' | null
  /** Version of the admission session. */
  readonly sessionVersion: number
  /** Events visible to the applicant, oldest first. */
  readonly events: readonly { readonly type: RegistrationEventType; readonly at: string }[]
  /** Deadline of the change request; null if there is none. */
  readonly dueAt: string | null
  /** Whether the settings currently prevent applicants from making changes. */
  readonly isPaused: boolean
  /** Last day for an appeal against a decision without a ranking. */
  readonly appealUntil: string | null
  /**
   * The unpaid application fee. `undisclosed`: there is a fee, but the reader must not learn
   * whether it is paid. Null: nothing is owed.
   */
  readonly fee: Pick<WireFeeToPay, 'resultsOn'> | 'undisclosed' | null
  /** Whether the ranking needs nothing more from the applicant or from staff. */
  readonly isReady: boolean
  /** Rounds of the session in order; none if applications are decided one by one. */
  readonly rounds: readonly RoundFacts[]
  /** Last day for the enrolment, and last day of the waiting lists; null if not set. */
  readonly enrolUntil: string | null
  readonly waitingEndsOn: string | null
  /**
   * The place to confirm, its deadline, and the unpaid part of the fee that confirms it; null if
   * there is none.
   */
  readonly place: { readonly confirmBy: string; readonly feeDue: number } | null
  /**
   * The last day to pay for a place to which a confirmed applicant was moved, and the unpaid part of
   * its fee; null if nothing is due.
   */
  readonly moveFee: { readonly payBy: string; readonly due: number } | null
  /** The place that the applicant has, confirmed or not; null if there is none. */
  readonly held: WirePlace | null
  /** When the applicant confirmed the place; null if that did not happen. */
  readonly confirmedAt: string | null
  /** Whether a confirmed applicant keeps the place or wants a higher choice; null if not asked. */
  readonly acceptance: 'keep' | 'moveUp' | null
  /** The newest result that the applicant was notified of; null if there is none. */
  readonly result: KnownResult | null
}

export interface RoundFacts {
  readonly name: TranslatedName
  readonly version: number
  readonly resultsOn: string | null
  readonly confirmBy: string | null
  /** When the applicant was notified of the result of this round; null if that did not happen. */
  readonly notifiedAt: string | null
  /** Whether applicants were notified of the results of this round or of a later one. */
  readonly isOver: boolean
}

export interface KnownResult {
  readonly outcome: ResultOutcome
  readonly round: TranslatedName
  readonly notifiedAt: string
  /** The last change of the place that the applicant was notified of. */
  readonly change: ResultChange
  /** Whether the place was confirmed when the result was computed. */
  readonly wasConfirmed: boolean
  /** Why the place became worse or was withdrawn, in each language; null if that is not known. */
  readonly cause: { readonly [language: string]: string } | null
  /** The place before the change, and when it was offered; null if there was none. */
  readonly placeBefore: WirePlace | null
  readonly offeredOn: string | null
  /** Position of the place among the applicant's choices, and their number; null without a place. */
  readonly choice: number | null
  readonly choices: number
  /** Best number on a waiting list, and for which place; null if the applicant is on none. */
  readonly waitingNumber: number | null
  readonly waitingPlace: WirePlace | null
  /** Codes of what is missing for the ranking, and the words for it in each language. */
  readonly missing: readonly {
    readonly code: string
    readonly words: { [language: string]: string }
  }[]
  /**
   * Last day for an appeal; null if none is possible any more, and for those who got the first place
   * that they wanted.
   */
  readonly appealUntil: string | null
}

/** Maximum number of working days until the review of a new application starts. */
const reviewDays = 3

/** The day by which the review of an application starts. */
export const reviewDueOn = (submittedAt: string) =>
  workingDaysAfter(today(new Date(submittedAt)), reviewDays)

/** The facts with what follows from them for a reader at a time. */
export interface Known extends StateFacts {
  readonly found: FoundEvents
  readonly reader: StateReader
  readonly day: string
  readonly now: Date
  /** The next round, and the round of the newest result; null if there is none. */
  readonly nextRound: RoundFacts | null
  readonly lastRound: RoundFacts | null
}

export interface FoundEvents {
  readonly reviewedAt: string | null
  /** The last change request; null if there was none or it was cancelled. */
  readonly request: { readonly askedAt: string | null; readonly answeredAt: string | null } | null
  readonly decidedAt: string | null
  readonly enrolledAt: string | null
}

export function findEvents({ events, status, isWithdrawn }: StateFacts): FoundEvents {
  const findLast = (...types: readonly RegistrationEventType[]) =>
    events.findLast(({ type }) => types.includes(type)) ?? null
  const requestEvent = findLast('updateRequested', 'updateRequestCancelled')
  const responseEvent = findLast('updateReceived')
  const enrolmentEvent = findLast('enrolled', 'enrolmentUndone')
  return {
    reviewedAt: events.find(({ type }) => type === 'reviewStarted')?.at ?? null,
    request:
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

/** Whether there are results whose outcome the reader must not learn. */
export const hidesOutcome = ({ reader, result, status, found }: Known): boolean =>
  reader === 'cnp' &&
  result !== null &&
  status !== 'declined' &&
  status !== 'update_requested' &&
  found.enrolledAt === null
