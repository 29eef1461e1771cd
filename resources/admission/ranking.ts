/**
 * Translates between the university's terms (kinds of places, averages, choices) and the allocation
 * algorithm.
 */
import type { Allocation, Candidate, Choice, Quota } from './allocation/allocation.ts'
import { orderByMerit } from './allocation/merit.ts'

export const resultOutcomes = ['won', 'waiting', 'incomplete'] as const
export type ResultOutcome = (typeof resultOutcomes)[number]

/**
 * How a result differs from the place that the applicant was notified of and still has. The first
 * that fits.
 */
export const resultChanges = [
  /** Another place, fee-paying instead of state-funded. */
  'nowFeePaying',
  /** The place is withdrawn. */
  'lost',
  /** A place of a higher choice. */
  'up',
  /** A place of a lower choice. */
  'down',
  /** A place for an applicant who has none. */
  'first',
  /** The same place. */
  'none',
  /** Still without a place. */
  'waiting',
  /** Without a place, because the application cannot be ranked. */
  'notRanked',
] as const
export type ResultChange = (typeof resultChanges)[number]

/** Emails that announce a result. */
export const resultMails = [
  'placeOffered',
  'placeMovedUp',
  'placeNowFeePaying',
  'placeMovedDown',
  'movedUp',
  'movedUpToPay',
  'placeRetracted',
  'waiting',
  'stillWaiting',
  'notRanked',
] as const
export type ResultMail = (typeof resultMails)[number]

/** Why an applicant's place became worse or was withdrawn. */
export const resultCauses = [
  /** A grade of the applicant was changed. */
  'ownGrade',
  /** The applicant's choices were changed. */
  'ownChoices',
  /** An appeal of another applicant was upheld. */
  'appealUpheld',
  /** A grade of another applicant was changed. */
  'gradeCorrected',
  /** A programme has fewer places. */
  'placesReduced',
  /** Another applicant can be ranked only now. */
  'applicationAdded',
  /** No single one of these, or something else. */
  'several',
] as const
export type ResultCause = (typeof resultCauses)[number]

/** Groups of data whose differences explain why a place became worse or was withdrawn. */
export const inputGroups = [
  'ownGrade',
  'ownChoices',
  'appealUpheld',
  'gradeCorrected',
  'places',
  'applications',
  /** A formula or a condition of a programme. */
  'rules',
] as const
export type InputGroup = (typeof inputGroups)[number]

/** Values for the text of a cause. Nothing about another person. */
export interface CauseDetails {
  /** Name of the grade that was changed, and its values. */
  readonly grade?: string
  /** Value before and now: of the grade, or the number of places. */
  readonly old?: number
  readonly new?: number
  /** Groups of data that differ, if no single one is the cause. */
  readonly groups?: readonly InputGroup[]
}

/**
 * The applicants whose data differ, by group: the first of them, and their number. Only for
 * administrators, because an applicant must not learn whose data was the cause.
 */
export type CauseSources = {
  readonly [G in 'appealUpheld' | 'gradeCorrected' | 'applications']: {
    readonly ids: readonly string[]
    readonly total: number
  }
}

/** Fields of a programme with the expressions that break ties, in order. */
export const tieBreakers = ['firstTie', 'secondTie', 'thirdTie', 'fourthTie', 'fifthTie'] as const
/** Columns of a result with the values of each tie-breaker, by choice. */
export const tieColumns = [
  'first_ties',
  'second_ties',
  'third_ties',
  'fourth_ties',
  'fifth_ties',
] as const

/** Decimals of an average, which is truncated. */
export const averageDecimals = 2

/** `budget`, `fee`, or the id of a type of reserved place. */
export type PlaceKind = string

export const quotaIdOf = (specializationId: string, kind: PlaceKind) =>
  `${specializationId} ${kind}`
export function parseQuotaId(quota: string): {
  readonly specializationId: string
  readonly kind: PlaceKind
} {
  const [specializationId = '', kind = ''] = quota.split(' ')
  return { specializationId, kind }
}

/** A chosen programme, with the kinds of places that the applicant wants there. */
export interface ProgrammeChoice {
  readonly specializationId: string
  readonly preference: 'budget_then_fee' | 'budget' | 'fee' | null
}

/** A type of reserved place that an applicant is entitled to, and its funding. */
export interface ReservedPlaceKind {
  readonly id: string
  readonly funding: 'budget' | 'fee'
}

/**
 * The kinds of places for a choice, best first. A general place precedes a reserved one with the
 * same funding: applicants who qualify by their average leave the reserved place to someone who
 * needs it.
 */
export function placeKindsFor(
  { preference }: ProgrammeChoice,
  reserved: ReservedPlaceKind | null,
): PlaceKind[] {
  const fundings =
    preference === 'budget'
      ? (['budget'] as const)
      : preference === 'fee'
        ? (['fee'] as const)
        : (['budget', 'fee'] as const)
  return fundings.flatMap((kind) => [kind, ...(reserved?.funding === kind ? [reserved.id] : [])])
}

/**
 * Why an applicant got a place or not, for one choice. The reasons follow from the allocation and
 * are stored with it, so that no page has to guess them.
 */
export const choiceReasons = [
  /** The applicant got this place. */
  'won',
  /** The applicant had confirmed this place before, and keeps it. */
  'kept',
  /** A higher choice was successful. */
  'notNeeded',
  /** There are no places of this kind, and nobody keeps one. */
  'noPlaces',
  /** Nobody was admitted, because all places are kept by applicants who had confirmed them. */
  'heldAll',
  /** The last applicant admitted has a higher average. */
  'higherAverage',
  /** The last applicant admitted has the same average and is ahead by a tie-breaker. */
  'tie',
  /** The last applicant admitted has the same values and is ahead by the draw. */
  'draw',
  /** The applicant keeps a confirmed place and did not ask to be moved to this one. */
  'notConsented',
  /** It costs more than the applicant, who keeps a confirmed place, agreed to. */
  'costsMore',
] as const
export type ChoiceReason = (typeof choiceReasons)[number]

/** A choice as it is shown; with a reason if the allocation does not consider it. */
export interface ListedChoice extends Choice {
  readonly excluded?: Extract<ChoiceReason, 'notConsented' | 'costsMore'>
}

/** A candidate with all choices, including those that the allocation does not consider. */
export interface ListedCandidate extends Candidate {
  readonly choices: readonly ListedChoice[]
}

/**
 * Returns an allocation with the position of each place among the listed choices of its candidate,
 * instead of among those that were considered. `considered` and `listed` have the same order.
 */
export function amongListedChoices(
  considered: readonly Candidate[],
  listed: readonly ListedCandidate[],
  { won }: Pick<Allocation, 'won'>,
): Allocation {
  const moved = listed.filter((candidate, index) => candidate !== considered[index])
  if (moved.length === 0) return { won }
  const places = new Map(won)
  for (const candidate of moved) {
    const place = won.get(candidate.id)
    if (!place) continue
    const choice = candidate.choices.findIndex(({ quota }) => quota === place.quota)
    places.set(candidate.id, {
      ...place,
      choice: choice === -1 ? candidate.choices.length : choice,
    })
  }
  return { won: places }
}

/**
 * A chosen programme whose condition the applicant does not meet. It is not a listed choice with a
 * reason, because an applicant needs neither an average nor the grades of a programme that does not
 * rank them, while an excluded choice has its position in the ranking.
 */
export interface IneligibleChoice {
  /** Position of the programme among the applicant's choices, starting at 1. */
  readonly number: number
  readonly specializationId: string
  /** The condition, as staff entered it. */
  readonly requires: string
}

/** A command that prints the digest with which an applicant takes part in the draw. */
export const drawCommand = (reference: string): string => `printf %s ${reference} | shasum -a 256`

/** Result for the places of one kind in one programme. */
export interface QuotaResult {
  readonly quota: Quota
  readonly taken: number
  /** Number of taken places that applicants had confirmed before. */
  readonly held: number
  readonly applicants: number
  readonly waiting: number
  /**
   * The last applicant admitted in this round, without those who had confirmed the place before:
   * average and tie-breakers in hundredths, and the lot. Null if there is none.
   */
  readonly last: (Pick<Candidate, 'lot'> & Pick<Choice, 'keys'>) | null
}

/**
 * The choices of all candidates with their results, in typed arrays. The choices of a candidate are
 * contiguous and in order.
 */
export interface RankedChoices {
  /** Index of each candidate's first choice, followed by the total number of choices. */
  readonly first: Int32Array
  /** Index of the quota of each choice in the results. */
  readonly quotas: Int32Array
  /** The average and tie-breakers of each choice, in hundredths, truncated. */
  readonly keys: readonly (readonly number[])[]
  /**
   * Position of each choice among all choices of the same quota. Equal candidates share a position.
   */
  readonly positions: Int32Array
  /** Number of each choice on the waiting list; 0 if it is not on the list. */
  readonly waiting: Int32Array
  /** Index in `choiceReasons` of the reason for each choice; `noReason` if there is none. */
  readonly reasons: Int8Array
  /** Index in `keys` of the tie-breaker that decided; 0 if none did. */
  readonly decidedBy: Int8Array
}

/** The allocation itself is wrong, which the checker reports. */
const noReason = -1
const indexOfReason = (reason: ChoiceReason) => choiceReasons.indexOf(reason)
/** Returns the reason that `RankedChoices` contains as an index; null if there is none. */
export const reasonAt = (index: number): ChoiceReason | null => choiceReasons[index] ?? null

interface RankingResult {
  readonly quotas: readonly QuotaResult[]
  readonly ranked: RankedChoices
}

/** Number of candidates to process before yielding to other work. */
const stride = 2048

/**
 * Positions of all candidates for each of their choices, the reasons, and the result for each
 * quota. Yields regularly.
 */
export function* rankCandidates(
  candidates: readonly ListedCandidate[],
  quotas: readonly Quota[],
  { won }: Pick<Allocation, 'won'>,
): Generator<void, RankingResult> {
  const quotaIndexById = new Map(quotas.map(({ id }, index) => [id, index]))
  const total = candidates.reduce((sum, { choices }) => sum + choices.length, 0)
  const [owners, places] = [new Int32Array(total), new Int32Array(total)]
  const first = new Int32Array(candidates.length + 1)
  const keys: (readonly number[])[] = []
  const excluded = new Int8Array(total).fill(noReason)
  const [taken, held] = [new Int32Array(quotas.length), new Int32Array(quotas.length)]
  // Index of the choice that each candidate won. For earlier choices, the candidate is on the
  // waiting list.
  const allocated = new Int32Array(candidates.length)
  const keepsPlace = new Uint8Array(candidates.length)
  for (const [index, { id, choices, holds = null }] of candidates.entries()) {
    if (index % stride === 0) yield
    const place = won.get(id) ?? null
    const quota = place && quotaIndexById.get(place.quota)
    if (typeof quota === 'number') {
      taken[quota] = (taken[quota] as number) + 1
      if (place?.quota === holds) {
        keepsPlace[index] = 1
        held[quota] = (held[quota] as number) + 1
      }
    }
    first[index] = keys.length
    allocated[index] = keys.length + (place?.choice ?? choices.length)
    for (const choice of choices) {
      owners[keys.length] = index
      places[keys.length] = quotaIndexById.get(choice.quota) ?? 0
      if (choice.excluded) excluded[keys.length] = indexOfReason(choice.excluded)
      keys.push(choice.keys)
    }
  }
  first[candidates.length] = keys.length
  const order = yield* orderByMerit(
    candidates,
    { first, owners, quotas: places, keys },
    quotas.length,
  )
  const positions = new Int32Array(total)
  const waiting = new Int32Array(total)
  const reasons = new Int8Array(total)
  const decidedBy = new Int8Array(total)
  const results: QuotaResult[] = []
  for (const [index, quota] of quotas.entries()) {
    const [begin, end] = [order.first[index] as number, order.first[index + 1] as number]
    // Equal candidates share a position. Equal candidates on the waiting list also share a number
    // on it, unless the draw decides between them.
    let [position, waitingCount, number, merit, lastEntry] = [0, 0, 0, -1, -1]
    for (let i = begin; i < end; i++) {
      const entry = order.entries[i] as number
      const owner = owners[entry] as number
      if (order.merits[entry] !== merit) {
        position = i - begin + 1
        number = waitingCount + 1
        merit = order.merits[entry] as number
      } else if (quota.ties === 'lot') number = waitingCount + 1
      positions[entry] = position
      const wonEntry = allocated[owner] as number
      if (entry < wonEntry && excluded[entry] === noReason) {
        waiting[entry] = number
        waitingCount += 1
      } else if (entry === wonEntry && keepsPlace[owner] === 0) lastEntry = entry
    }
    const last =
      lastEntry === -1
        ? null
        : {
            keys: keys[lastEntry] as readonly number[],
            lot: candidates[owners[lastEntry] as number]?.lot ?? '',
          }
    const result: QuotaResult = {
      quota,
      taken: taken[index] as number,
      held: held[index] as number,
      applicants: end - begin,
      waiting: waitingCount,
      last,
    }
    for (let i = begin; i < end; i++) {
      const entry = order.entries[i] as number
      const owner = owners[entry] as number
      const wonEntry = allocated[owner] as number
      if (entry > wonEntry) reasons[entry] = indexOfReason('notNeeded')
      else if (entry === wonEntry)
        reasons[entry] = indexOfReason(keepsPlace[owner] === 1 ? 'kept' : 'won')
      else if (excluded[entry] !== noReason) reasons[entry] = excluded[entry] as number
      else {
        const lost = reasonForWaiting(result, keys[entry] as readonly number[])
        reasons[entry] = lost ? indexOfReason(lost.reason) : noReason
        decidedBy[entry] = lost?.decidedBy ?? 0
      }
    }
    results.push(result)
    yield
  }
  return {
    quotas: results,
    ranked: { first, quotas: places, keys, positions, waiting, reasons, decidedBy },
  }
}

/**
 * Why a candidate with these keys is on the waiting list of a quota; null if the allocation gives no
 * reason, because it is wrong.
 */
function reasonForWaiting(
  { quota, held, last }: QuotaResult,
  keys: readonly number[],
): { readonly reason: ChoiceReason; readonly decidedBy: number } | null {
  if (last === null) {
    if (held > 0) return { reason: 'heldAll', decidedBy: 0 }
    return quota.places === 0 ? { reason: 'noPlaces', decidedBy: 0 } : null
  }
  const decidedBy = keys.findIndex((key, index) => key !== last.keys[index])
  if (decidedBy === -1) return quota.ties === 'lot' ? { reason: 'draw', decidedBy: 0 } : null
  if ((keys[decidedBy] as number) > (last.keys[decidedBy] ?? Number.NEGATIVE_INFINITY)) return null
  return { reason: decidedBy === 0 ? 'higherAverage' : 'tie', decidedBy }
}
