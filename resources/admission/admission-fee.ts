/** The fee that an applicant pays for a programme, by facts about the applicant. */
import {
  comparisonsOf,
  evaluate,
  isAnd,
  isNot,
  isOr,
  type Predicate,
} from '@matricola/schema/predicate.ts'
import type { FormCondition } from './form-content.ts'
import type { FormFacts } from './form-facts.ts'

export type AdmissionFee = 'application' | 'confirmation'

/** The fee of a programme. The first exception whose condition holds replaces the amount. */
export interface FeeRule {
  /** Null: no fee. */
  readonly amount: number | null
  readonly exceptions: readonly { readonly when: FormCondition; readonly amount: number }[]
}

/** Facts about an applicant as far as they are known. */
export type KnownFacts = Partial<FormFacts>

/** Returns the fee that an applicant pays; null if none. */
export const admissionFeeOf = (rule: FeeRule, facts: FormFacts): number | null =>
  possibleFees(rule, facts)[0] || null

/** Returns the fees that applicants with these facts can have; 0 is no fee. */
export function possibleFees({ amount, exceptions }: FeeRule, known: KnownFacts): number[] {
  const found = new Set<number>()
  for (const { when, amount: fee } of exceptions) {
    const outcome = outcomeOf(when, known)
    if (outcome !== false) found.add(fee)
    if (outcome) return [...found]
  }
  return [...found.add(amount ?? 0)]
}

const noCaller = { id: '', role: '' } as const

/** Whether a condition holds; undefined if this depends on facts that are not known. */
function outcomeOf(condition: Predicate, known: KnownFacts): boolean | undefined {
  if (isNot(condition)) {
    const outcome = outcomeOf(condition.not, known)
    return outcome === undefined ? undefined : !outcome
  }
  if (isOr(condition)) return combine(condition.or, known, true)
  if (isAnd(condition)) return combine(condition.and, known, false)
  const comparisons = comparisonsOf(condition)
  if (comparisons.length === 1)
    return comparisons.every(([name]) => Object.hasOwn(known, name))
      ? evaluate(condition, known, noCaller)
      : undefined
  return combine(
    comparisons.map(([name, comparison]) => ({ [name]: comparison })),
    known,
    false,
  )
}

/** One part with the deciding outcome is enough. */
function combine(parts: readonly Predicate[], known: KnownFacts, deciding: boolean) {
  const outcomes = parts.map((part) => outcomeOf(part, known))
  return outcomes.includes(deciding)
    ? deciding
    : outcomes.includes(undefined)
      ? undefined
      : !deciding
}
