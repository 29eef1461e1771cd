import { useLanguage, useText } from '@matricola/console/i18n.ts'
import type { ReactNode } from 'react'
import { formatAmount } from '#resources/currency.ts'
import { formatIban } from '#resources/iban.ts'
import './fees.css'

interface FeeDetailsProps {
  /** Absent if the page already shows the amount next to these details. */
  readonly amount?: number
  /** The university's account; null if fees are paid at the office. */
  readonly account: { readonly iban: string } | null
  /** Account holder, marked with its language. */
  readonly holder: ReactNode
  /** Payment reference by which the payment is matched. */
  readonly reference: string
}

/** Amount, account and reference for paying a fee. Uses the texts `application:fee`. */
export function FeeDetails({ amount, account, holder, reference }: FeeDetailsProps) {
  const t = useText('application')
  const language = useLanguage()
  return (
    <dl className="fee-details">
      {amount === undefined ? null : (
        <div>
          <dt>{t('fee.amount')}</dt>
          <dd>
            <strong>{formatAmount(amount, language)}</strong>
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
            <dd>{formatIban(account.iban)}</dd>
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
