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

const maxShownFindings = 100

/** Number of candidates or seats to process before yielding to other work. */
const stride = 2048

/** All relevant choices: those of a candidate are contiguous, best first, and end with the held seat. */
interface Wishes {
  /** Index of each candidate's first wish, followed by the total number of wishes. */
  readonly first: Int32Array
  readonly seats: Int32Array
  /** Dense rank of each wish among those for the same seat, starting at 0; smaller is better. */
  readonly orders: Int32Array
}

/** Compares two lists of keys with equal first keys; negative if `a` is better. */
function orderOfRest(a: readonly number[], b: readonly number[]): number {
  for (let i = 1; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number]
    if (x !== y) return y - x
  }
  // A present key is better than a missing one.
  return b.length - a.length
}

/** Compares the lots of two candidates; the smaller text is better. */
const orderOfLots = (a: Candidate, b: Candidate): number => {
  const [x, y] = a.lot === b.lot ? [a.id, b.id] : [a.lot, b.lot]
  return x < y ? -1 : 1
}

/** Whether `list` contains `number` between two indexes. */
function isIn(list: Int32Array, number: number, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (list[at] === number) return true
  return false
}

function* wishing(candidates: readonly Candidate[], seats: readonly Seat[]): Generator<void, Wishes> {
  const byId = new Map(seats.map(({ id }, at) => [id, at]))
  const most = candidates.reduce((sum, { choices }) => sum + choices.length + 1, 0)
  const asking: number[][] = seats.map(() => [])
  const first = new Int32Array(candidates.length + 1)
  const wanted = new Int32Array(most)
  const owners = new Int32Array(most)
  const keysOf: (readonly number[])[] = []
  // The first key decides most comparisons. Holders of a place come first.
  const heights = new Float64Array(most)
  const add = (owner: number, seat: number, keys: readonly number[], isHeld: boolean) => {
    const wish = keysOf.length
    asking[seat]?.push(wish)
    wanted[wish] = seat
    owners[wish] = owner
    heights[wish] = isHeld ? Number.POSITIVE_INFINITY : (keys[0] ?? Number.NEGATIVE_INFINITY)
    keysOf.push(isHeld ? [] : keys)
  }
  for (const [at, { choices, holds }] of candidates.entries()) {
    if (at % stride === 0) yield
    const begin = keysOf.length
    first[at] = begin
    let isKept = !holds
    for (const { seat: id, keys } of choices) {
      const seat = byId.get(id)
      if (seat === undefined || isIn(wanted, seat, begin, keysOf.length)) continue
      const isHeld = id === holds
      add(at, seat, keys, isHeld)
      isKept ||= isHeld
      if (isHeld) break
    }
    const own = isKept ? undefined : byId.get(holds ?? '')
    if (own !== undefined) add(at, own, [], true)
  }
  first[candidates.length] = keysOf.length
  const orders = new Int32Array(keysOf.length)
  for (const [at, { ties }] of seats.entries()) {
    const orderOf = (a: number, b: number): number => {
      const [x, y] = [heights[a] as number, heights[b] as number]
      if (x !== y) return x > y ? -1 : 1
      const order = orderOfRest(keysOf[a] ?? [], keysOf[b] ?? [])
      if (order !== 0 || ties === 'together' || x === Number.POSITIVE_INFINITY) return order
      return orderOfLots(candidates[owners[a] as number] as Candidate, candidates[owners[b] as number] as Candidate)
    }
    const some = (asking[at] ?? []).sort(orderOf)
    let order = 0
    for (let i = 0; i < some.length; i++) {
      if (i > 0 && orderOf(some[i - 1] as number, some[i] as number) < 0) order += 1
      orders[some[i] as number] = order
    }
    yield
  }
  return { first, seats: wanted, orders }
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
  const note = (code: AllocationFinding['code'], candidate: string, seat: string | null) => {
    count += 1
    if (found.length < maxShownFindings) found.push({ code, candidate, seat })
  }
  const wishes = yield* wishing(candidates, seats)
  const { first, orders } = wishes
  const idOf = (wish: number) => seats[wishes.seats[wish] as number]?.id ?? null
  const placeOf = (id: string) => won.get(id)?.seat ?? null

  // Ranks of the admitted candidates, by seat.
  const inside: number[][] = seats.map(() => [])
  for (const [at, { id }] of candidates.entries()) {
    const place = placeOf(id)
    if (place === null) continue
    let wish = first[at] as number
    while (wish < (first[at + 1] as number) && idOf(wish) !== place) wish += 1
    if (wish < (first[at + 1] as number)) inside[wishes.seats[wish] as number]?.push(orders[wish] as number)
    else note('notChosen', id, place)
  }
  for (const some of inside) some.sort(ascending)
  yield
  // The worst rank at each seat that is entitled to a place: fewer candidates have a better rank than there are places.
  const entitled = seats.map(({ places }, at) => (places > 0 ? (inside[at]?.[places - 1] ?? Number.POSITIVE_INFINITY) : -1))

  let compared = 0
  for (const [at, { id, holds }] of candidates.entries()) {
    if (at % stride === 0) yield
    const place = placeOf(id)
    for (let wish = first[at] as number; wish < (first[at + 1] as number); wish++) {
      const seat = wishes.seats[wish] as number
      const order = orders[wish] as number
      const name = idOf(wish)
      const isEntitled = order <= (entitled[seat] as number)
      if (name === place) {
        if (holds !== place && !isEntitled) note('overfull', id, place)
        break
      }
      compared += 1
      if (holds === name) note('worseOff', id, holds)
      else if (isEntitled) note((inside[seat]?.at(-1) ?? -1) > order ? 'passedOver' : 'leftOut', id, name)
    }
  }
  const second = yield* byCutOff(candidates, seats, wishes)
  for (const [at, { id }] of candidates.entries()) {
    const other = second[at] === none ? null : idOf(second[at] as number)
    if (placeOf(id) !== other) note('differs', id, other)
  }
  return { candidates: candidates.length, seats: seats.length, compared, found: count, findings: found }
}

const none = -1

/**
 * Computes the wish that each candidate gets with a different method. At first everyone gets their first wish. Where too many
 * fit, the cutoff rises to the rank of the last one who fits, and everyone below moves on to their next wish.
 */
function* byCutOff(candidates: readonly Candidate[], seats: readonly Seat[], { first, seats: wanted, orders }: Wishes) {
  const at = first.slice(0, candidates.length)
  const end = (index: number) => first[index + 1] as number
  // The worst rank admitted to each seat. Without places, only those who hold one are admitted.
  const needed = seats.map(({ places }) => (places > 0 ? Number.POSITIVE_INFINITY : none))
  const staysWith = (index: number, wish: number, seat: number) =>
    (orders[wish] as number) <= (needed[seat] as number) || candidates[index]?.holds === seats[seat]?.id
  // Candidates by seat.
  const present: number[][] = seats.map(() => [])
  let moving: readonly number[] = candidates.map((_, index) => index)
  while (moving.length > 0) {
    const crowded = new Set<number>()
    for (const [turn, index] of moving.entries()) {
      if (turn % stride === 0) yield
      let wish = at[index] as number
      while (wish < end(index) && !staysWith(index, wish, wanted[wish] as number)) wish += 1
      at[index] = wish
      if (wish === end(index)) continue
      present[wanted[wish] as number]?.push(index)
      crowded.add(wanted[wish] as number)
    }
    const out: number[] = []
    for (const [turn, seat] of [...crowded].entries()) {
      if (turn % 64 === 0) yield
      const here = present[seat] ?? []
      const { places } = seats[seat] as Seat
      if (here.length <= places || places === 0) continue
      const standings = new Int32Array(here.length)
      for (const [i, index] of here.entries()) standings[i] = orders[at[index] as number] as number
      needed[seat] = standings.sort()[places - 1] as number
      const isStaying = (index: number) => staysWith(index, at[index] as number, seat)
      for (const index of here) if (!isStaying(index)) out.push(index)
      present[seat] = here.filter(isStaying)
    }
    moving = out
  }
  return at.map((wish, index) => (wish === end(index) ? none : wish))
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
