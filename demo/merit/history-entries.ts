/**
 * Events of an application to a merit-based admission, with their history, and drafts of released
 * results.
 */
import { today } from '@matricola/schema/values/dates.ts'
import type { AcceptanceMode } from '#resources/admission/place-acceptance.ts'
import type { ResultRow } from '#server/admission/ranking/store.ts'
import type { DemoActor, HistoryEntry } from '../application-history.ts'
import { createRecordBase, type DemoRow, type DemoTools } from '../rows.ts'
import type { MeritApplication, MeritRound } from './places.ts'
import type { ComputedResults } from './results.ts'

const minute = 60_000
const day = 24 * 60 * minute

interface ReviewOptions {
  readonly by: Exclude<DemoActor, string>
  /** Maximum number of days between the application and the start of the review. */
  readonly days: number
  readonly isChecked: boolean
}

/** Generates the review and, for most, the confirmation of grades. */
export function makeReview(
  first: MeritApplication,
  { by, days, isChecked }: ReviewOptions,
  { random }: DemoTools,
) {
  const at = Date.parse(first.createdAt)
  const startedAt = at + random.between(1, days) * day
  const checkedAt = startedAt + random.between(10, 600) * minute
  const review = {
    status: 'under_review',
    assignedToId: by.id,
    assignedAt: new Date(startedAt).toISOString(),
  } as const
  const confirmed = { gradesCheckedAt: new Date(checkedAt).toISOString(), gradesCheckedById: by.id }
  const steps: HistoryEntry[] = [
    {
      at: startedAt,
      by,
      action: 'startReview',
      set: review,
      event: 'reviewStarted',
      visibleFrom: startedAt,
    },
    ...(isChecked ? [{ at: checkedAt, by, action: 'checkGrades', set: confirmed }] : []),
  ]
  return { first, steps, row: { ...first, ...review, ...(isChecked && confirmed) } }
}

interface ReleasedRound {
  readonly round: MeritRound
  readonly notifiedAt: number
}

/**
 * Returns the result that the applicant was notified of; null if the applicant could not be ranked.
 */
export function resultEntryOf(
  result: ResultRow | undefined,
  { round, notifiedAt: at }: ReleasedRound,
): HistoryEntry | null {
  if (result?.outcome === 'waiting')
    return { at, by: 'system', event: 'placeWaiting', visibleFrom: at }
  if (result?.outcome !== 'won' || !result.kind) return null
  const isGeneral = result.kind === 'budget' || result.kind === 'fee'
  return {
    at,
    by: 'system',
    action: 'giveResult',
    set: {
      ...{
        status: 'accepted',
        decidedAt: new Date(at).toISOString(),
        decidedOn: today(new Date(at)),
        confirmBy: round.confirmBy,
      },
      wonSpecializationId: result.specializationId,
      wonFunding: isGeneral ? (result.kind as 'budget' | 'fee') : null,
      wonPlaceKindId: isGeneral ? null : result.kind,
    },
    event: 'accepted',
    payload: { kind: result.kind },
    visibleFrom: at,
  }
}

/**
 * Confirms a place: by the applicant, or by the system once the fee is paid. Without an answer, the
 * place was confirmed before applicants were asked whether they keep it.
 */
export function confirmationEntry(
  at: number,
  by: 'applicant' | 'system',
  acceptance?: AcceptanceMode,
): HistoryEntry {
  const set = { confirmedAt: new Date(at).toISOString(), ...(acceptance && { acceptance }) }
  return { at, by, action: 'confirmPlace', set, event: 'placeConfirmed', visibleFrom: at }
}

export function departureEntry(
  at: number,
  reasonCode: 'withdrawn' | 'place_not_confirmed',
): HistoryEntry {
  const isWithdrawal = reasonCode === 'withdrawn'
  return {
    at,
    by: isWithdrawal ? 'applicant' : 'system',
    action: isWithdrawal ? 'withdraw' : 'lapsePlace',
    set: {
      ...{
        status: 'declined',
        reasonCode,
        decidedAt: new Date(at).toISOString(),
        decidedOn: today(new Date(at)),
      },
      ...{ wonSpecializationId: null, wonFunding: null, wonPlaceKindId: null, confirmBy: null },
    },
    event: isWithdrawal ? 'withdrawn' : 'declined',
    ...(!isWithdrawal && { payload: { reasonCode } }),
    visibleFrom: at,
  }
}

/** Returns a draft that an administrator has released, with its notifications sent. */
export function makeReleasedDraft(
  { round, notifiedAt, admin }: ReleasedRound & { readonly admin: string },
  { found, report, rows }: ComputedResults,
  tools: DemoTools,
): DemoRow<'admission-drafts'> {
  const at = (minutes: number) => new Date(notifiedAt - minutes * minute).toISOString()
  return {
    ...createRecordBase(tools, notifiedAt - 40 * minute),
    admissionRoundId: round.id,
    ...{
      state: 'notified',
      startedAt: at(40),
      readyAt: at(39),
      releasedAt: at(3),
      releasedById: admin,
      notifyAt: at(1),
      notifiedAt: at(0),
    },
    candidates: found.candidates.length,
    placed: rows.filter(({ outcome }) => outcome === 'won').length,
    incomplete: found.incomplete.size,
    ...{ findings: report.found, report },
  }
}
