import type { WireFeeToPay } from '#model/admission/wire.ts'
import { FeeFacts } from '../../fees/fee-facts.tsx'
import { useText } from '../../i18n.ts'
import { Own } from '../own.tsx'
import './progress.css'

interface Parts {
  readonly fee: WireFeeToPay
  readonly reference: string
}

interface Owed extends Parts {
  /** Whether the sentence about the next step does not mention this payment. */
  readonly isBesides?: boolean
}

/** The unpaid application fee and how to pay it. */
export function ApplicationFee({ fee, reference, isBesides = false }: Owed) {
  const t = useText('progress')
  return (
    <section className="fee-to-pay" aria-labelledby="application-fee">
      <h2 id="application-fee">{t('fee.title')}</h2>
      <FeeToPay fee={fee} reference={reference} />
      <p>
        {t(fee.account ? 'fee.transfer' : 'fee.atOffice')}
        {isBesides ? ` ${t('fee.ranked')}` : null}
      </p>
    </section>
  )
}

/** The amount of a fee and the account to pay it to. */
export const FeeToPay = ({ fee: { amount, account }, reference }: Parts) => (
  <FeeFacts amount={amount} account={account} holder={<Own>{account?.holder}</Own>} reference={reference} />
)
