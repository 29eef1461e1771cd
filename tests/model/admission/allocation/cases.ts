import type { Candidate, Choice, Quota } from '#resources/admission/allocation/allocation.ts'

/** A seeded random generator (mulberry32), the same in every run. */
export function createCaseRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, happens: (chance: number) => next() < chance }
}
export type CaseRandom = ReturnType<typeof createCaseRandom>

export function shuffle<T>(items: readonly T[], { below }: CaseRandom): T[] {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(i + 1)
    ;[order[i], order[j]] = [order[j] as T, order[i] as T]
  }
  return order
}

export interface AllocationCase {
  readonly candidates: readonly Candidate[]
  readonly quotas: readonly Quota[]
}

/** A small admission with few distinct averages, so that ties are common. */
export function randomCase(draw: CaseRandom): AllocationCase {
  const { below, happens } = draw
  const quotas = Array.from(
    { length: 1 + below(5) },
    (_, at): Quota => ({
      id: `s${at}`,
      places: below(4),
      ties: happens(0.5) ? 'together' : 'lot',
    }),
  )
  const candidates = Array.from({ length: 1 + below(12) }, (_, at): Candidate => {
    const chosen = shuffle(quotas, draw).slice(0, below(quotas.length + 1))
    const choices = chosen.map(
      ({ id }): Choice => ({ quota: id, keys: [500 + below(4), below(3)] }),
    )
    const holds =
      choices.length > 0 && happens(0.1) ? (choices[below(choices.length)]?.quota ?? null) : null
    return { id: `c${at}`, choices, lot: String(below(1000)).padStart(3, '0'), holds }
  })
  return { candidates, quotas }
}

/**
 * A naive implementation of the same rules. Candidates without a place apply for their next choice.
 * Each quota considers everyone who has ever applied for it, and accepts those who are outranked by
 * fewer candidates than it has places.
 */
export function allocateNaively({
  candidates,
  quotas,
}: AllocationCase): Map<string, string | null> {
  const chosen = new Map(
    candidates.map(({ id, choices, holds }) => {
      const names = choices.map(({ quota }) => quota)
      if (!holds) return [id, names]
      return [
        id,
        names.includes(holds) ? names.slice(0, names.indexOf(holds) + 1) : [...names, holds],
      ]
    }),
  )
  const isPreferred = (a: Candidate, b: Candidate, { id, ties }: Quota): boolean => {
    if ((a.holds === id) !== (b.holds === id)) return a.holds === id
    if (a.holds === id) return false
    const keys = (one: Candidate) => one.choices.find(({ quota }) => quota === id)?.keys ?? []
    for (const [i, key] of keys(a).entries()) if (key !== keys(b)[i]) return key > (keys(b)[i] ?? 0)
    return ties === 'lot' && (a.lot === b.lot ? a.id < b.id : a.lot < b.lot)
  }
  const nextChoice = new Map(candidates.map(({ id }) => [id, 1]))
  for (;;) {
    const quotaOf = (one: Candidate) =>
      chosen.get(one.id)?.[(nextChoice.get(one.id) ?? 1) - 1] ?? null
    const unplaced = candidates.filter((one) => {
      const quota = quotas.find(({ id }) => id === quotaOf(one))
      if (!quota || one.holds === quota.id) return false
      const pool = candidates.filter((other) =>
        chosen.get(other.id)?.slice(0, nextChoice.get(other.id)).includes(quota.id),
      )
      return pool.filter((other) => isPreferred(other, one, quota)).length >= quota.places
    })
    if (unplaced.length === 0) return new Map(candidates.map((one) => [one.id, quotaOf(one)]))
    for (const { id } of unplaced) nextChoice.set(id, (nextChoice.get(id) ?? 1) + 1)
  }
}
