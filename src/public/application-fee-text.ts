import { formatAmount } from '#resources/currency.ts'
import type { FeeRange } from './apply/choices/choices.ts'

type Translate = (key: string, params: Readonly<Record<string, string>>) => string

/** Says an application fee; null if there is none. `t` translates keys of the form. */
export function applicationFeeText(
  t: Translate,
  { from, to }: FeeRange,
  language: string,
): string | null {
  const amount = formatAmount(to, language)
  if (to === 0) return null
  if (from === to) return t('choices.fee', { amount })
  return from === 0
    ? t('choices.feeUpTo', { amount })
    : t('choices.feeRange', { from: formatAmount(from, language), to: amount })
}
