import { expect, test } from 'vitest'
import {
  type Allocation,
  allocate,
  type Candidate,
  type Quota,
} from '#resources/admission/allocation/allocation.ts'
import { checkAllocation } from '#resources/admission/allocation/checker.ts'
import {
  type AllocationCase,
  allocateNaively,
  type CaseRandom,
  createCaseRandom,
  randomCase,
  shuffle,
} from './cases.ts'

const cases = 10_000
const quotasOf = ({ won }: Allocation) =>
  Object.fromEntries([...won].map(([id, quota]) => [id, quota?.quota ?? null]))
const run = ({ candidates, quotas }: AllocationCase) => allocate(candidates, quotas)

/** The rank of a place among a candidate's choices: lower is better, and no place is the worst. */
function rankOf(candidate: Candidate, quota: string | null | undefined): number {
  const at = candidate.choices.findIndex((choice) => choice.quota === quota)
  // A held place that is not among the choices ranks after all of them.
  if (at < 0)
    return quota && quota === candidate.holds ? candidate.choices.length : Number.POSITIVE_INFINITY
  return at
}

test(`in ${cases} admissions the checker and a slow second implementation agree with the allocation`, () => {
  const draw = createCaseRandom(1)
  let placedCount = 0
  for (let i = 0; i < cases; i++) {
    const one = randomCase(draw)
    const allocation = run(one)
    const found = quotasOf(allocation)
    expect(found).toEqual(Object.fromEntries(allocateNaively(one)))
    expect(checkAllocation(one.candidates, one.quotas, allocation).findings).toEqual([])
    placedCount += Object.values(found).filter((quota) => quota !== null).length
  }
  // The generated cases actually award places.
  expect(placedCount).toBeGreaterThan(cases)
})

test(`in ${cases} admissions the order of candidates and places in the input does not affect the result`, () => {
  const draw = createCaseRandom(2)
  for (let i = 0; i < cases; i++) {
    const one = randomCase(draw)
    const other = { candidates: shuffle(one.candidates, draw), quotas: shuffle(one.quotas, draw) }
    expect(quotasOf(run(other))).toEqual(quotasOf(run(one)))
  }
})

test(`in ${cases} admissions additional places make no candidate worse off`, () => {
  const draw = createCaseRandom(3)
  for (let i = 0; i < cases; i++) {
    const one = randomCase(draw)
    const before = quotasOf(run(one))
    const after = quotasOf(
      run({
        ...one,
        quotas: one.quotas.map((quota) => ({ ...quota, places: quota.places + draw.below(2) })),
      }),
    )
    for (const candidate of one.candidates)
      expect(rankOf(candidate, after[candidate.id])).toBeLessThanOrEqual(
        rankOf(candidate, before[candidate.id]),
      )
  }
})

test(`in ${cases} second rounds with other averages, fewer places and withdrawals, no confirmed candidate is worse off`, () => {
  const draw = createCaseRandom(4)
  let moved = 0
  for (let i = 0; i < cases; i++) {
    const one = randomCase(draw)
    const first = quotasOf(run(one))
    const quotas = one.quotas.map((quota) => ({
      ...quota,
      places: Math.max(0, quota.places - draw.below(2)),
    }))
    const remaining = one.candidates.filter(() => draw.happens(0.8))
    const candidates = remaining.map((candidate): Candidate => {
      const choices = candidate.choices.map((choice) => ({
        ...choice,
        keys: [500 + draw.below(4), draw.below(3)],
      }))
      return {
        ...candidate,
        choices,
        holds: draw.happens(0.7) ? (first[candidate.id] ?? null) : null,
      }
    })
    const second = allocate(candidates, quotas)
    expect(checkAllocation(candidates, quotas, second).findings).toEqual([])
    for (const candidate of candidates.filter(({ holds }) => holds)) {
      const newQuota = quotasOf(second)[candidate.id]
      expect(rankOf(candidate, newQuota)).toBeLessThanOrEqual(rankOf(candidate, candidate.holds))
      if (newQuota !== candidate.holds) moved += 1
    }
  }
  expect(moved).toBeGreaterThan(100)
})

test('each candidate gets the best place that they get in any result that passes over no candidate', () => {
  const draw = createCaseRandom(5)
  let others = 0
  for (let i = 0; i < 300; i++) {
    const one = contested(draw)
    const bestQuotas = quotasOf(run(one))
    for (const won of everyResult(one)) {
      const isStable = checkAllocation(one.candidates, one.quotas, { won }).findings.every(
        ({ code }) => code === 'differs',
      )
      if (!isStable) continue
      for (const candidate of one.candidates) {
        const other = won.get(candidate.id)?.quota
        expect(rankOf(candidate, bestQuotas[candidate.id])).toBeLessThanOrEqual(
          rankOf(candidate, other),
        )
        if (other !== (bestQuotas[candidate.id] ?? undefined)) others += 1
      }
    }
  }
  expect(others).toBeGreaterThan(0)
})

/** Four candidates with the same three choices. Each place ranks the candidates differently. */
function contested(draw: CaseRandom): AllocationCase {
  const quotas = ['s0', 's1', 's2'].map(
    (id): Quota => ({ id, places: 1, ties: draw.happens(0.5) ? 'together' : 'lot' }),
  )
  const candidates = ['a', 'b', 'c', 'd'].map((id): Candidate => {
    const choices = shuffle(quotas, draw).map((one) => ({ quota: one.id, keys: [draw.below(6)] }))
    return { id, lot: id, choices }
  })
  return { candidates, quotas }
}

/** Every combination of chosen places that the candidates could receive. */
function everyResult({ candidates }: AllocationCase): Allocation['won'][] {
  let results: Map<string, { quota: string; choice: number } | null>[] = [new Map()]
  for (const { id, choices } of candidates) {
    const options = [null, ...choices.map(({ quota }, choice) => ({ quota, choice }))]
    results = results.flatMap((result) => options.map((option) => new Map(result).set(id, option)))
  }
  return results
}

const quota = (id: string, places: number, ties: Quota['ties'] = 'together'): Quota => ({
  id,
  places,
  ties,
})
const person = (id: string, keys: readonly number[], ...quotas: readonly string[]): Candidate => ({
  id,
  lot: id,
  choices: quotas.map((one) => ({ quota: one, keys })),
})

test('places are given by average, then by the Romanian grade, then by the second written grade', () => {
  const candidates = [
    person('Ana', [950, 900, 800], 'math'),
    person('Bogdan', [950, 920, 700], 'math'),
    person('Carmen', [950, 900, 810], 'math'),
    person('Dan', [949, 1000, 1000], 'math'),
  ]
  expect(quotasOf(allocate(candidates, [quota('math', 2)]))).toEqual({
    Ana: null,
    Bogdan: 'math',
    Carmen: 'math',
    Dan: null,
  })
})

test('candidates who tie for the last place all get in, or by lot where the programme says so', () => {
  const candidates = [
    person('a', [900], 'law'),
    person('b', [880], 'law'),
    person('c', [880], 'law'),
    person('d', [870], 'law'),
  ]
  expect(quotasOf(allocate(candidates, [quota('law', 2, 'together')]))).toEqual({
    a: 'law',
    b: 'law',
    c: 'law',
    d: null,
  })
  expect(quotasOf(allocate(candidates, [quota('law', 2, 'lot')]))).toEqual({
    a: 'law',
    b: 'law',
    c: null,
    d: null,
  })
})

test('candidates who want only state-funded places get no fee-paying place, even if many are free', () => {
  const candidates = [
    person('a', [900], 'cs budget'),
    person('b', [880], 'cs budget'),
    person('c', [800], 'cs budget', 'cs fee'),
  ]
  expect(quotasOf(allocate(candidates, [quota('cs budget', 1), quota('cs fee', 9)]))).toEqual({
    a: 'cs budget',
    b: null,
    c: 'cs fee',
  })
})

test('reserved places go only to their group, and a better candidate of the group takes a general place first', () => {
  const candidates = [
    person('general', [940], 'law'),
    person('village 1', [950], 'law', 'law village'),
    person('village 2', [700], 'law', 'law village'),
    person('general 2', [930], 'law'),
  ]
  const quotas = [quota('law', 2), quota('law village', 1)]
  const expected = {
    general: 'law',
    'village 1': 'law',
    'village 2': 'law village',
    'general 2': null,
  }
  expect(quotasOf(allocate(candidates, quotas))).toEqual(expected)
})

test('a freed place moves candidates up, also from fee-paying to state-funded, and admits the next in line', () => {
  const round = [
    { ...person('a', [900], 'budget', 'fee'), holds: 'fee' },
    { ...person('b', [950], 'budget', 'fee'), holds: 'fee' },
    person('c', [800], 'budget', 'fee'),
    person('d', [850], 'budget', 'fee'),
  ]
  expect(quotasOf(allocate(round, [quota('budget', 1), quota('fee', 2)]))).toEqual({
    a: 'fee',
    b: 'budget',
    c: null,
    d: 'fee',
  })
})

// The college admissions example of Gale and Shapley (1962): each candidate gets the best place of
// all stable results.
test('if candidates and programmes have opposite preferences, those of the candidates decide', () => {
  const candidates: Candidate[] = [
    {
      id: 'α',
      lot: '',
      choices: ['A', 'B', 'C']
        .map((one, i) => ({ quota: one, keys: [1, 3, 2][i] as number }))
        .map(asChoice),
    },
    {
      id: 'β',
      lot: '',
      choices: ['B', 'C', 'A']
        .map((one, i) => ({ quota: one, keys: [1, 3, 2][i] as number }))
        .map(asChoice),
    },
    {
      id: 'γ',
      lot: '',
      choices: ['C', 'A', 'B']
        .map((one, i) => ({ quota: one, keys: [1, 3, 2][i] as number }))
        .map(asChoice),
    },
  ]
  expect(quotasOf(allocate(candidates, [quota('A', 1), quota('B', 1), quota('C', 1)]))).toEqual({
    α: 'A',
    β: 'B',
    γ: 'C',
  })
})

const asChoice = ({ quota: one, keys }: { quota: string; keys: number }) => ({
  quota: one,
  keys: [keys],
})

test('a choice of a place that no programme offers, or a repeated candidate id, is an input error', () => {
  expect(() => allocate([person('a', [1], 'nowhere')], [])).toThrow('nowhere')
  expect(() => allocate([person('a', [1]), person('a', [2])], [])).toThrow(
    'two candidates have the same id',
  )
})
