import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatLongDay, formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireResult } from '#resources/admission/wire-merit.ts'
import { formatAmount } from '#resources/currency.ts'
import { useAverages } from '../../averages/use-averages.ts'
import { ErrorBox } from '../error-box.tsx'
import { FeeToPay } from '../progress/application-fee.tsx'
import { ApplicationProgrammeName, useApplicationNames } from '../university-language.tsx'
import { sendPlaceConfirmation } from './applicant-calls.ts'
import type { StatusNavigation } from './status-navigation.ts'
import { useApplicantTransition } from './use-applicant-transition.ts'

/**
 * The place awarded by a ranking, with its confirmation, and the average that each choice would
 * have required.
 */
export function AwardedPlace({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const { result } = application
  const averages = useAverages(result !== undefined)
  const names = useApplicationNames(application)
  if (!result || application.status === 'declined') return null
  return (
    <section aria-labelledby="place">
      <h2 id="place">{t('place.title')}</h2>
      {result.hasPlace ? (
        <Confirmation views={views} application={application} result={result} />
      ) : (
        <p>{t('place.none')}</p>
      )}
      <details className="status-details" open={!result.hasPlace}>
        <summary>{t('place.why')}</summary>
        <p>{t('place.round', { round: result.round })}</p>
        {averages ? (
          <averages.ResultExplanation
            result={result}
            reference={application.reference}
            programmeLabel={names}
          />
        ) : null}
      </details>
    </section>
  )
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
  const wonChoice = result.choices.find(({ isWon }) => isWon)
  const averages = useAverages(true)
  return (
    <>
      {wonChoice ? (
        <p>
          <strong>
            <ApplicationProgrammeName application={application} name={wonChoice.programme} />
          </strong>
          {averages ? <PlaceKindName choice={wonChoice} averages={averages} /> : null}
        </p>
      ) : null}
      {result.confirmedAt ? (
        <p>{t('place.confirmed', { date: formatLongInstant(result.confirmedAt, language) })}</p>
      ) : null}
      {result.confirmBy && !confirmationFee ? (
        <p>{t('place.due', { date: formatLongDay(result.confirmBy, language) })}</p>
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

type Averages = NonNullable<ReturnType<typeof useAverages>>

function PlaceKindName({
  choice,
  averages,
}: {
  choice: WireResult['choices'][number]
  averages: Averages
}) {
  const kindName = averages.usePlaceKindName()
  return <>, {kindName(choice)}</>
}
