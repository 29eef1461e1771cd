/**
 * Orders all candidates for each quota. The keys of all candidates are sorted once and then
 * distributed to the quotas in that order, so that they need not be sorted for each quota. An entry
 * is one choice of one candidate; the entries of a candidate are contiguous.
 */
export interface Choice {
  readonly quota: string
  /** The average and its tie-breakers as integers, in order; greater is better. */
  readonly keys: readonly number[]
}

export interface Candidate {
  readonly id: string
  /** Best first. A candidate without choices does not compete. */
  readonly choices: readonly Choice[]
  /** Breaks ties where a quota uses lots, such as a hash of the reference number. */
  readonly lot: string
  /**
   * The quota of the confirmed place. The candidate keeps the place unless a better one is
   * available.
   */
  readonly holds?: string | null
}

export interface MeritEntries {
  /** Index of each candidate's first entry, followed by the total number of entries. */
  readonly first: Int32Array
  /** Candidate, quota and keys of each entry. */
  readonly owners: Int32Array
  readonly quotas: Int32Array
  readonly keys: readonly (readonly number[])[]
}

export interface MeritOrder {
  /** Entries grouped by quota, best first. */
  readonly entries: Int32Array
  /** Index of the first entry of each quota, followed by the total number of entries. */
  readonly first: Int32Array
  /** Dense rank of the keys of each entry; smaller is better, equal keys share it. */
  readonly merits: Int32Array
}

/** Compares two lists of keys; negative if `a` is better. */
export const compareKeys = (a: readonly number[], b: readonly number[]): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = (b[i] as number) - (a[i] as number)
    if (difference !== 0) return difference
  }
  // A present key is better than a missing one.
  return b.length - a.length
}

/** Number of entries to process before yielding to other work. */
const stride = 16_384

/**
 * Orders the entries for each quota by their keys, then by lot, then by candidate id. Yields
 * regularly.
 */
export function* orderByMerit(
  candidates: readonly Candidate[],
  entries: MeritEntries,
  quotas: number,
): Generator<void, MeritOrder> {
  const { listOf, lists } = yield* collectKeyLists(entries)
  const sorted = yield* sortedLists(candidates, entries, lists)

  const first = new Int32Array(quotas + 1)
  for (const quota of entries.quotas) first[quota + 1] = (first[quota + 1] as number) + 1
  for (let quota = 0; quota < quotas; quota++)
    first[quota + 1] = (first[quota + 1] as number) + (first[quota] as number)
  const next = first.slice()
  const ordered = new Int32Array(entries.owners.length)
  const merits = new Int32Array(entries.owners.length)
  let [merit, processed] = [0, 0]
  let previous: readonly number[] | undefined
  for (const list of sorted) {
    const begin = lists[list] as number
    const keys = entries.keys[begin] as readonly number[]
    if (previous && compareKeys(previous, keys) !== 0) merit += 1
    previous = keys
    const end = entries.first[(entries.owners[begin] as number) + 1] as number
    for (let entry = begin; entry < end; entry++) {
      if (listOf[entry] !== list) continue
      const quota = entries.quotas[entry] as number
      const position = next[quota] as number
      ordered[position] = entry
      next[quota] = position + 1
      merits[entry] = merit
    }
    processed += end - begin
    if (processed > stride) {
      processed = 0
      yield
    }
  }
  return { entries: ordered, first, merits }
}

interface KeyLists {
  /** Index of the key list of each entry. */
  readonly listOf: Int32Array
  /** The first entry with each key list. */
  readonly lists: readonly number[]
}

/**
 * Collects the key lists. If several choices of a candidate share a list, it is collected only
 * once.
 */
function* collectKeyLists({ first, keys }: MeritEntries): Generator<void, KeyLists> {
  const listOf = new Int32Array(keys.length)
  const lists: number[] = []
  for (let candidate = 0, processed = 0; candidate + 1 < first.length; candidate++) {
    const [begin, end] = [first[candidate] as number, first[candidate + 1] as number]
    const firstList = lists.length
    for (let entry = begin; entry < end; entry++) {
      let list = firstList
      while (list < lists.length && keys[lists[list] as number] !== keys[entry]) list += 1
      if (list === lists.length) lists.push(entry)
      listOf[entry] = list
    }
    processed += end - begin
    if (processed > stride) {
      processed = 0
      yield
    }
  }
  return { listOf, lists }
}

/**
 * Sorts the key lists. They are grouped by the first key, which separates most of them, and sorted
 * within each group.
 */
function* sortedLists(
  candidates: readonly Candidate[],
  { owners, keys }: MeritEntries,
  lists: readonly number[],
): Generator<void, number[]> {
  const keysOf = (list: number) => keys[lists[list] as number] as readonly number[]
  const ownerOf = (list: number) => candidates[owners[lists[list] as number] as number] as Candidate
  const byFirst = new Map<number, number[]>()
  for (let list = 0; list < lists.length; list++) {
    const key = keysOf(list)[0] ?? Number.NEGATIVE_INFINITY
    const group = byFirst.get(key)
    if (group) group.push(list)
    else byFirst.set(key, [list])
  }
  const sorted: number[] = []
  for (const key of [...byFirst.keys()].sort((a, b) => b - a)) {
    yield
    const group = byFirst.get(key) ?? []
    group.sort((a, b) => compareKeys(keysOf(a), keysOf(b)) || byLot(ownerOf(a), ownerOf(b)))
    for (const list of group) sorted.push(list)
  }
  return sorted
}

const byLot = (a: Candidate, b: Candidate) =>
  a.lot < b.lot ? -1 : a.lot > b.lot ? 1 : a.id < b.id ? -1 : 1
