/**
 * Verifies an allocation independently: it shares no code with the algorithm. It compares rejected
 * candidates with admitted ones, and quotas with the candidates who wait for them. It also computes
 * the allocation a second time with a different method, which raises the cutoffs until everyone
 * fits. It compares the places of applicants who had confirmed one with what they answered, not with
 * the choices that the allocation was given.
 */
import type { Allocation, Candidate, Quota } from './allocation.ts'

export const findingCodes = [
  /** A worse candidate has the place. */
  'passedOver',
  /** The place is free, or a candidate of equal rank has it. */
  'leftOut',
  /** More candidates were admitted than there are places, and they are not tied. */
  'overfull',
  /** A candidate who confirmed a place has a worse place, or none. */
  'worseOff',
  /** The candidate did not choose the place. */
  'notChosen',
  /** The second method yields a different place. */
  'differs',
  /** A candidate who confirmed a place would lose it, or get one without having agreed to it. */
  'notConsented',
  /** A candidate who confirmed a place would pay more without having agreed to it. */
  'paysWithoutConsent',
  /** The candidate does not meet the condition of the programme. */
  'notEligible',
] as const

export interface AllocationFinding {
  readonly code: (typeof findingCodes)[number]
  readonly candidate: string
  readonly quota: string | null
}

export interface AllocationReport {
  readonly candidates: number
  readonly quotas: number
  /** Number of times a candidate was compared with a choice that it prefers to its place. */
  readonly compared: number
  /** The total number of findings. `findingCodes` contains only the first of them. */
  readonly found: number
  readonly findings: readonly AllocationFinding[]
}

/** Cost of a place. Amounts that are not known or do not apply are null. */
export interface QuotaPrice {
  readonly isFeePaying: boolean
  readonly tuition: number | null
  readonly confirmationFee: number | null
}

/** A place that a candidate confirmed before, and the newest answer about it. */
export interface ConfirmedPlace {
  readonly candidate: string
  readonly quota: string
  /** The paid part of the confirmation fee; it counts for another place as well. */
  readonly paidFee: number
  /** Confirmation fees that differ for this candidate from `prices`. */
  readonly ownFees?: ReadonlyMap<string, number | null>
  /** Null if nobody asked; then the place may only change for one that costs no more. */
  readonly answer: {
    /** The places that the candidate agreed to, with the amounts that were shown. */
    readonly consented: ReadonlyMap<string, Omit<QuotaPrice, 'isFeePaying'>>
    readonly agreedToPay: boolean
  } | null
}

export interface Confirmations {
  readonly places: readonly ConfirmedPlace[]
  readonly prices: ReadonlyMap<string, QuotaPrice>
  /** Whether a condition keeps a candidate from the places of a quota. */
  readonly isBarred: (candidate: string, quota: string) => boolean
}

const maxListedFindings = 100

/** Number of candidates or quotas to process before yielding to other work. */
const stride = 2048

/**
 * All relevant choices. The choices of a candidate are contiguous, best first, and end with the
 * quota in which the candidate holds a place.
 */
interface Entries {
  /** Index of each candidate's first choice, followed by the total number of choices. */
  readonly first: Int32Array
  readonly quotas: Int32Array
  /**
   * Dense rank of each choice among all choices for the same quota, starting at 0; smaller is
   * better.
   */
  readonly ranks: Int32Array
}

/** Compares two lists of keys with equal first keys; negative if `a` is better. */
function compareRemainingKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 1; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number]
    if (x !== y) return y - x
  }
  // A present key is better than a missing one.
  return b.length - a.length
}

/** Compares the lots of two candidates. The smaller text is better. */
const compareLots = (a: Candidate, b: Candidate): number => {
  const [x, y] = a.lot === b.lot ? [a.id, b.id] : [a.lot, b.lot]
  return x < y ? -1 : 1
}

/** Whether `list` contains `number` between two indexes. */
function includesBetween(list: Int32Array, number: number, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (list[i] === number) return true
  return false
}

function* collectEntries(
  candidates: readonly Candidate[],
  quotas: readonly Quota[],
): Generator<void, Entries> {
  const quotaIndexById = new Map(quotas.map(({ id }, index) => [id, index]))
  const maxEntries = candidates.reduce((sum, { choices }) => sum + choices.length + 1, 0)
  const entriesByQuota: number[][] = quotas.map(() => [])
  const first = new Int32Array(candidates.length + 1)
  const entryQuotas = new Int32Array(maxEntries)
  const owners = new Int32Array(maxEntries)
  const entryKeys: (readonly number[])[] = []
  // The first key decides most comparisons. Holders of a place come first.
  const firstKeys = new Float64Array(maxEntries)
  const add = (owner: number, quota: number, keys: readonly number[], isHeld: boolean) => {
    const entry = entryKeys.length
    entriesByQuota[quota]?.push(entry)
    entryQuotas[entry] = quota
    owners[entry] = owner
    firstKeys[entry] = isHeld ? Number.POSITIVE_INFINITY : (keys[0] ?? Number.NEGATIVE_INFINITY)
    entryKeys.push(isHeld ? [] : keys)
  }
  for (const [index, { choices, holds }] of candidates.entries()) {
    if (index % stride === 0) yield
    const begin = entryKeys.length
    first[index] = begin
    let hasHeldQuota = !holds
    for (const { quota: id, keys } of choices) {
      const quota = quotaIndexById.get(id)
      if (quota === undefined || includesBetween(entryQuotas, quota, begin, entryKeys.length))
        continue
      const isHeld = id === holds
      add(index, quota, keys, isHeld)
      hasHeldQuota ||= isHeld
      if (isHeld) break
    }
    const heldQuota = hasHeldQuota ? undefined : quotaIndexById.get(holds ?? '')
    if (heldQuota !== undefined) add(index, heldQuota, [], true)
  }
  first[candidates.length] = entryKeys.length
  const ranks = new Int32Array(entryKeys.length)
  for (const [index, { ties }] of quotas.entries()) {
    const compareEntries = (a: number, b: number): number => {
      const [x, y] = [firstKeys[a] as number, firstKeys[b] as number]
      if (x !== y) return x > y ? -1 : 1
      const order = compareRemainingKeys(entryKeys[a] ?? [], entryKeys[b] ?? [])
      if (order !== 0 || ties === 'together' || x === Number.POSITIVE_INFINITY) return order
      return compareLots(
        candidates[owners[a] as number] as Candidate,
        candidates[owners[b] as number] as Candidate,
      )
    }
    const sorted = (entriesByQuota[index] ?? []).sort(compareEntries)
    let rank = 0
    for (let i = 0; i < sorted.length; i++) {
      if (i > 0 && compareEntries(sorted[i - 1] as number, sorted[i] as number) < 0) rank += 1
      ranks[sorted[i] as number] = rank
    }
    yield
  }
  return { first, quotas: entryQuotas, ranks }
}

const ascending = (a: number, b: number) => a - b

/** Like `checkAllocation`, but yields regularly so that other work can run. */
export function* checkAllocationInSteps(
  candidates: readonly Candidate[],
  quotas: readonly Quota[],
  { won }: Pick<Allocation, 'won'>,
  confirmations?: Confirmations,
): Generator<void, AllocationReport> {
  const found: AllocationFinding[] = []
  let count = 0
  const addFinding = (code: AllocationFinding['code'], candidate: string, quota: string | null) => {
    count += 1
    if (found.length < maxListedFindings) found.push({ code, candidate, quota })
  }
  const entries = yield* collectEntries(candidates, quotas)
  const { first, ranks } = entries
  const quotaIdOf = (entry: number) => quotas[entries.quotas[entry] as number]?.id ?? null
  const placeOf = (id: string) => won.get(id)?.quota ?? null

  // Ranks of the admitted candidates, by quota.
  const admittedRanks: number[][] = quotas.map(() => [])
  for (const [index, { id }] of candidates.entries()) {
    const place = placeOf(id)
    if (place === null) continue
    let entry = first[index] as number
    while (entry < (first[index + 1] as number) && quotaIdOf(entry) !== place) entry += 1
    if (entry < (first[index + 1] as number))
      admittedRanks[entries.quotas[entry] as number]?.push(ranks[entry] as number)
    else addFinding('notChosen', id, place)
  }
  for (const quotaRanks of admittedRanks) quotaRanks.sort(ascending)
  yield
  // The worst rank in each quota that is entitled to a place: the number of candidates with a
  // better rank is smaller than the number of places.
  const worstEntitledRanks = quotas.map(({ places }, index) =>
    places > 0 ? (admittedRanks[index]?.[places - 1] ?? Number.POSITIVE_INFINITY) : -1,
  )

  let compared = 0
  for (const [index, { id, holds }] of candidates.entries()) {
    if (index % stride === 0) yield
    const place = placeOf(id)
    for (let entry = first[index] as number; entry < (first[index + 1] as number); entry++) {
      const quota = entries.quotas[entry] as number
      const rank = ranks[entry] as number
      const quotaId = quotaIdOf(entry)
      const isEntitled = rank <= (worstEntitledRanks[quota] as number)
      if (quotaId === place) {
        if (holds !== place && !isEntitled) addFinding('overfull', id, place)
        break
      }
      compared += 1
      if (holds === quotaId) addFinding('worseOff', id, holds)
      else if (isEntitled)
        addFinding(
          (admittedRanks[quota]?.at(-1) ?? -1) > rank ? 'passedOver' : 'leftOut',
          id,
          quotaId,
        )
    }
  }
  const expected = yield* allocateByCutoff(candidates, quotas, entries)
  for (const [index, { id }] of candidates.entries()) {
    const expectedPlace = expected[index] === none ? null : quotaIdOf(expected[index] as number)
    if (placeOf(id) !== expectedPlace) addFinding('differs', id, expectedPlace)
  }
  for (const [index, { id }] of candidates.entries()) {
    if (index % stride === 0) yield
    const place = placeOf(id)
    if (place !== null && confirmations?.isBarred(id, place)) addFinding('notEligible', id, place)
  }
  for (const [index, confirmed] of (confirmations?.places ?? []).entries()) {
    if (index % stride === 0) yield
    const place = placeOf(confirmed.candidate)
    if (place === confirmed.quota) continue
    const code = consentFinding(confirmed, place, confirmations?.prices ?? new Map())
    if (code) addFinding(code, confirmed.candidate, place)
  }
  return {
    candidates: candidates.length,
    quotas: quotas.length,
    compared,
    found: count,
    findings: found,
  }
}

/** The finding for a confirmed place that was exchanged without consent; null if there is none. */
function consentFinding(
  { quota, paidFee, ownFees, answer }: ConfirmedPlace,
  place: string | null,
  prices: Confirmations['prices'],
): 'notConsented' | 'paysWithoutConsent' | null {
  const shown = answer?.consented.get(place ?? '')
  if (place === null || (answer && !shown)) return 'notConsented'
  const [before, after] = [prices.get(quota), prices.get(place)]
  if (!before || !after) return 'paysWithoutConsent'
  const ownFee = ownFees?.get(place)
  const feeAfter = (ownFee === undefined ? after.confirmationFee : ownFee) ?? 0
  const isRaised = (from: number | null, to: number | null) =>
    to !== null && (from === null || to > from)
  if (shown && (isRaised(shown.tuition, after.tuition) || feeAfter > (shown.confirmationFee ?? 0)))
    return 'paysWithoutConsent'
  const isTuitionCovered =
    !after.isFeePaying ||
    (before.isFeePaying && after.tuition !== null && !isRaised(before.tuition, after.tuition))
  const paysMore = !isTuitionCovered || feeAfter > paidFee
  return paysMore && !answer?.agreedToPay ? 'paysWithoutConsent' : null
}

const none = -1

/**
 * Computes the choice that each candidate gets, with a different method. At first, everyone gets
 * their first choice. If a quota has too many candidates, its cutoff rises to the rank of the last
 * one who fits, and everyone below moves on to their next choice.
 */
function* allocateByCutoff(
  candidates: readonly Candidate[],
  quotas: readonly Quota[],
  { first, quotas: entryQuotas, ranks }: Entries,
) {
  const current = first.slice(0, candidates.length)
  const end = (index: number) => first[index + 1] as number
  // The worst rank admitted to each quota. If a quota has no places, only candidates who already
  // hold one are admitted.
  const cutoffs = quotas.map(({ places }) => (places > 0 ? Number.POSITIVE_INFINITY : none))
  const fits = (index: number, entry: number, quota: number) =>
    (ranks[entry] as number) <= (cutoffs[quota] as number) ||
    candidates[index]?.holds === quotas[quota]?.id
  // Candidates by quota.
  const admitted: number[][] = quotas.map(() => [])
  let pending: readonly number[] = candidates.map((_, index) => index)
  while (pending.length > 0) {
    const changedQuotas = new Set<number>()
    for (const [step, index] of pending.entries()) {
      if (step % stride === 0) yield
      let entry = current[index] as number
      while (entry < end(index) && !fits(index, entry, entryQuotas[entry] as number)) entry += 1
      current[index] = entry
      if (entry === end(index)) continue
      admitted[entryQuotas[entry] as number]?.push(index)
      changedQuotas.add(entryQuotas[entry] as number)
    }
    const rejected: number[] = []
    for (const [step, quota] of [...changedQuotas].entries()) {
      if (step % 64 === 0) yield
      const quotaCandidates = admitted[quota] ?? []
      const { places } = quotas[quota] as Quota
      if (quotaCandidates.length <= places || places === 0) continue
      const quotaRanks = new Int32Array(quotaCandidates.length)
      for (const [i, index] of quotaCandidates.entries())
        quotaRanks[i] = ranks[current[index] as number] as number
      cutoffs[quota] = quotaRanks.sort()[places - 1] as number
      const stillFits = (index: number) => fits(index, current[index] as number, quota)
      for (const index of quotaCandidates) if (!stillFits(index)) rejected.push(index)
      admitted[quota] = quotaCandidates.filter(stillFits)
    }
    pending = rejected
  }
  return current.map((entry, index) => (entry === end(index) ? none : entry))
}

/** Verifies an allocation. Results may be released only if there are no findings. */
export function checkAllocation(
  candidates: readonly Candidate[],
  quotas: readonly Quota[],
  allocation: Pick<Allocation, 'won'>,
  confirmations?: Confirmations,
): AllocationReport {
  const steps = checkAllocationInSteps(candidates, quotas, allocation, confirmations)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
