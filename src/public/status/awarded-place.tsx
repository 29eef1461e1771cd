import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireResult } from '#resources/admission/wire-merit.ts'
import { formatAmount } from '#resources/currency.ts'
import { ErrorBox } from '../error-box.tsx'
import { FeeToPay } from '../progress/application-fee.tsx'
import { sendPlaceConfirmation } from './applicant-calls.ts'
import type { StatusNavigation } from './status-navigation.ts'
import { useApplicantTransition } from './use-applicant-transition.ts'

/** The confirmation of the place awarded by a ranking. */
export function AwardedPlace({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const { result } = application
  if (!result?.hasPlace || application.status === 'declined') return null
  return <Confirmation views={views} application={application} result={result} />
}

interface ConfirmationProps {
  views: StatusNavigation
  application: WireApplication
  result: WireResult
}

function Confirmation({ views, application, result }: ConfirmationProps) {
  const { reference, confirmationFee } = application
  const t = useText('status')
  const tPublic = useText('public')
  const language = useLanguage()
  const { isBusy, failure, run } = useApplicantTransition(views, reference)
  return (
    <>
      {result.confirmedAt ? (
        <p>{t('place.confirmed', { date: formatLongInstant(result.confirmedAt, language) })}</p>
      ) : null}
      {failure ? <ErrorBox title={tPublic('failed.title')}>{failure}</ErrorBox> : null}
      {confirmationFee ? (
        <>
          <p>
            {t('place.fee', { amount: formatAmount(confirmationFee.amount, language), reference })}
          </p>
          {confirmationFee.account ? (
            <FeeToPay fee={confirmationFee} reference={reference} />
          ) : null}
        </>
      ) : result.canConfirm ? (
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy}
          onClick={run(sendPlaceConfirmation, t('place.done'))}
        >
          {t('place.confirm')}
        </button>
      ) : null}
    </>
  )
}
