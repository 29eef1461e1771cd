import { expect, test } from 'vitest'
import { allocate, type Candidate } from '#resources/admission/allocation/allocation.ts'
import {
  type CauseInput,
  causesOf,
  DifferenceCollector,
  type WorseOff,
} from '#server/admission/ranking/causes.ts'
import {
  type AllocationCase,
  allocateNaively,
  type CaseRandom,
  createCaseRandom,
  randomCase,
} from '#tests/model/admission/allocation/cases.ts'

interface TwoRounds {
  readonly before: AllocationCase
  readonly now: AllocationCase
  readonly appellants: ReadonlySet<string>
}

/** Two rounds that differ in a few averages, choices, places and applications. */
function randomRounds(draw: CaseRandom): TwoRounds {
  const { below, happens } = draw
  const first = randomCase(draw)
  const before = {
    ...first,
    candidates: first.candidates
      .filter(({ choices }) => choices.length > 0)
      .map((one) => ({ ...one, holds: null })),
  }
  const [changesKeys, changesChoices] = [happens(0.6), happens(0.3)]
  const { won } = allocate(before.candidates, before.quotas)
  const changed = before.candidates.map((candidate): Candidate => {
    const holds = happens(0.2) ? (won.get(candidate.id)?.quota ?? null) : null
    const one = { ...candidate, holds }
    const other = before.candidates[below(before.candidates.length)]
    if (holds === null && changesChoices && happens(0.2) && other)
      return { ...one, choices: other.choices.map(({ quota }) => ({ quota, keys: keysOf(one) })) }
    return changesKeys && happens(0.3)
      ? {
          ...one,
          choices: one.choices.map(({ quota }) => ({ quota, keys: [500 + below(4), below(3)] })),
        }
      : one
  })
  const places = before.quotas.map((quota) =>
    happens(0.2) ? { ...quota, places: below(4) } : quota,
  )
  const added = randomCase(draw).candidates.flatMap(({ choices, ...one }): Candidate[] => {
    const offered = choices.filter(({ quota }) => places.some(({ id }) => id === quota))
    return offered.length > 0 && happens(0.2)
      ? [{ ...one, id: `n${one.id}`, choices: offered, holds: null }]
      : []
  })
  const appellants = new Set(changed.flatMap(({ id }) => (happens(0.3) ? [id] : [])))
  return { before, now: { candidates: [...changed, ...added], quotas: places }, appellants }
}

const keysOf = ({ choices }: Candidate) => choices[0]?.keys ?? []
/** Whether a candidate prefers one place to another. A place that was not chosen is never worse. */
function prefers({ choices }: Candidate, place: string | null, other: string): boolean {
  const names = choices.map(({ quota }) => quota)
  return place !== null && names.indexOf(place) < names.indexOf(other)
}

/** Everyone who had a place and now has none or a lower choice. */
function worseOffIn({ before, now }: TwoRounds): WorseOff[] {
  const { won: wonBefore } = allocate(before.candidates, before.quotas)
  const { won } = allocate(now.candidates, now.quotas)
  return now.candidates.flatMap((one) => {
    const from = wonBefore.get(one.id)?.quota
    const place = won.get(one.id)?.quota ?? null
    if (from === undefined || place === from || prefers(one, place, from)) return []
    return [{ id: one.id, from, isIneligible: false }]
  })
}

function inputOf(rounds: TwoRounds, worseOff: readonly WorseOff[]): CauseInput {
  const { before, now, appellants } = rounds
  const { won } = allocate(before.candidates, before.quotas)
  const collector = new DifferenceCollector(now.candidates, {
    quotas: now.quotas,
    kept: new Set(worseOff.map(({ id }) => id)),
  })
  for (const { id, choices } of before.candidates)
    collector.add({ id, choices, won: won.get(id)?.quota ?? null })
  return {
    ...{ ...now, worseOff, appellants, rulesDiffer: false },
    differences: collector.result(),
    earlierPlaces: new Map(before.quotas.map(({ id, places }) => [id, places])),
  }
}

/**
 * The second round with one group as in the first, from the point of view of one applicant. Written
 * without the code under test.
 */
const variants: Readonly<Record<string, (rounds: TwoRounds, own: string) => AllocationCase>> = {
  ownGrade: (rounds, own) => withKeys(rounds, (id) => id === own),
  appealUpheld: (rounds, own) => withKeys(rounds, (id) => id !== own && rounds.appellants.has(id)),
  gradeCorrected: (rounds, own) =>
    withKeys(rounds, (id) => id !== own && !rounds.appellants.has(id)),
  ownChoices: (rounds, own) => withChoices(rounds, (id) => id === own),
  applicationAdded(rounds, own) {
    const { candidates, quotas } = withChoices(rounds, (id) => id !== own)
    return {
      candidates: candidates.filter(({ id }) =>
        rounds.before.candidates.some((one) => one.id === id),
      ),
      quotas,
    }
  },
  placesReduced: ({ before, now }) => ({ candidates: now.candidates, quotas: before.quotas }),
}

function withKeys({ before, now }: TwoRounds, isPutBack: (id: string) => boolean): AllocationCase {
  const candidates = now.candidates.map((one) => {
    const former = before.candidates.find(({ id }) => id === one.id)
    if (!former || !isPutBack(one.id)) return one
    const choices = one.choices.map(
      (choice) => former.choices.find(({ quota }) => quota === choice.quota) ?? choice,
    )
    return { ...one, choices }
  })
  return { candidates, quotas: now.quotas }
}

function withChoices(
  { before, now }: TwoRounds,
  isPutBack: (id: string) => boolean,
): AllocationCase {
  const candidates = now.candidates.map((one) => {
    const former = before.candidates.find(({ id }) => id === one.id)
    if (!former || !isPutBack(one.id)) return one
    const choices = former.choices.map(
      (choice) => one.choices.find(({ quota }) => quota === choice.quota) ?? choice,
    )
    return { ...one, choices }
  })
  return { candidates, quotas: now.quotas }
}

test('a cause is named exactly if it alone gives back the former place, in 3,000 random cases', async () => {
  const named = new Map<string, number>()
  for (let seed = 1; seed <= 3000; seed++) {
    const rounds = randomRounds(createCaseRandom(seed))
    const worseOff = worseOffIn(rounds)
    let runs = 0
    const causes = await causesOf(inputOf(rounds, worseOff), async (candidates, quotas) => {
      runs += 1
      return allocate(candidates, quotas)
    })
    expect(runs).toBeLessThanOrEqual(worseOff.length === 0 ? 0 : 6)
    expect([...causes.keys()].toSorted()).toEqual(worseOff.map(({ id }) => id).toSorted())
    for (const { id, from } of worseOff) {
      const helping = Object.entries(variants).flatMap(([cause, variantOf]) => {
        const variant = variantOf(rounds, id)
        const place = allocateNaively(variant).get(id) ?? null
        const one = variant.candidates.find((candidate) => candidate.id === id)
        const isAsGood = place === from || (one && prefers(one, place, from))
        return isAsGood ? [cause] : []
      })
      const cause = causes.get(id)?.cause ?? ''
      named.set(cause, (named.get(cause) ?? 0) + 1)
      if (cause !== 'several') expect([seed, id, helping]).toEqual([seed, id, [cause]])
    }
  }
  // Each cause occurs, and most applicants read one.
  const total = [...named.values()].reduce((sum, count) => sum + count, 0)
  expect([...named.keys()].toSorted()).toEqual([
    'appealUpheld',
    'applicationAdded',
    'gradeCorrected',
    'ownChoices',
    'ownGrade',
    'placesReduced',
    'several',
  ])
  expect(named.get('several')).toBeLessThan(total / 2)
})

const one = (id: string, average: number, quota = 's'): Candidate => ({
  ...{ id, lot: id, holds: null },
  choices: [{ quota, keys: [average] }],
})

test('places that were reduced are named with their numbers, and several differences by group', async () => {
  const quotas = (places: number) => [{ id: 's', places, ties: 'lot' as const }]
  const before = { candidates: [one('a', 900), one('b', 800)], quotas: quotas(2) }
  const reduced: TwoRounds = {
    before,
    now: { ...before, quotas: quotas(1) },
    appellants: new Set(),
  }
  const findCauses = async (rounds: TwoRounds, changed: Partial<CauseInput> = {}) =>
    Object.fromEntries(
      await causesOf(
        { ...inputOf(rounds, worseOffIn(rounds)), ...changed },
        async (candidates, places) => allocate(candidates, places),
      ),
    )
  expect(await findCauses(reduced)).toEqual({
    b: { cause: 'placesReduced', details: { old: 2, new: 1 } },
  })
  const both = {
    ...reduced,
    now: { candidates: [one('a', 900), one('b', 700), one('c', 850)], quotas: quotas(2) },
  }
  // Without the new application the place stays, and with the former grade it does not.
  expect(await findCauses(both)).toEqual({ b: { cause: 'applicationAdded', details: null } })
  expect(await findCauses({ ...both, now: { ...both.now, quotas: quotas(1) } })).toEqual({
    b: { cause: 'several', details: { groups: ['ownGrade', 'applications', 'places'] } },
  })
  expect(await findCauses(reduced, { rulesDiffer: true })).toEqual({
    b: { cause: 'several', details: { groups: ['places', 'rules'] } },
  })
})

test('at most six runs: own data of more applicants than that are not examined one by one', async () => {
  const quotas = [{ id: 's', places: 20, ties: 'lot' as const }]
  const numbers = Array.from({ length: 20 }, (_, at) => at)
  const before = { candidates: numbers.map((at) => one(`c${at}`, 900 - at)), quotas }
  const rounds: TwoRounds = {
    before,
    now: {
      quotas,
      candidates: [
        ...numbers.map((at) => one(`c${at}`, 800 - at)),
        ...numbers.map((at) => one(`n${at}`, 850)),
      ],
    },
    appellants: new Set(),
  }
  const worseOff = worseOffIn(rounds)
  expect(worseOff).toHaveLength(20)
  let runs = 0
  const causes = await causesOf(inputOf(rounds, worseOff), async (candidates, places) => {
    runs += 1
    return allocate(candidates, places)
  })
  expect(runs).toBeLessThanOrEqual(6)
  expect(new Set([...causes.values()].map(({ cause }) => cause))).toContain('several')
})
