/**
 * Allocation of places: a pure function of candidates, their choices in order and the places there are. Candidates propose
 * in their order and places keep the best (deferred acceptance), so each gets the best that everybody's averages allow, and
 * nobody gains by another order than the true one. Neither the order of the input nor a clock or chance changes anything.
 */

/** Places of one kind in one programme. */
export interface Seat {
  readonly id: string
  readonly places: number
  /** Fate of those who are level at the last place: all get one, or the smaller lot is first. */
  readonly ties: 'together' | 'lot'
}

export interface Choice {
  readonly seat: string
  /** The average and what breaks its ties, in order, as whole numbers; a greater one is better. */
  readonly keys: readonly number[]
}

export interface Candidate {
  readonly id: string
  /** The best first. One without any competes for nothing. */
  readonly choices: readonly Choice[]
  /** Decides among equals where the ties of a place say so, such as a hash of the reference code. */
  readonly lot: string
  /** The place that was confirmed: it is kept, or left for a better one. */
  readonly holds?: string | null
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

/** Order of two lists of keys for one place: negative where the first is better. */
export const compareKeys = (a: readonly number[], b: readonly number[]): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = (b[i] as number) - (a[i] as number)
    if (difference !== 0) return difference
  }
  // Keys that are there are before keys that are not.
  return b.length - a.length
}

/** Choices as they are taken: each place once, nothing after the place that is held, which stands last where nobody chose it. */
export function choicesOf({ choices, holds = null }: Candidate): readonly { readonly choice: Choice; readonly position: number }[] {
  const seen = new Set<string>()
  const taken: { choice: Choice; position: number }[] = []
  for (const [position, choice] of choices.entries()) {
    if (seen.has(choice.seat)) continue
    seen.add(choice.seat)
    taken.push({ choice, position })
    if (choice.seat === holds) return taken
  }
  return holds === null ? taken : [...taken, { choice: { seat: holds, keys: [] }, position: choices.length }]
}

/** Choices from one step to the next, so that other work gets its turn. */
const stride = 4096

/**
 * As `allocate`, in steps: between two of them others may do their work.
 * Throws for a choice of places that are not there, and for two candidates or places of one id.
 */
export function* allocating(candidates: readonly Candidate[], seats: readonly Seat[]): Generator<void, Allocation> {
  const seatAt = new Map(seats.map(({ id }, at) => [id, at]))
  if (seatAt.size < seats.length) throw new Error('two kinds of places have one id')
  if (new Set(candidates.map(({ id }) => id)).size < candidates.length) throw new Error('two candidates have one id')

  // Entries: one for each choice, those of a candidate side by side.
  const owners: number[] = []
  const entrySeats: number[] = []
  const choices: Choice[] = []
  const positions: number[] = []
  const firstEntry = new Int32Array(candidates.length + 1)
  const entriesOfSeat: number[][] = seats.map(() => [])
  for (const [at, candidate] of candidates.entries()) {
    firstEntry[at] = owners.length
    for (const { choice, position } of choicesOf(candidate)) {
      const seat = seatAt.get(choice.seat)
      if (seat === undefined) throw new Error(`there are no places ${choice.seat}`)
      entriesOfSeat[seat]?.push(owners.length)
      owners.push(at)
      entrySeats.push(seat)
      choices.push(choice)
      positions.push(position)
    }
    if (at % stride === 0) yield
  }
  firstEntry[candidates.length] = owners.length

  const ranks = yield* ranksOf({ candidates, seats, owners, choices, entriesOfSeat })
  const current = yield* propose({ candidates, seats, owners, entrySeats, firstEntry, ranks, entriesOfSeat })

  const won = new Map<string, Won | null>()
  for (const [at, { id }] of candidates.entries()) {
    const entry = current[at] ?? none
    won.set(id, entry === none ? null : { seat: (choices[entry] as Choice).seat, choice: positions[entry] ?? 0 })
  }
  return { won }
}

const none = -1
/** Rank of who holds a place: nobody is before them, and nobody puts them out. */
const held = 0

interface Entries {
  readonly candidates: readonly Candidate[]
  readonly seats: readonly Seat[]
  /** The candidate of each entry. */
  readonly owners: readonly number[]
  readonly entriesOfSeat: readonly (readonly number[])[]
}

/** Rank of each entry among those for the same places, from 1; equals share one. */
function* ranksOf({
  candidates,
  seats,
  owners,
  choices,
  entriesOfSeat,
}: Entries & { readonly choices: readonly Choice[] }): Generator<void, Int32Array> {
  const ranks = new Int32Array(owners.length)
  const candidateOf = (entry: number) => candidates[owners[entry] as number] as Candidate
  const keysOf = (entry: number) => (choices[entry] as Choice).keys
  let sorted = 0
  for (const [at, { id, ties }] of seats.entries()) {
    const byLot = (a: number, b: number) => {
      const [first, second] = [candidateOf(a), candidateOf(b)]
      return first.lot < second.lot ? -1 : first.lot > second.lot ? 1 : first.id < second.id ? -1 : 1
    }
    const compare = (a: number, b: number) => compareKeys(keysOf(a), keysOf(b)) || (ties === 'lot' ? byLot(a, b) : 0)
    const competing = (entriesOfSeat[at] ?? []).filter((entry) => candidateOf(entry).holds !== id).sort(compare)
    let rank = held
    for (const [i, entry] of competing.entries()) {
      const previous = competing[i - 1]
      if (previous === undefined || compare(previous, entry) !== 0) rank += 1
      ranks[entry] = rank
    }
    sorted += competing.length
    if (sorted > stride) {
      sorted = 0
      yield
    }
  }
  return ranks
}

interface Proposing extends Entries {
  readonly entrySeats: readonly number[]
  readonly firstEntry: Int32Array
  readonly ranks: Int32Array
}

/** The entry that each candidate ends with. */
function* propose({ candidates, seats, owners, entrySeats, firstEntry, ranks, entriesOfSeat }: Proposing): Generator<void, Int32Array> {
  const current = new Int32Array(candidates.length).fill(none)
  const next = firstEntry.slice(0, candidates.length)
  // People who are kept: a list for each rank of each kind of places, of entries that name the next in `after`.
  const base = new Int32Array(seats.length)
  for (let seat = 1; seat < seats.length; seat++) base[seat] = (base[seat - 1] as number) + (entriesOfSeat[seat - 1]?.length ?? 0) + 1
  const heads = new Int32Array(owners.length + seats.length).fill(none)
  const counts = new Int32Array(owners.length + seats.length)
  const after = new Int32Array(owners.length)
  const places = Int32Array.from(seats, (seat) => seat.places)
  const sizes = new Int32Array(seats.length)
  const worst = new Int32Array(seats.length).fill(none)
  const waiting = Int32Array.from(candidates.keys())
  let left = waiting.length
  for (let step = 1; left > 0; step++) {
    if (step % stride === 0) yield
    left -= 1
    const at = waiting[left] as number
    const entry = next[at] as number
    if (entry === firstEntry[at + 1]) continue
    next[at] = entry + 1
    const seat = entrySeats[entry] as number
    const rank = ranks[entry] as number
    const limit = places[seat] as number
    // Full with others who are all better: they stay, and only better ones come.
    if (rank !== held && rank > (worst[seat] as number) && (sizes[seat] as number) >= limit) {
      left += 1
      continue
    }
    const first = base[seat] as number
    after[entry] = heads[first + rank] as number
    heads[first + rank] = entry
    counts[first + rank] = (counts[first + rank] as number) + 1
    current[at] = entry
    let size = (sizes[seat] as number) + 1
    let last = Math.max(worst[seat] as number, rank)
    // Equals go together, and as soon as those before them fill the places.
    while (last > held && size - (counts[first + last] as number) >= limit) {
      for (let out = heads[first + last] as number; out !== none; out = after[out] as number) {
        const owner = owners[out] as number
        current[owner] = none
        waiting[left] = owner
        left += 1
      }
      size -= counts[first + last] as number
      heads[first + last] = none
      counts[first + last] = 0
      while (last > held && counts[first + last] === 0) last -= 1
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
