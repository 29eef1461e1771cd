/**
 * Allocation of places, a pure function of candidates, their ordered choices, and the available
 * places. It is the deferred acceptance algorithm (Gale and Shapley): candidates propose in order
 * of preference, and places keep the best. Each candidate gets the best place that the averages of
 * all allow, and stating false preferences never helps. The result does not depend on the order of
 * the input, on time or on chance.
 */
import {
  type Candidate,
  type Choice,
  type MeritEntries,
  type MeritOrder,
  orderByMerit,
} from './merit.ts'

export type { Candidate, Choice } from './merit.ts'

export interface Quota {
  readonly id: string
  readonly places: number
  /**
   * Rule for equal candidates at the last place: `together` admits all of them, `lot` prefers the
   * smaller lot.
   */
  readonly ties: 'together' | 'lot'
}

/** A place that a candidate won. `choice` is its index in the candidate's choices. */
export interface AllocatedPlace {
  readonly quota: string
  readonly choice: number
}

export interface Allocation {
  /** The place of each candidate; null if there is none. */
  readonly won: ReadonlyMap<string, AllocatedPlace | null>
}

/** Number of choices to process before yielding to other work. */
const stride = 4096
const none = -1

/**
 * Like `allocate`, but yields regularly so that other work can run.
 * Throws if a choice names an unknown quota, or if two candidates or two quotas have the same id.
 */
export function* allocateInSteps(
  candidates: readonly Candidate[],
  quotas: readonly Quota[],
): Generator<void, Allocation> {
  const quotaIndexById = new Map(quotas.map(({ id }, index) => [id, index]))
  if (quotaIndexById.size < quotas.length) throw new Error('two quotas have the same id')
  if (new Set(candidates.map(({ id }) => id)).size < candidates.length)
    throw new Error('two candidates have the same id')

  const entries = yield* collectEntries(candidates, quotaIndexById)
  const order = yield* orderByMerit(candidates, entries, quotas.length)
  const ranks = yield* ranksOf({ candidates, quotas, entries, order })
  const current = yield* propose({ quotas, entries, order, ranks })

  const won = new Map<string, AllocatedPlace | null>()
  for (const [index, { id }] of candidates.entries()) {
    const entry = current[index] ?? none
    const quota = entry === none ? undefined : quotas[entries.quotas[entry] as number]
    won.set(id, quota ? { quota: quota.id, choice: entries.positions[entry] as number } : null)
  }
  return { won }
}

interface RankedEntries extends MeritEntries {
  /** Index of each entry in its candidate's choices. */
  readonly positions: Int32Array
}

/**
 * The relevant choices: without duplicates, and none after the quota in which the candidate holds a
 * place. If that quota was not chosen, it is added at the end.
 */
function* collectEntries(
  candidates: readonly Candidate[],
  quotaIndexById: ReadonlyMap<string, number>,
): Generator<void, RankedEntries> {
  const maxEntries = candidates.reduce((sum, { choices }) => sum + choices.length + 1, 0)
  const [owners, quotas, positions] = [
    new Int32Array(maxEntries),
    new Int32Array(maxEntries),
    new Int32Array(maxEntries),
  ]
  const keys: (readonly number[])[] = []
  const first = new Int32Array(candidates.length + 1)
  const quotaIndexOf = (id: string) => {
    const quota = quotaIndexById.get(id)
    if (quota === undefined) throw new Error(`unknown quota: ${id}`)
    return quota
  }
  const add = (owner: number, quota: number, position: number, entryKeys: readonly number[]) => {
    const entry = keys.length
    owners[entry] = owner
    quotas[entry] = quota
    positions[entry] = position
    keys.push(entryKeys)
  }
  for (const [index, { choices, holds = null }] of candidates.entries()) {
    const begin = keys.length
    first[index] = begin
    const heldQuota = holds === null ? none : quotaIndexOf(holds)
    for (let position = 0; position < choices.length; position++) {
      const choice = choices[position] as Choice
      const quota = quotaIndexOf(choice.quota)
      let entry = begin
      while (entry < keys.length && quotas[entry] !== quota) entry += 1
      if (entry === keys.length) add(index, quota, position, choice.keys)
      if (quota === heldQuota) break
    }
    if (heldQuota !== none && (keys.length === begin || quotas[keys.length - 1] !== heldQuota))
      add(index, heldQuota, choices.length, [])
    if (index % stride === 0) yield
  }
  first[candidates.length] = keys.length
  const trim = (all: Int32Array) => all.subarray(0, keys.length)
  return { first, keys, owners: trim(owners), quotas: trim(quotas), positions: trim(positions) }
}

/** The rank of a candidate who already holds the place and cannot be displaced. */
const heldRank = 0

interface Ranking {
  readonly candidates: readonly Candidate[]
  readonly quotas: readonly Quota[]
  readonly entries: MeritEntries
  readonly order: MeritOrder
}

/**
 * Rank of each entry among all entries for the same quota, starting at 1. Equal entries share a
 * rank unless ties are broken by lot.
 */
function* ranksOf({
  candidates,
  quotas,
  entries: { owners },
  order,
}: Ranking): Generator<void, Int32Array> {
  const ranks = new Int32Array(owners.length)
  let processed = 0
  for (const [quota, { id, ties }] of quotas.entries()) {
    const end = order.first[quota + 1] as number
    let [rank, merit] = [heldRank, none]
    for (let i = order.first[quota] as number; i < end; i++) {
      const entry = order.entries[i] as number
      if (candidates[owners[entry] as number]?.holds === id) continue
      if (ties === 'lot' || order.merits[entry] !== merit) rank += 1
      merit = order.merits[entry] as number
      ranks[entry] = rank
      processed += 1
    }
    if (processed > stride) {
      processed = 0
      yield
    }
  }
  return ranks
}

interface Proposal extends Omit<Ranking, 'candidates'> {
  readonly ranks: Int32Array
}

/** Returns the entry that each candidate is finally assigned, or `none`. */
function* propose({
  quotas,
  entries: { first, owners, quotas: entryQuotas },
  order,
  ranks,
}: Proposal): Generator<void, Int32Array> {
  const candidateCount = first.length - 1
  const current = new Int32Array(candidateCount).fill(none)
  const next = first.slice(0, candidateCount)
  // Kept candidates: for each quota and rank, a linked list of entries through `after`. Ranks start
  // at 0.
  const base = order.first.map((begin, quota) => begin + quota)
  const heads = new Int32Array(owners.length + quotas.length).fill(none)
  const counts = new Int32Array(owners.length + quotas.length)
  const after = new Int32Array(owners.length)
  const places = Int32Array.from(quotas, (quota) => quota.places)
  const sizes = new Int32Array(quotas.length)
  const worst = new Int32Array(quotas.length).fill(none)
  const waiting = new Int32Array(candidateCount).map((_, index) => index)
  let waitingCount = waiting.length
  for (let step = 1; waitingCount > 0; step++) {
    if (step % stride === 0) yield
    waitingCount -= 1
    const candidate = waiting[waitingCount] as number
    const entry = next[candidate] as number
    if (entry === first[candidate + 1]) continue
    next[candidate] = entry + 1
    const quota = entryQuotas[entry] as number
    const rank = ranks[entry] as number
    const limit = places[quota] as number
    // The quota is full of better candidates. Reject this one, and let the candidate propose to the
    // next choice.
    if (rank !== heldRank && rank > (worst[quota] as number) && (sizes[quota] as number) >= limit) {
      waitingCount += 1
      continue
    }
    const begin = base[quota] as number
    after[entry] = heads[begin + rank] as number
    heads[begin + rank] = entry
    counts[begin + rank] = (counts[begin + rank] as number) + 1
    current[candidate] = entry
    let size = (sizes[quota] as number) + 1
    let last = Math.max(worst[quota] as number, rank)
    // Remove the worst rank while the better ranks alone fill the quota. Equal candidates are
    // removed together.
    while (last > heldRank && size - (counts[begin + last] as number) >= limit) {
      for (
        let rejected = heads[begin + last] as number;
        rejected !== none;
        rejected = after[rejected] as number
      ) {
        const owner = owners[rejected] as number
        current[owner] = none
        waiting[waitingCount] = owner
        waitingCount += 1
      }
      size -= counts[begin + last] as number
      heads[begin + last] = none
      counts[begin + last] = 0
      while (last > heldRank && counts[begin + last] === 0) last -= 1
    }
    sizes[quota] = size
    worst[quota] = last
  }
  return current
}

/** Allocates the places. Throws like `allocateInSteps`. */
export function allocate(candidates: readonly Candidate[], quotas: readonly Quota[]): Allocation {
  const steps = allocateInSteps(candidates, quotas)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
