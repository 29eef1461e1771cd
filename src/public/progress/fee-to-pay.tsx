import type { WireFeeToPay } from '#model/admission/wire.ts'
import { ibanInGroups } from '#model/values/iban.ts'
import { amountInWords } from '#resources/currency.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Own } from '../own.tsx'
import './progress.css'

interface Parts {
  readonly fee: WireFeeToPay
  readonly reference: string
}

/** The application fee that is still to be paid, and how. */
export function ApplicationFee({ fee, reference }: Parts) {
  const t = useText('progress')
  return (
    <section className="fee-to-pay" aria-labelledby="application-fee">
      <h2 id="application-fee">{t('fee.title')}</h2>
      <FeeFacts fee={fee} reference={reference} />
      <p>{t(fee.account ? 'fee.transfer' : 'fee.atOffice')}</p>
    </section>
  )
}

/** Amount, account and the words that a payment needs to be found. */
export function FeeFacts({ fee: { amount, account }, reference }: Parts) {
  const t = useText('progress')
  const language = useLanguage()
  return (
    <dl className="fee-facts">
      <div>
        <dt>{t('fee.amount')}</dt>
        <dd>
          <strong>{amountInWords(amount, language)}</strong>
        </dd>
      </div>
      {account ? (
        <>
          <div>
            <dt>{t('fee.holder')}</dt>
            <dd>
              <Own>{account.holder}</Own>
            </dd>
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
