/** Two rules of a programme compared on the grades of applications. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chooseShown,
  compareOrders,
  type RankedByRule,
  type RuleCandidate,
  rankByRule,
} from '#server/admission/ranking/compare-rules.ts'
import { computeKeys, parseRule, type RuleTexts } from '#server/admission/ranking/formula.ts'

const ruleOf = (formula: string, others: Partial<RuleTexts> = {}) =>
  parseRule({
    ...{ formula, requires: null, firstTie: null, secondTie: null, thirdTie: null },
    ...{ fourthTie: null, fifthTie: null, ...others },
  })
function rank(candidates: readonly RuleCandidate[], rule: ReturnType<typeof ruleOf>, places = 2) {
  const steps = rankByRule(candidates, rule, places)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
const gradesOf = (baccalaureateAverage: number | null, examGrade: number | null) => ({
  ...{ baccalaureateAverage, examGrade },
  ...{ romanianGrade: null, profileGrade: null, degreeAverage: null },
})
const candidate = (reference: string, average: number | null, exam: number | null) => ({
  reference,
  grades: gradesOf(average, exam),
})
const stored = ruleOf('baccalaureateAverage')
const proposed = ruleOf('0.5 * baccalaureateAverage + 0.5 * examGrade', {
  requires: 'examGrade >= 5',
  firstTie: 'examGrade',
})

test('positions, equal averages, ties at the last place, and candidates who cannot be ranked', () => {
  const candidates = [
    candidate('A', 9, 7),
    candidate('B', 8, 8),
    candidate('C', 8, 8),
    candidate('D', 10, 4),
    candidate('E', 6, null),
    candidate('F', null, 9),
  ]
  const now = rank(candidates, stored)
  expect(now.order.map((index) => candidates[index]?.reference)).toEqual(['D', 'A', 'B', 'C', 'E'])
  expect(now.outcomes.map((outcome) => ('position' in outcome ? outcome.position : null))).toEqual([
    ...[2, 3, 3, 1, 5, null],
  ])
  expect(now.summary).toEqual({
    ...{
      ranked: 5,
      notEligible: 0,
      notComputable: 0,
      missing: new Map([['baccalaureateAverage', 1]]),
    },
    ...{ equalAverages: 2, lastAverage: 900, tiedAtLastPlace: 0 },
  })
  const next = rank(candidates, proposed, 1)
  expect(next.outcomes.map(({ state }) => state)).toEqual([
    ...['ranked', 'ranked', 'ranked', 'notEligible', 'gradesMissing', 'gradesMissing'],
  ])
  expect(next.order.map((index) => candidates[index]?.reference)).toEqual(['B', 'C', 'A'])
  expect(next.summary).toEqual({
    ...{ ranked: 3, notEligible: 1, notComputable: 0 },
    missing: new Map([
      ['examGrade', 1],
      ['baccalaureateAverage', 1],
    ]),
    ...{ equalAverages: 3, lastAverage: 800, tiedAtLastPlace: 2 },
  })
  expect(compareOrders(now, next, 1)).toEqual({
    pairs: 2,
    examples: [{ ahead: 1, behind: 0 }],
  })
})

test('a formula that cannot be computed leaves candidates unranked, and is counted', () => {
  const found = rank([candidate('A', 9, 0)], ruleOf('baccalaureateAverage / examGrade'))
  expect(found.summary).toMatchObject({ ranked: 0, notComputable: 1, lastAverage: null })
})

const half = fc.option(fc.integer({ min: 2, max: 20 }).map((halves) => halves / 2))
const someCandidates = fc
  .array(fc.tuple(half, half), { maxLength: 40 })
  .map((grades) => grades.map(([a, b], index) => candidate(`R${index}`, a, b)))

/** Whether the keys of the first candidate are ahead of those of the second. */
function isAhead(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((key, index) => key !== b[index])
  return at !== -1 && (a[at] as number) > (b[at] as number)
}
const keysOf = ({ outcomes }: RankedByRule, index: number) => {
  const outcome = outcomes[index]
  return outcome?.state === 'ranked' ? outcome.keys : null
}

test('positions and the number of reordered pairs are those of comparing every pair', () => {
  fc.assert(
    fc.property(someCandidates, fc.integer({ min: 0, max: 45 }), (candidates, places) => {
      const [now, next] = [rank(candidates, stored, places), rank(candidates, proposed, places)]
      const indexes = candidates.map((_, index) => index)
      for (const [ranking, rule] of [
        [now, stored],
        [next, proposed],
      ] as const)
        for (const index of ranking.order) {
          const keys = keysOf(ranking, index) as readonly number[]
          expect(keys).toEqual(computeKeys(rule, candidates[index]?.grades ?? {}))
          const ahead = ranking.order.filter((other) =>
            isAhead(keysOf(ranking, other) as readonly number[], keys),
          )
          expect(ranking.outcomes[index]).toMatchObject({ position: ahead.length + 1 })
        }
      const isReordered = (a: number, b: number) => {
        const [nowA, nowB, nextA, nextB] = [
          ...[keysOf(now, a), keysOf(now, b), keysOf(next, a), keysOf(next, b)],
        ]
        return nowA && nowB && nextA && nextB ? isAhead(nowA, nowB) && isAhead(nextB, nextA) : false
      }
      const pairs = indexes.flatMap((a) => indexes.filter((b) => isReordered(a, b)))
      const change = compareOrders(now, next, places)
      expect(change.pairs).toBe(pairs.length)
      expect(change.examples.length > 0).toBe(pairs.length > 0)
      for (const { ahead, behind } of change.examples) expect(isReordered(behind, ahead)).toBe(true)
    }),
  )
})

test('twenty candidates are shown: nearest to the last place, highest, and others; all if there are fewer', () => {
  fc.assert(
    fc.property(someCandidates, fc.integer({ min: 0, max: 45 }), (candidates, places) => {
      const rankings = [rank(candidates, stored, places), rank(candidates, proposed, places)]
      const random = candidates.map((_, index) => index).reverse()
      const shown = chooseShown(rankings, random, places)
      expect(shown.size).toBe(Math.min(20, candidates.length))
      const groups = [...shown.values()]
      const ranked = new Set(rankings.flatMap(({ order }) => order)).size
      expect(groups.filter((group) => group === 'last').length).toBe(
        places === 0 ? 0 : Math.min(10, ranked),
      )
      expect(groups.filter((group) => group === 'highest').length).toBeLessThanOrEqual(5)
    }),
  )
  const many = Array.from({ length: 60 }, (_, index) => candidate(`R${index}`, 10 - index / 10, 9))
  const ranking = rank(many, stored, 30)
  const shown = chooseShown([ranking], many.map((_, index) => index).reverse(), 30)
  const positionsOf = (group: string) =>
    [...shown]
      .filter(([, one]) => one === group)
      .map(([index]) => index + 1)
      .sort((a, b) => a - b)
  expect(positionsOf('last')).toEqual([25, 26, 27, 28, 29, 30, 31, 32, 33, 34])
  expect(positionsOf('highest')).toEqual([1, 2, 3, 4, 5])
  expect(positionsOf('random')).toEqual([56, 57, 58, 59, 60])
})
