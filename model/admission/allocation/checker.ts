/**
 * Goes over an allocation without knowing how it was made: it shares no line with what made it. Whoever was refused is
 * compared with whoever got a place, every place with who still waits, and the whole with a second calculation that raises
 * what is needed in each programme until everybody fits.
 */
import type { Allocation, Candidate, Seat } from './allocation.ts'

export const findings = [
  /** A worse candidate has the place. */
  'passedOver',
  /** The place is free, or an equal has it. */
  'leftOut',
  /** More have a place than there are, though they are not level. */
  'overfull',
  /** Somebody who confirmed a place has a worse one, or none. */
  'worseOff',
  /** The place was not asked for. */
  'notChosen',
  /** The second calculation gives another place. */
  'differs',
] as const

export interface Finding {
  readonly code: (typeof findings)[number]
  readonly candidate: string
  readonly seat: string | null
}

export interface Report {
  readonly candidates: number
  readonly seats: number
  /** Comparisons of a candidate with places that were wanted more. */
  readonly compared: number
  /** All that was found, and the first of them. */
  readonly found: number
  readonly findings: readonly Finding[]
}

const shown = 100

/** A standing at some places, to be compared part by part: confirmed or not, the keys, and the lot. */
type Standing = readonly (number | string)[]

function standingOf(candidate: Candidate, seat: Seat, keys: readonly number[]): Standing {
  const isHeld = candidate.holds === seat.id
  if (isHeld) return [1]
  return seat.ties === 'lot' ? [0, ...keys, candidate.lot, candidate.id] : [0, ...keys]
}

/** Order of two standings, less than 0 where the first is before: the greater number, then the smaller text. */
function orderOf(a: Standing, b: Standing): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a[i] as number | string, b[i] as number | string]
    if (x === y) continue
    if (typeof x === 'number' && typeof y === 'number') return y - x
    return String(x) < String(y) ? -1 : 1
  }
  // Two who hold the place are level; of others, keys that are there are before keys that are not.
  return a[0] === 1 ? 0 : b.length - a.length
}

/** Something that somebody wants. */
interface Wish {
  readonly seat: Seat
  readonly standing: Standing
  /** Number of different standings for the same places before this one. */
  order: number
}

/** Choices of somebody, the best first, without what comes after a place that is held. */
function wishesOf(candidate: Candidate, seats: ReadonlyMap<string, Seat>): Wish[] {
  const wishes: Wish[] = []
  const add = (seat: Seat, keys: readonly number[]) => wishes.push({ seat, standing: standingOf(candidate, seat, keys), order: 0 })
  for (const { seat: id, keys } of candidate.choices) {
    const seat = seats.get(id)
    if (!seat || wishes.some((one) => one.seat === seat)) continue
    add(seat, keys)
    if (id === candidate.holds) return wishes
  }
  const own = candidate.holds ? seats.get(candidate.holds) : undefined
  if (own) add(own, [])
  return wishes
}

/** Numbers the wishes for each place by their standing: from then on the smaller number is before the greater. */
function* number(wishes: Iterable<readonly Wish[]>): Generator<void, void> {
  const bySeat = new Map<Seat, Wish[]>()
  for (const some of wishes)
    for (const wish of some) {
      const others = bySeat.get(wish.seat)
      if (others) others.push(wish)
      else bySeat.set(wish.seat, [wish])
    }
  for (const some of bySeat.values()) {
    yield
    some.sort((a, b) => orderOf(a.standing, b.standing))
    let order = 0
    for (const [i, wish] of some.entries()) {
      const previous = some[i - 1]
      if (previous && orderOf(previous.standing, wish.standing) < 0) order += 1
      wish.order = order
    }
  }
}

const ascending = (a: number, b: number) => a - b

/** Counts the smaller numbers of a list in ascending order, by halving. */
function countBefore(sorted: readonly number[], order: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < order) low = middle + 1
    else high = middle
  }
  return low
}

/** Candidates from one step to the next, so that other work gets its turn. */
const stride = 4096

/** As `check`, in steps: between two of them others may do their work. */
export function* checking(
  candidates: readonly Candidate[],
  seats: readonly Seat[],
  { won }: Pick<Allocation, 'won'>,
): Generator<void, Report> {
  const found: Finding[] = []
  let count = 0
  const note = (code: Finding['code'], candidate: string, seat: string | null) => {
    count += 1
    if (found.length < shown) found.push({ code, candidate, seat })
  }
  const byId = new Map(seats.map((seat) => [seat.id, seat]))
  const wishes: (readonly Wish[])[] = []
  for (const [at, candidate] of candidates.entries()) {
    if (at % stride === 0) yield
    wishes.push(wishesOf(candidate, byId))
  }
  yield* number(wishes)
  const placeOf = (id: string) => won.get(id)?.seat ?? null

  // The standings of those who have a place, by places.
  const inside = new Map<string, number[]>(seats.map(({ id }) => [id, []]))
  for (const [at, { id }] of candidates.entries()) {
    const place = placeOf(id)
    if (place === null) continue
    const got = wishes[at]?.find(({ seat }) => seat.id === place)
    if (got) inside.get(place)?.push(got.order)
    else note('notChosen', id, place)
  }
  for (const orders of inside.values()) orders.sort(ascending)
  yield

  let compared = 0
  for (const [at, { id, holds }] of candidates.entries()) {
    if (at % stride === 0) yield
    const place = placeOf(id)
    for (const { seat, order } of wishes[at] ?? []) {
      const others = inside.get(seat.id) ?? []
      const isEntitled = countBefore(others, order) < seat.places
      if (seat.id === place) {
        if (holds !== place && !isEntitled) note('overfull', id, place)
        break
      }
      compared += 1
      if (holds === seat.id) note('worseOff', id, holds)
      else if (isEntitled) note((others.at(-1) ?? -1) > order ? 'passedOver' : 'leftOut', id, seat.id)
    }
  }
  const second = yield* byCutOff(candidates, wishes)
  for (const [at, { id }] of candidates.entries()) {
    const other = second[at]?.seat.id ?? null
    if (placeOf(id) !== other) note('differs', id, other)
  }
  return { candidates: candidates.length, seats: seats.length, compared, found: count, findings: found }
}

/**
 * The wish that each candidate gets, by another way: at first whoever asks gets the first; where more came than fit, what
 * is needed rises to the standing of the last who fits, and whoever is below goes on to the next wish.
 */
function* byCutOff(candidates: readonly Candidate[], wishes: readonly (readonly Wish[])[]): Generator<void, readonly (Wish | undefined)[]> {
  const at = new Int32Array(candidates.length)
  const wishOf = (index: number) => wishes[index]?.[at[index] ?? 0]
  // Candidates who are there, by places.
  const present = new Map<Seat, number[]>()
  let moving = candidates.map((_, index) => index)
  while (moving.length > 0) {
    const crowded = new Set<Seat>()
    for (const index of moving) {
      const wish = wishOf(index)
      if (!wish) continue
      const here = present.get(wish.seat)
      if (here) here.push(index)
      else present.set(wish.seat, [index])
      crowded.add(wish.seat)
    }
    yield
    moving = []
    for (const seat of crowded) {
      const here = present.get(seat) ?? []
      if (here.length <= seat.places) continue
      const orderOf = (index: number) => wishOf(index)?.order ?? 0
      // With no places at all nobody fits but who holds one.
      const needed = Int32Array.from(here, orderOf).sort()[seat.places - 1] ?? -1
      const staying: number[] = []
      for (const index of here)
        if (orderOf(index) <= needed || candidates[index]?.holds === seat.id) staying.push(index)
        else moving.push(index)
      present.set(seat, staying)
    }
    for (const index of moving) at[index] = (at[index] ?? 0) + 1
  }
  return wishes.map((_, index) => wishOf(index))
}

/** Goes over an allocation; without findings it may be released. */
export function check(candidates: readonly Candidate[], seats: readonly Seat[], allocation: Pick<Allocation, 'won'>): Report {
  const steps = checking(candidates, seats, allocation)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
