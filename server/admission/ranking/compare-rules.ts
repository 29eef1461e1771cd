/**
 * Compares two ranking rules of a programme on the grades of real applications: who is ranked where,
 * which pairs change order, and who cannot be ranked.
 */
import type { ShownGroup } from '#resources/calls/ranking-rules.ts'
import { computeKeys, failsCondition, type Grades, type RankingRule } from './formula.ts'

export interface RuleCandidate {
  readonly reference: string
  readonly grades: Grades
}

/** How a rule ranks a candidate. */
export type RuleOutcome =
  | {
      readonly state: 'ranked'
      /** The average and the tie-breakers in hundredths. */
      readonly keys: readonly number[]
      /** Candidates with equal keys share a position. */
      readonly position: number
    }
  | { readonly state: 'gradesMissing'; readonly missing: readonly string[] }
  | { readonly state: 'notEligible' | 'notComputable' }

export interface RuleSummary {
  readonly ranked: number
  readonly notEligible: number
  readonly notComputable: number
  /** Number of candidates without each grade that the rule uses. */
  readonly missing: ReadonlyMap<string, number>
  /** Candidates whose average another candidate has too. */
  readonly equalAverages: number
  /** The average at the last place; null if fewer candidates are ranked than there are places. */
  readonly lastAverage: number | null
  /**
   * Candidates with equal keys, of whom some but not all are within the places; 0 if there are
   * none.
   */
  readonly tiedAtLastPlace: number
}

export interface RankedByRule {
  readonly outcomes: readonly RuleOutcome[]
  /** Indexes of the ranked candidates, best first. Equal ones are ordered by reference number. */
  readonly order: readonly number[]
  readonly summary: RuleSummary
}

/** Candidates per step of the generators. The event loop can do other work between steps. */
const candidatesPerStep = 256

/** Ranks candidates by a rule. `places` is the number of places of the programme. */
export function* rankByRule(
  candidates: readonly RuleCandidate[],
  rule: RankingRule,
  places: number,
): Generator<void, RankedByRule> {
  const outcomes: RuleOutcome[] = []
  for (const [index, candidate] of candidates.entries()) {
    if (index % candidatesPerStep === 0) yield
    outcomes.push(outcomeOf(candidate, rule))
  }
  const keysOf = (index: number) => {
    const outcome = outcomes[index]
    return outcome?.state === 'ranked' ? outcome.keys : []
  }
  const order = candidates
    .map((_, index) => index)
    .filter((index) => outcomes[index]?.state === 'ranked')
    .sort(
      (a, b) =>
        compareKeys(keysOf(a), keysOf(b)) ||
        compareReferences(candidates[a] as RuleCandidate, candidates[b] as RuleCandidate),
    )
  let position = 0
  for (const [at, index] of order.entries()) {
    const previous = order[at - 1]
    if (previous === undefined || compareKeys(keysOf(previous), keysOf(index)) !== 0)
      position = at + 1
    outcomes[index] = { state: 'ranked', keys: keysOf(index), position }
  }
  return { outcomes, order, summary: summaryOf(outcomes, order.map(keysOf), places) }
}

function outcomeOf({ grades }: RuleCandidate, rule: RankingRule): RuleOutcome {
  if (failsCondition(rule, grades)) return { state: 'notEligible' }
  const missing = rule.usedGrades.filter((name) => grades[name] == null)
  if (missing.length > 0) return { state: 'gradesMissing', missing }
  const keys = computeKeys(rule, grades)
  return keys === null ? { state: 'notComputable' } : { state: 'ranked', keys, position: 0 }
}

/** Negative if the candidate with the keys `a` is ahead. */
function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [index, key] of a.entries()) {
    const other = b[index] as number
    if (key !== other) return other - key
  }
  return 0
}

const compareReferences = (a: RuleCandidate, b: RuleCandidate) =>
  a.reference < b.reference ? -1 : 1

function summaryOf(
  outcomes: readonly RuleOutcome[],
  keys: readonly (readonly number[])[],
  places: number,
): RuleSummary {
  const missing = new Map<string, number>()
  for (const outcome of outcomes)
    for (const name of outcome.state === 'gradesMissing' ? outcome.missing : [])
      missing.set(name, (missing.get(name) ?? 0) + 1)
  const countOf = (state: RuleOutcome['state']) =>
    outcomes.filter((outcome) => outcome.state === state).length
  const last = keys[places - 1]
  const next = keys[places]
  return {
    ranked: keys.length,
    notEligible: countOf('notEligible'),
    notComputable: countOf('notComputable'),
    missing,
    equalAverages: keys.filter(
      ([average], at) => average === keys[at - 1]?.[0] || average === keys[at + 1]?.[0],
    ).length,
    lastAverage: last?.[0] ?? null,
    tiedAtLastPlace:
      last && next && compareKeys(last, next) === 0
        ? keys.filter((other) => compareKeys(other, last) === 0).length
        : 0,
  }
}

/** A pair whose order changes: `ahead` is ahead by the second rule, `behind` by the first. */
export interface ReorderedPair {
  readonly ahead: number
  readonly behind: number
}

interface OrderChange {
  /** Number of pairs, of which one candidate is ahead by each rule. */
  readonly pairs: number
  /** Pairs next to each other in the first order, the ones nearest to the last place first. */
  readonly examples: readonly ReorderedPair[]
}

const maxExamples = 5

/**
 * Counts the pairs of candidates whose order differs, among those that both rules rank. Candidates
 * whom one of the rules ranks equally have not changed their order.
 */
export function compareOrders(
  first: RankedByRule,
  second: RankedByRule,
  places: number,
): OrderChange {
  const positionIn = ({ outcomes }: RankedByRule, index: number) => {
    const outcome = outcomes[index]
    return outcome?.state === 'ranked' ? outcome.position : null
  }
  const both = first.order
    .flatMap((index) => {
      const [before, after] = [positionIn(first, index), positionIn(second, index)]
      return before === null || after === null ? [] : [{ index, before, after }]
    })
    // Candidates whom the first rule ranks equally are ordered by the second, so that they do not
    // count.
    .sort((a, b) => a.before - b.before || a.after - b.after)
  const examples = both
    .flatMap((behind, at) => {
      const ahead = both[at + 1]
      return ahead && ahead.after < behind.after ? [{ ahead, behind }] : []
    })
    .sort((a, b) => Math.abs(a.behind.before - places) - Math.abs(b.behind.before - places))
    .slice(0, maxExamples)
    .map(({ ahead, behind }) => ({ ahead: ahead.index, behind: behind.index }))
  return { pairs: countInversions(both.map(({ after }) => after)), examples }
}

/** Counts the pairs in which the first number is greater than the second, in O(n log n). */
function countInversions(numbers: readonly number[]): number {
  let [from, to] = [Float64Array.from(numbers), new Float64Array(numbers.length)]
  let count = 0
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + 2 * width, from.length)
      let [left, right] = [start, middle]
      for (let at = start; at < end; at++) {
        const takesLeft =
          left < middle && (right >= end || (from[left] as number) <= (from[right] as number))
        if (!takesLeft) count += middle - left
        to[at] = from[takesLeft ? left++ : right++] as number
      }
    }
    ;[from, to] = [to, from]
  }
  return count
}

const shownCounts = { last: 10, highest: 5, total: 20 } as const

/**
 * Chooses at most 20 candidates to show: the ten nearest to the last place by either rule, the five
 * highest by the last rule, and others in the order of `randomOrder`, which is always the same.
 */
export function chooseShown(
  rankings: readonly RankedByRule[],
  randomOrder: readonly number[],
  places: number,
): ReadonlyMap<number, ShownGroup> {
  const shown = new Map<number, ShownGroup>()
  const add = (index: number | undefined, group: ShownGroup) => {
    if (index !== undefined && !shown.has(index) && shown.size < shownCounts.total)
      shown.set(index, group)
  }
  const longest = Math.max(...rankings.map(({ order }) => order.length))
  for (let distance = 0; places > 0 && distance <= longest + places; distance++)
    for (const { order } of rankings) {
      // Fewer candidates than places: the last candidate has the last place that is taken.
      const last = Math.min(places, order.length) - 1
      for (const at of new Set([last - distance, last + distance]))
        if (shown.size < shownCounts.last) add(order[at], 'last')
    }
  const limit = shown.size + shownCounts.highest
  for (const index of rankings.at(-1)?.order ?? []) if (shown.size < limit) add(index, 'highest')
  for (const index of randomOrder) add(index, 'random')
  return shown
}
