import { formatAmount } from '#resources/currency.ts'

/** The lowest and the highest fee that the applicant can have. Zero means no fee. */
export interface FeeRange {
  readonly from: number
  readonly to: number
}

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
