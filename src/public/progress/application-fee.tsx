import { useText } from '@matricola/console/i18n.ts'
import type { WireFeeToPay } from '#resources/admission/wire.ts'
import { FeeDetails } from '../../fees/fee-details.tsx'
import { InUniversityLanguage } from '../university-language.tsx'
import './progress.css'

interface FeeToPayProps {
  readonly fee: WireFeeToPay
  readonly reference: string
}

interface ApplicationFeeProps extends FeeToPayProps {
  /** Whether the sentence about the next step does not mention this payment. */
  readonly isAdditional?: boolean
}

/** The unpaid application fee and how to pay it. */
export function ApplicationFee({ fee, reference, isAdditional = false }: ApplicationFeeProps) {
  const t = useText('application')
  return (
    <section className="fee-to-pay" aria-labelledby="application-fee">
      <h2 id="application-fee">{t('fee.title')}</h2>
      <FeeToPay fee={fee} reference={reference} />
      <p>
        {t(fee.account ? 'fee.transfer' : 'fee.atOffice')}
        {isAdditional ? ` ${t('fee.ranked')}` : null}
      </p>
    </section>
  )
}

/** The amount of a fee and the account to pay it to. */
export const FeeToPay = ({ fee: { amount, account }, reference }: FeeToPayProps) => (
  <FeeDetails
    amount={amount}
    account={account}
    holder={<InUniversityLanguage>{account?.holder}</InUniversityLanguage>}
    reference={reference}
  />
)
