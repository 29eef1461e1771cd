/** The application fee by the facts that the draft states so far. */
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { FeeRange } from '../../application-fee-text.ts'
import type { DraftValues } from '../application-draft.ts'
import { itemsBundle } from '../form-items/form-items.ts'
import { chosenRankingRules, type RankingRules } from './choices.ts'

export function applicationFeeRange(
  rules: RankingRules,
  values: DraftValues,
  publicConfig: WireIntake,
): FeeRange {
  const usual = [rules.applicationFee ?? 0]
  const fees = rules.feeExceptions
    ? (itemsBundle()?.possibleApplicationFees(rules, values, publicConfig) ?? usual)
    : usual
  return { from: Math.min(...fees), to: Math.max(...fees) }
}

/** The application fee: the highest of the chosen programmes. */
export function highestApplicationFee(values: DraftValues, publicConfig: WireIntake): FeeRange {
  const ranges = chosenRankingRules(values, publicConfig).map((rules) =>
    applicationFeeRange(rules, values, publicConfig),
  )
  return {
    from: Math.max(0, ...ranges.map(({ from }) => from)),
    to: Math.max(0, ...ranges.map(({ to }) => to)),
  }
}
