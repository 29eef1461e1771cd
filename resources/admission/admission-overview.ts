/** Data of the public admission pages: departments, programmes, dates and published results. */
import { daysBetween, formatLongDay } from '@matricola/schema/values/dates.ts'
import { forDegree } from './concurrent-admissions.ts'
import type { ChoiceReason } from './ranking.ts'
import type { TranslatedName } from './translated-name.ts'
import type { AdmissionDates } from './wire-dates.ts'
import type { WireIntake } from './wire-intake.ts'

export interface WireDepartment {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** Whether the text is a translation into the reader's language. */
  readonly isNameTranslated: boolean
  readonly isDescriptionTranslated: boolean
  readonly email: string | null
  readonly phone: string | null
  readonly office: string | null
  readonly officeHours: string | null
}

export interface WireProgramme {
  /** Part of the URL of the programme's page. */
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly isNameTranslated: boolean
  readonly isDescriptionTranslated: boolean
  readonly departmentProfileId: string
  readonly cycle: string
  readonly language: string
  readonly yearsOfStudy: number
  readonly totalCredits: number
  /** If both are null, places are unlimited. If one is null, there are no places of that type. */
  readonly placesBudget: number | null
  readonly placesFee: number | null
  /** Per year, in RON. */
  readonly tuitionFee: number | null
  /** Whether the session that receives its applications ranks them, in rounds. */
  readonly isRanked: boolean
}

export interface WireAdmission extends TranslatedName, AdmissionDates {
  readonly id: string
  readonly version: number
  readonly academicYear: string
  /**
   * The degree whose programmes the admission session offers; null: all programmes that no other
   * session offers.
   */
  readonly degree: string | null
}

interface RankedReference {
  readonly reference: string
  readonly average: number
}

/** Released results of a programme by reference number. Averages are in hundredths. */
export interface PublicResults {
  /** Dates of the admission session. */
  readonly dates: AdmissionDates
  /** The name of the admission session. */
  readonly session: string
  readonly round: string
  readonly notifiedAt: string
  /** Whether appeals can still change the results. */
  readonly isProvisional: boolean
  /** The last day for appeals; null once it has passed. */
  readonly appealUntil: string | null
  readonly code: string
  readonly programme: string
  /** Whether the programme's name is a translation into the reader's language. */
  readonly isTranslated: boolean
  readonly kinds: readonly {
    /** `budget`, `fee`, or the id of a type of reserved place, which has a `kindName`. */
    readonly kind: string
    readonly kindName: string | null
    readonly places: number
    /** Number of places that applicants had confirmed before, and keep. */
    readonly held: number
    /** Of those admitted in this round. */
    readonly lastAverage: number | null
    /** Applicants who keep a place, with the round in which they got it. */
    readonly kept: readonly (RankedReference & { readonly round: string | null })[]
    readonly admitted: readonly RankedReference[]
    readonly waiting: readonly (RankedReference & DecisiveReason & { readonly waiting: number })[]
  }[]
}

export interface DecisiveReason {
  /** Null in results that were computed before reasons were stored. */
  readonly reason: ChoiceReason | null
  /** The tie-breaker that decided, in words; absent if none did. */
  readonly criterion?: string
}

/** Returns the sentences about appeals that can still change results. */
export const provisionalInWords = (
  { isProvisional, appealUntil }: Pick<PublicResults, 'isProvisional' | 'appealUntil'>,
  language: string,
  text: (key: 'provisional' | 'appealUntil', params?: { readonly date: string }) => string,
): string =>
  [
    ...(isProvisional ? [text('provisional')] : []),
    ...(appealUntil === null
      ? []
      : [text('appealUntil', { date: formatLongDay(appealUntil, language) })]),
  ].join(' ')

/** Returns what decided, from the texts at a key. */
export function waitingReasonInWords(
  { reason, criterion }: DecisiveReason,
  text: (key: string, params?: { readonly criterion: string }) => string,
): string | null {
  if (reason === null) return null
  return criterion === undefined ? text(reason) : text('tieBy', { criterion })
}

export interface AdmissionOverview {
  /** Departments with at least one programme. */
  readonly departments: readonly WireDepartment[]
  readonly programmes: readonly WireProgramme[]
  /** The current admission session, which receives applications. */
  readonly current: WireAdmission | null
  /** Concurrent admission sessions, each for one degree. */
  readonly concurrent: readonly WireAdmission[]
  /** The next admission session that has not started. */
  readonly next: WireAdmission | null
  /** Codes of programmes with public results. */
  readonly results: readonly string[]
}

/** The admission session for programmes of a degree. */
export const overviewAdmissionForDegree = (
  { current, concurrent }: AdmissionOverview,
  cycle: string,
) => forDegree(current, concurrent, cycle)

/**
 * The admission session of a programme: the one that receives its applications, otherwise the next
 * one of its degree.
 */
export function admissionOfProgramme(
  intake: WireIntake,
  overview: AdmissionOverview,
  { code, cycle }: WireProgramme,
): WireAdmission | null {
  if (
    intake.closedReason === 'stopped' ||
    intake.specializations.some((specialization) => specialization.code === code)
  )
    return overviewAdmissionForDegree(overview, cycle)
  const { next } = overview
  return next?.degree === null || next?.degree === cycle ? next : null
}

/** Number of places of each type; null if unlimited. */
export const programmePlaces = ({ placesBudget, placesFee }: WireProgramme) =>
  placesBudget === null && placesFee === null
    ? null
    : { budget: placesBudget ?? 0, fee: placesFee ?? 0 }

/**
 * Days until a deadline's last day in the university's time zone; 0 on that day. The deadline
 * itself is exclusive.
 */
export const daysLeft = (end: string, now: Date) =>
  Math.max(0, daysBetween(now.toISOString(), new Date(Date.parse(end) - 1).toISOString()))
