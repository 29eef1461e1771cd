/**
 * Verifies an allocation independently: it shares no code with the algorithm. It compares rejected candidates with those who were
 * admitted, and seats with the candidates who wait for them. It also computes the allocation a second time with a different
 * method, which raises the cutoffs until everyone fits.
 */
import type { Allocation, Candidate, Seat } from './allocation.ts'

export const findingCodes = [
  /** A worse candidate has the place. */
  'passedOver',
  /** The place is free, or an equal candidate has it. */
  'leftOut',
  /** More candidates were admitted than there are places, and they are not tied. */
  'overfull',
  /** A candidate who confirmed a place has a worse one, or none. */
  'worseOff',
  /** The candidate did not choose the place. */
  'notChosen',
  /** The second method yields another place. */
  'differs',
] as const

export interface AllocationFinding {
  readonly code: (typeof findingCodes)[number]
  readonly candidate: string
  readonly seat: string | null
}

export interface AllocationReport {
  readonly candidates: number
  readonly seats: number
  /** Number of comparisons of a candidate with preferred seats. */
  readonly compared: number
  /** The total number of findings. `findingCodes` has only the first ones. */
  readonly found: number
  readonly findings: readonly AllocationFinding[]
}

const maxListedFindings = 100

/** Number of candidates or seats to process before yielding to other work. */
const stride = 2048

/** All relevant choices: those of a candidate are contiguous, best first, and end with the held seat. */
interface Entries {
  /** Index of each candidate's first wish, followed by the total number of wishes. */
  readonly first: Int32Array
  readonly seats: Int32Array
  /** Dense rank of each wish among those for the same seat, starting at 0; smaller is better. */
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

/** Compares the lots of two candidates; the smaller text is better. */
const compareLots = (a: Candidate, b: Candidate): number => {
  const [x, y] = a.lot === b.lot ? [a.id, b.id] : [a.lot, b.lot]
  return x < y ? -1 : 1
}

/** Whether `list` contains `number` between two indexes. */
function includesBetween(list: Int32Array, number: number, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (list[i] === number) return true
  return false
}

function* collectEntries(candidates: readonly Candidate[], seats: readonly Seat[]): Generator<void, Entries> {
  const seatIndexById = new Map(seats.map(({ id }, index) => [id, index]))
  const maxEntries = candidates.reduce((sum, { choices }) => sum + choices.length + 1, 0)
  const entriesBySeat: number[][] = seats.map(() => [])
  const first = new Int32Array(candidates.length + 1)
  const entrySeats = new Int32Array(maxEntries)
  const owners = new Int32Array(maxEntries)
  const entryKeys: (readonly number[])[] = []
  // The first key decides most comparisons. Holders of a place come first.
  const firstKeys = new Float64Array(maxEntries)
  const add = (owner: number, seat: number, keys: readonly number[], isHeld: boolean) => {
    const entry = entryKeys.length
    entriesBySeat[seat]?.push(entry)
    entrySeats[entry] = seat
    owners[entry] = owner
    firstKeys[entry] = isHeld ? Number.POSITIVE_INFINITY : (keys[0] ?? Number.NEGATIVE_INFINITY)
    entryKeys.push(isHeld ? [] : keys)
  }
  for (const [index, { choices, holds }] of candidates.entries()) {
    if (index % stride === 0) yield
    const begin = entryKeys.length
    first[index] = begin
    let hasHeldSeat = !holds
    for (const { seat: id, keys } of choices) {
      const seat = seatIndexById.get(id)
      if (seat === undefined || includesBetween(entrySeats, seat, begin, entryKeys.length)) continue
      const isHeld = id === holds
      add(index, seat, keys, isHeld)
      hasHeldSeat ||= isHeld
      if (isHeld) break
    }
    const heldSeat = hasHeldSeat ? undefined : seatIndexById.get(holds ?? '')
    if (heldSeat !== undefined) add(index, heldSeat, [], true)
  }
  first[candidates.length] = entryKeys.length
  const ranks = new Int32Array(entryKeys.length)
  for (const [index, { ties }] of seats.entries()) {
    const compareEntries = (a: number, b: number): number => {
      const [x, y] = [firstKeys[a] as number, firstKeys[b] as number]
      if (x !== y) return x > y ? -1 : 1
      const order = compareRemainingKeys(entryKeys[a] ?? [], entryKeys[b] ?? [])
      if (order !== 0 || ties === 'together' || x === Number.POSITIVE_INFINITY) return order
      return compareLots(candidates[owners[a] as number] as Candidate, candidates[owners[b] as number] as Candidate)
    }
    const sorted = (entriesBySeat[index] ?? []).sort(compareEntries)
    let rank = 0
    for (let i = 0; i < sorted.length; i++) {
      if (i > 0 && compareEntries(sorted[i - 1] as number, sorted[i] as number) < 0) rank += 1
      ranks[sorted[i] as number] = rank
    }
    yield
  }
  return { first, seats: entrySeats, ranks }
}

const ascending = (a: number, b: number) => a - b

/** Like `checkAllocation`, but yields regularly so that other work can run. */
export function* checkAllocationInSteps(
  candidates: readonly Candidate[],
  seats: readonly Seat[],
  { won }: Pick<Allocation, 'won'>,
): Generator<void, AllocationReport> {
  const found: AllocationFinding[] = []
  let count = 0
  const addFinding = (code: AllocationFinding['code'], candidate: string, seat: string | null) => {
    count += 1
    if (found.length < maxListedFindings) found.push({ code, candidate, seat })
  }
  const entries = yield* collectEntries(candidates, seats)
  const { first, ranks } = entries
  const seatIdOf = (entry: number) => seats[entries.seats[entry] as number]?.id ?? null
  const placeOf = (id: string) => won.get(id)?.seat ?? null

  // Ranks of the admitted candidates, by seat.
  const admittedRanks: number[][] = seats.map(() => [])
  for (const [index, { id }] of candidates.entries()) {
    const place = placeOf(id)
    if (place === null) continue
    let entry = first[index] as number
    while (entry < (first[index + 1] as number) && seatIdOf(entry) !== place) entry += 1
    if (entry < (first[index + 1] as number)) admittedRanks[entries.seats[entry] as number]?.push(ranks[entry] as number)
    else addFinding('notChosen', id, place)
  }
  for (const seatRanks of admittedRanks) seatRanks.sort(ascending)
  yield
  // The worst rank at each seat that is entitled to a place: fewer candidates have a better rank than there are places.
  const worstEntitledRanks = seats.map(({ places }, index) =>
    places > 0 ? (admittedRanks[index]?.[places - 1] ?? Number.POSITIVE_INFINITY) : -1,
  )

  let compared = 0
  for (const [index, { id, holds }] of candidates.entries()) {
    if (index % stride === 0) yield
    const place = placeOf(id)
    for (let entry = first[index] as number; entry < (first[index + 1] as number); entry++) {
      const seat = entries.seats[entry] as number
      const rank = ranks[entry] as number
      const seatId = seatIdOf(entry)
      const isEntitled = rank <= (worstEntitledRanks[seat] as number)
      if (seatId === place) {
        if (holds !== place && !isEntitled) addFinding('overfull', id, place)
        break
      }
      compared += 1
      if (holds === seatId) addFinding('worseOff', id, holds)
      else if (isEntitled) addFinding((admittedRanks[seat]?.at(-1) ?? -1) > rank ? 'passedOver' : 'leftOut', id, seatId)
    }
  }
  const expected = yield* allocateByCutoff(candidates, seats, entries)
  for (const [index, { id }] of candidates.entries()) {
    const expectedPlace = expected[index] === none ? null : seatIdOf(expected[index] as number)
    if (placeOf(id) !== expectedPlace) addFinding('differs', id, expectedPlace)
  }
  return { candidates: candidates.length, seats: seats.length, compared, found: count, findings: found }
}

const none = -1

/**
 * Computes the wish that each candidate gets with a different method. At first everyone gets their first wish. Where too many
 * fit, the cutoff rises to the rank of the last one who fits, and everyone below moves on to their next wish.
 */
function* allocateByCutoff(candidates: readonly Candidate[], seats: readonly Seat[], { first, seats: entrySeats, ranks }: Entries) {
  const current = first.slice(0, candidates.length)
  const end = (index: number) => first[index + 1] as number
  // The worst rank admitted to each seat. Without places, only those who hold one are admitted.
  const cutoffs = seats.map(({ places }) => (places > 0 ? Number.POSITIVE_INFINITY : none))
  const fits = (index: number, entry: number, seat: number) =>
    (ranks[entry] as number) <= (cutoffs[seat] as number) || candidates[index]?.holds === seats[seat]?.id
  // Candidates by seat.
  const admitted: number[][] = seats.map(() => [])
  let pending: readonly number[] = candidates.map((_, index) => index)
  while (pending.length > 0) {
    const changedSeats = new Set<number>()
    for (const [step, index] of pending.entries()) {
      if (step % stride === 0) yield
      let entry = current[index] as number
      while (entry < end(index) && !fits(index, entry, entrySeats[entry] as number)) entry += 1
      current[index] = entry
      if (entry === end(index)) continue
      admitted[entrySeats[entry] as number]?.push(index)
      changedSeats.add(entrySeats[entry] as number)
    }
    const rejected: number[] = []
    for (const [step, seat] of [...changedSeats].entries()) {
      if (step % 64 === 0) yield
      const seatCandidates = admitted[seat] ?? []
      const { places } = seats[seat] as Seat
      if (seatCandidates.length <= places || places === 0) continue
      const seatRanks = new Int32Array(seatCandidates.length)
      for (const [i, index] of seatCandidates.entries()) seatRanks[i] = ranks[current[index] as number] as number
      cutoffs[seat] = seatRanks.sort()[places - 1] as number
      const stillFits = (index: number) => fits(index, current[index] as number, seat)
      for (const index of seatCandidates) if (!stillFits(index)) rejected.push(index)
      admitted[seat] = seatCandidates.filter(stillFits)
    }
    pending = rejected
  }
  return current.map((entry, index) => (entry === end(index) ? none : entry))
}

/** Verifies an allocation. Results may only be released if there are no findings. */
export function checkAllocation(
  candidates: readonly Candidate[],
  seats: readonly Seat[],
  allocation: Pick<Allocation, 'won'>,
): AllocationReport {
  const steps = checkAllocationInSteps(candidates, seats, allocation)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
