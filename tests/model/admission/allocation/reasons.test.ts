import { expect, test } from 'vitest'
import {
  type Allocation,
  allocate,
  type Candidate,
  type Quota,
} from '#resources/admission/allocation/allocation.ts'
import {
  amongListedChoices,
  type ChoiceReason,
  choiceReasons,
  type ListedCandidate,
  rankCandidates,
  reasonAt,
} from '#resources/admission/ranking.ts'
import { type CaseRandom, createCaseRandom, randomCase } from './cases.ts'

interface ListedCase {
  readonly candidates: readonly ListedCandidate[]
  readonly quotas: readonly Quota[]
}

interface StoredReason {
  readonly candidate: ListedCandidate
  /** Index of the choice. */
  readonly at: number
  readonly quota: string
  readonly keys: readonly number[]
  readonly reason: ChoiceReason | null
  readonly decidedBy: number
}

function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Returns the reasons for all choices, as a draft stores them. */
function storedReasons({ candidates, quotas }: ListedCase, allocation: Allocation) {
  const { quotas: results, ranked } = runToEnd(rankCandidates(candidates, quotas, allocation))
  const reasons = candidates.flatMap((candidate, index) =>
    candidate.choices.map(({ quota, keys }, at): StoredReason => {
      const entry = (ranked.first[index] as number) + at
      return {
        ...{ candidate, at, quota, keys },
        reason: reasonAt(ranked.reasons[entry] as number),
        decidedBy: ranked.decidedBy[entry] as number,
      }
    }),
  )
  return { results, reasons }
}

/**
 * The second round after a first one: half of those who got a place keep it, some leave, some
 * averages change, some places are added or removed, and new candidates apply. Those who keep a place
 * are not considered for some of their higher choices.
 */
function secondRound(one: ListedCase, { won }: Allocation, draw: CaseRandom): ListedCase {
  const { below, happens } = draw
  const stayed = one.candidates.filter(() => happens(0.85))
  const changed = stayed.map((candidate): ListedCandidate => {
    const place = won.get(candidate.id)
    const holds = place && happens(0.5) ? place.quota : null
    return {
      ...candidate,
      holds,
      choices: candidate.choices.map(({ quota, keys }, at) => ({
        quota,
        keys: happens(0.2) ? [500 + below(4), ...keys.slice(1)] : keys,
        ...(holds !== null &&
          at < (place?.choice ?? 0) &&
          happens(0.4) && { excluded: happens(0.5) ? 'notConsented' : 'costsMore' }),
      })),
    }
  })
  const quotas = one.quotas.map((quota) => (happens(0.3) ? { ...quota, places: below(4) } : quota))
  const newcomers = randomCase(draw).candidates.flatMap((candidate): Candidate[] => {
    const choices = candidate.choices.filter(({ quota }) => quotas.some(({ id }) => id === quota))
    return choices.length > 0
      ? [{ ...candidate, id: `n${candidate.id}`, choices, holds: null }]
      : []
  })
  return { candidates: [...changed, ...newcomers], quotas }
}

/** Allocates the considered choices, as a draft does. */
function allocateListed({ candidates, quotas }: ListedCase): Allocation {
  const considered = candidates.map((one) =>
    one.choices.some(({ excluded }) => excluded)
      ? { ...one, choices: one.choices.filter(({ excluded }) => !excluded) }
      : one,
  )
  return amongListedChoices(considered, candidates, allocate(considered, quotas))
}

/**
 * Which reasons are true of a choice, by the raw allocation alone. Independent of the code that
 * stores them.
 */
function trueReasons(
  { candidates, quotas }: ListedCase,
  { won }: Allocation,
  { candidate, at, quota: id, keys }: StoredReason,
): readonly string[] {
  const quota = quotas.find((one) => one.id === id)
  const place = won.get(candidate.id) ?? null
  const holders = candidates.filter((one) => won.get(one.id)?.quota === id && one.holds === id)
  const admitted = candidates.filter((one) => won.get(one.id)?.quota === id && one.holds !== id)
  const valuesOf = (one: Candidate) => one.choices.find((choice) => choice.quota === id)?.keys ?? []
  const compare = (a: Candidate, b: Candidate) => {
    for (const [i, value] of valuesOf(a).entries())
      if (value !== valuesOf(b)[i]) return (valuesOf(b)[i] as number) - value
    return quota?.ties === 'lot' ? (a.lot < b.lot ? -1 : 1) : 0
  }
  const last = admitted.toSorted(compare).at(-1)
  const isHigher = place === null || at < place.choice
  const excluded = candidate.choices[at]?.excluded
  const isWaiting = isHigher && !excluded
  const lastValues = last ? valuesOf(last) : []
  const differing = keys.findIndex((value, i) => value !== lastValues[i])
  const facts: { readonly [reason: string]: boolean } = {
    won: place?.choice === at && candidate.holds !== id,
    kept: place?.choice === at && candidate.holds === id,
    notNeeded: place !== null && at > place.choice,
    noPlaces: isWaiting && quota?.places === 0 && admitted.length + holders.length === 0,
    heldAll:
      isWaiting &&
      admitted.length === 0 &&
      holders.length > 0 &&
      holders.length >= (quota?.places ?? 0),
    higherAverage:
      isWaiting && last !== undefined && (lastValues[0] as number) > (keys[0] as number),
    tie:
      isWaiting &&
      last !== undefined &&
      differing > 0 &&
      (lastValues[differing] as number) > (keys[differing] as number),
    draw:
      isWaiting &&
      last !== undefined &&
      differing === -1 &&
      quota?.ties === 'lot' &&
      last.lot <= candidate.lot,
    notConsented: isHigher && excluded === 'notConsented',
    costsMore: isHigher && excluded === 'costsMore',
  }
  return Object.keys(facts).filter((reason) => facts[reason])
}

const cases = 3000

test(`in ${cases} admissions with two rounds, exactly one reason is true of each choice, and it is the stored one`, () => {
  const draw = createCaseRandom(11)
  const found = new Set<ChoiceReason | null>()
  for (let i = 0; i < cases; i++) {
    const first = randomCase(draw)
    const second = secondRound(first, allocate(first.candidates, first.quotas), draw)
    for (const one of [first, second]) {
      const allocation = allocateListed(one)
      const { reasons } = storedReasons(one, allocation)
      expect(reasons.map((stored) => trueReasons(one, allocation, stored))).toEqual(
        reasons.map(({ reason }) => [reason]),
      )
      expect(reasons.filter(({ decidedBy }) => decidedBy > 0)).toEqual(
        reasons.filter(({ reason }) => reason === 'tie'),
      )
      for (const { reason } of reasons) found.add(reason)
    }
  }
  // The cases contain each reason.
  expect([...found].toSorted()).toEqual(choiceReasons.toSorted())
})

test(`in ${cases} second rounds, nobody waits with a higher average than the last one admitted in that round`, () => {
  const draw = createCaseRandom(12)
  let heldCount = 0
  const unexplained: string[] = []
  for (let i = 0; i < cases; i++) {
    const first = randomCase(draw)
    const second = secondRound(first, allocate(first.candidates, first.quotas), draw)
    const allocation = allocateListed(second)
    const { results, reasons } = storedReasons(second, allocation)
    for (const { quota, keys, candidate, at } of reasons) {
      const result = results.find((one) => one.quota.id === quota)
      const place = allocation.won.get(candidate.id) ?? null
      if (place !== null && at >= place.choice) continue
      if (candidate.choices[at]?.excluded) continue
      heldCount += result?.held ?? 0
      const isExplained = result?.last
        ? (keys[0] as number) <= (result.last.keys[0] as number)
        : (result?.held ?? 0) > 0 || result?.quota.places === 0
      if (!isExplained) unexplained.push(candidate.id)
    }
  }
  expect(unexplained).toEqual([])
  expect(heldCount).toBeGreaterThan(cases)
})
