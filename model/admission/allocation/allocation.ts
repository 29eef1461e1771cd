/**
 * Allocation of places: a pure function of candidates, their choices in order and the places there are. Candidates propose
 * in their order and places keep the best (deferred acceptance), so each gets the best that everybody's averages allow, and
 * nobody gains by another order than the true one. Neither the order of the input nor a clock or chance changes anything.
 */
import { type Candidate, type Choice, type Entries, type Order, ordering } from './merit.ts'

export type { Candidate, Choice } from './merit.ts'

/** Places of one kind in one programme. */
export interface Seat {
  readonly id: string
  readonly places: number
  /** Fate of those who are level at the last place: all get one, or the smaller lot is first. */
  readonly ties: 'together' | 'lot'
}

/** A place that somebody got: the position of the choice in the own order, from 0. */
export interface Won {
  readonly seat: string
  readonly choice: number
}

export interface Allocation {
  /** Places by candidate; null where none was found. */
  readonly won: ReadonlyMap<string, Won | null>
}

/** Choices from one step to the next, so that other work gets its turn. */
const stride = 4096
const none = -1

/**
 * As `allocate`, in steps: between two of them others may do their work.
 * Throws for a choice of places that are not there, and for two candidates or places of one id.
 */
export function* allocating(candidates: readonly Candidate[], seats: readonly Seat[]): Generator<void, Allocation> {
  const seatAt = new Map(seats.map(({ id }, at) => [id, at]))
  if (seatAt.size < seats.length) throw new Error('two kinds of places have one id')
  if (new Set(candidates.map(({ id }) => id)).size < candidates.length) throw new Error('two candidates have one id')

  const entries = yield* entering(candidates, seatAt)
  const order = yield* ordering(candidates, entries, seats.length)
  const ranks = yield* ranksOf({ candidates, seats, entries, order })
  const current = yield* propose({ seats, entries, order, ranks })

  const won = new Map<string, Won | null>()
  for (const [at, { id }] of candidates.entries()) {
    const entry = current[at] ?? none
    const seat = entry === none ? undefined : seats[entries.seats[entry] as number]
    won.set(id, seat ? { seat: seat.id, choice: entries.positions[entry] as number } : null)
  }
  return { won }
}

interface Asked extends Entries {
  /** Position of the choice of each entry in the own order, from 0. */
  readonly positions: Int32Array
}

/** Choices as they are taken: each place once, nothing after the place that is held, which stands last where nobody chose it. */
function* entering(candidates: readonly Candidate[], seatAt: ReadonlyMap<string, number>): Generator<void, Asked> {
  const most = candidates.reduce((sum, { choices }) => sum + choices.length + 1, 0)
  const [owners, seats, positions] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)]
  const keys: (readonly number[])[] = []
  const first = new Int32Array(candidates.length + 1)
  const numberOf = (id: string) => {
    const seat = seatAt.get(id)
    if (seat === undefined) throw new Error(`there are no places ${id}`)
    return seat
  }
  const add = (owner: number, seat: number, position: number, own: readonly number[]) => {
    const entry = keys.length
    owners[entry] = owner
    seats[entry] = seat
    positions[entry] = position
    keys.push(own)
  }
  for (const [at, { choices, holds = null }] of candidates.entries()) {
    const begin = keys.length
    first[at] = begin
    const kept = holds === null ? none : numberOf(holds)
    for (let position = 0; position < choices.length; position++) {
      const choice = choices[position] as Choice
      const seat = numberOf(choice.seat)
      let entry = begin
      while (entry < keys.length && seats[entry] !== seat) entry += 1
      if (entry === keys.length) add(at, seat, position, choice.keys)
      if (seat === kept) break
    }
    if (kept !== none && (keys.length === begin || seats[keys.length - 1] !== kept)) add(at, kept, choices.length, [])
    if (at % stride === 0) yield
  }
  first[candidates.length] = keys.length
  const used = (all: Int32Array) => all.subarray(0, keys.length)
  return { first, keys, owners: used(owners), seats: used(seats), positions: used(positions) }
}

/** Rank of who holds a place: nobody is before them, and nobody puts them out. */
const held = 0

interface Ranking {
  readonly candidates: readonly Candidate[]
  readonly seats: readonly Seat[]
  readonly entries: Entries
  readonly order: Order
}

/** Rank of each entry among those for the same places, from 1; equals share one unless the lot parts them. */
function* ranksOf({ candidates, seats, entries: { owners }, order }: Ranking): Generator<void, Int32Array> {
  const ranks = new Int32Array(owners.length)
  let worked = 0
  for (const [seat, { id, ties }] of seats.entries()) {
    const end = order.first[seat + 1] as number
    let [rank, merit] = [held, none]
    for (let at = order.first[seat] as number; at < end; at++) {
      const entry = order.entries[at] as number
      if (candidates[owners[entry] as number]?.holds === id) continue
      if (ties === 'lot' || order.merits[entry] !== merit) rank += 1
      merit = order.merits[entry] as number
      ranks[entry] = rank
      worked += 1
    }
    if (worked > stride) {
      worked = 0
      yield
    }
  }
  return ranks
}

interface Proposing extends Omit<Ranking, 'candidates'> {
  readonly ranks: Int32Array
}

/** The entry that each candidate ends with. */
function* propose({ seats, entries: { first, owners, seats: entrySeats }, order, ranks }: Proposing): Generator<void, Int32Array> {
  const people = first.length - 1
  const current = new Int32Array(people).fill(none)
  const next = first.slice(0, people)
  // People who are kept: a list for each rank of each kind of places, of entries that name the next in `after`. Ranks begin at 0.
  const base = order.first.map((begin, seat) => begin + seat)
  const heads = new Int32Array(owners.length + seats.length).fill(none)
  const counts = new Int32Array(owners.length + seats.length)
  const after = new Int32Array(owners.length)
  const places = Int32Array.from(seats, (seat) => seat.places)
  const sizes = new Int32Array(seats.length)
  const worst = new Int32Array(seats.length).fill(none)
  const waiting = new Int32Array(people).map((_, at) => at)
  let left = waiting.length
  for (let step = 1; left > 0; step++) {
    if (step % stride === 0) yield
    left -= 1
    const at = waiting[left] as number
    const entry = next[at] as number
    if (entry === first[at + 1]) continue
    next[at] = entry + 1
    const seat = entrySeats[entry] as number
    const rank = ranks[entry] as number
    const limit = places[seat] as number
    // Full with others who are all better: they stay, and only better ones come.
    if (rank !== held && rank > (worst[seat] as number) && (sizes[seat] as number) >= limit) {
      left += 1
      continue
    }
    const begin = base[seat] as number
    after[entry] = heads[begin + rank] as number
    heads[begin + rank] = entry
    counts[begin + rank] = (counts[begin + rank] as number) + 1
    current[at] = entry
    let size = (sizes[seat] as number) + 1
    let last = Math.max(worst[seat] as number, rank)
    // Equals go together, and as soon as those before them fill the places.
    while (last > held && size - (counts[begin + last] as number) >= limit) {
      for (let out = heads[begin + last] as number; out !== none; out = after[out] as number) {
        const owner = owners[out] as number
        current[owner] = none
        waiting[left] = owner
        left += 1
      }
      size -= counts[begin + last] as number
      heads[begin + last] = none
      counts[begin + last] = 0
      while (last > held && counts[begin + last] === 0) last -= 1
    }
    sizes[seat] = size
    worst[seat] = last
  }
  return current
}

/** Finds who gets which place. Throws as `allocating`. */
export function allocate(candidates: readonly Candidate[], seats: readonly Seat[]): Allocation {
  const steps = allocating(candidates, seats)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
