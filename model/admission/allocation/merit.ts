/**
 * Order of everybody who asks for the same places: all keys of all candidates are sorted once, and dealt to the places in
 * that order, so that no place sorts its own. An entry is one choice of one candidate; those of a candidate lie side by side.
 */
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

export interface Entries {
  /** The first entry of each candidate, and at the end the number of all. */
  readonly first: Int32Array
  /** The candidate, the places and the keys of each entry. */
  readonly owners: Int32Array
  readonly seats: Int32Array
  readonly keys: readonly (readonly number[])[]
}

export interface Order {
  /** Entries for the first places, the best first, then those for the second, and so on. */
  readonly entries: Int32Array
  /** Where those for each places begin, and at the end the number of all. */
  readonly first: Int32Array
  /** A number for the keys of each entry: the smaller is better, equals share one. */
  readonly merits: Int32Array
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

/** Entries from one step to the next, so that other work gets its turn. */
const stride = 16_384

/** Orders the entries for each of `seats` places by their keys; equals by lot, then by the ids of their candidates. In steps. */
export function* ordering(candidates: readonly Candidate[], entries: Entries, seats: number): Generator<void, Order> {
  const { listOf, lists } = yield* listing(entries)
  const sorted = yield* sortedLists(candidates, entries, lists)

  const first = new Int32Array(seats + 1)
  for (const seat of entries.seats) first[seat + 1] = (first[seat + 1] as number) + 1
  for (let seat = 0; seat < seats; seat++) first[seat + 1] = (first[seat + 1] as number) + (first[seat] as number)
  const next = first.slice()
  const dealt = new Int32Array(entries.owners.length)
  const merits = new Int32Array(entries.owners.length)
  let [merit, worked] = [0, 0]
  let previous: readonly number[] | undefined
  for (const list of sorted) {
    const begin = lists[list] as number
    const keys = entries.keys[begin] as readonly number[]
    if (previous && compareKeys(previous, keys) !== 0) merit += 1
    previous = keys
    const end = entries.first[(entries.owners[begin] as number) + 1] as number
    for (let entry = begin; entry < end; entry++) {
      if (listOf[entry] !== list) continue
      const seat = entries.seats[entry] as number
      const at = next[seat] as number
      dealt[at] = entry
      next[seat] = at + 1
      merits[entry] = merit
    }
    worked += end - begin
    if (worked > stride) {
      worked = 0
      yield
    }
  }
  return { entries: dealt, first, merits }
}

interface Listed {
  /** The list of keys of each entry. */
  readonly listOf: Int32Array
  /** The first entry with each list. */
  readonly lists: readonly number[]
}

/** Lists of keys, each once for a candidate whose choices share it. */
function* listing({ first, keys }: Entries): Generator<void, Listed> {
  const listOf = new Int32Array(keys.length)
  const lists: number[] = []
  for (let at = 0, worked = 0; at + 1 < first.length; at++) {
    const [begin, end] = [first[at] as number, first[at + 1] as number]
    const known = lists.length
    for (let entry = begin; entry < end; entry++) {
      let list = known
      while (list < lists.length && keys[lists[list] as number] !== keys[entry]) list += 1
      if (list === lists.length) lists.push(entry)
      listOf[entry] = list
    }
    worked += end - begin
    if (worked > stride) {
      worked = 0
      yield
    }
  }
  return { listOf, lists }
}

/** Lists in the order of their keys: put together by the first key, which parts most, and sorted within. */
function* sortedLists(candidates: readonly Candidate[], { owners, keys }: Entries, lists: readonly number[]): Generator<void, number[]> {
  const keysOf = (list: number) => keys[lists[list] as number] as readonly number[]
  const ownerOf = (list: number) => candidates[owners[lists[list] as number] as number] as Candidate
  const byFirst = new Map<number, number[]>()
  for (let list = 0; list < lists.length; list++) {
    const key = keysOf(list)[0] ?? Number.NEGATIVE_INFINITY
    const others = byFirst.get(key)
    if (others) others.push(list)
    else byFirst.set(key, [list])
  }
  const sorted: number[] = []
  for (const key of [...byFirst.keys()].sort((a, b) => b - a)) {
    yield
    const same = byFirst.get(key) ?? []
    same.sort((a, b) => compareKeys(keysOf(a), keysOf(b)) || byLot(ownerOf(a), ownerOf(b)))
    for (const list of same) sorted.push(list)
  }
  return sorted
}

const byLot = (a: Candidate, b: Candidate) => (a.lot < b.lot ? -1 : a.lot > b.lot ? 1 : a.id < b.id ? -1 : 1)
