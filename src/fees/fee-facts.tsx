import type { ReactNode } from 'react'
import { ibanInGroups } from '#model/values/iban.ts'
import { amountInWords } from '#resources/currency.ts'
import { useLanguage, useText } from '../i18n.ts'
import './fees.css'

interface Parts {
  /** Absent: said beside it already. */
  readonly amount?: number
  /** The university's; null: paid at the office. */
  readonly account: { readonly iban: string } | null
  /** Name of the account's holder, marked with its language. */
  readonly holder: ReactNode
  /** Words by which the payment is found. */
  readonly reference: string
}

/** Amount, account and the words that a payment needs to be found; texts `progress:fee`. */
export function FeeFacts({ amount, account, holder, reference }: Parts) {
  const t = useText('progress')
  const language = useLanguage()
  return (
    <dl className="fee-facts">
      {amount === undefined ? null : (
        <div>
          <dt>{t('fee.amount')}</dt>
          <dd>
            <strong>{amountInWords(amount, language)}</strong>
          </dd>
        </div>
      )}
      {account ? (
        <>
          <div>
            <dt>{t('fee.holder')}</dt>
            <dd>{holder}</dd>
          </div>
          <div>
            <dt>{t('fee.iban')}</dt>
            <dd>{ibanInGroups(account.iban)}</dd>
          </div>
          <div>
            <dt>{t('fee.details')}</dt>
            <dd>{reference}</dd>
          </div>
        </>
      ) : null}
    </dl>
  )
}
