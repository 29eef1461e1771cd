import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { formatLongDay, formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireResult } from '#resources/admission/wire-merit.ts'
import { formatAmount } from '#resources/currency.ts'
import { ErrorBox } from '../error-box.tsx'
import { FeeToPay } from '../progress/application-fee.tsx'
import { sendPlaceConfirmation } from './applicant-calls.ts'
import { type PlaceQuestion, placeIdOf } from './place/answer-draft.ts'
import { usePlaceText } from './place/place-text.tsx'
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
  const { reference, confirmationFee, placeQuestion, state } = application
  const tuition = placeQuestion?.held.tuition ?? null
  const isAsked = placeQuestion !== undefined && isAnswerNeeded(placeQuestion)
  const t = useText('status')
  const tPublic = useText('public')
  const language = useLanguage()
  const { isBusy, failure, run } = useApplicantTransition(views, reference)
  return (
    <>
      {/* After a move, the day is that of the former place. */}
      {result.confirmedAt && !state.state.startsWith('movedUp') ? (
        <p>{t('place.confirmed', { date: formatLongInstant(result.confirmedAt, language) })}</p>
      ) : null}
      {failure ? <ErrorBox title={tPublic('failed.title')}>{failure}</ErrorBox> : null}
      <PlaceAnswer views={views} application={application} />
      {confirmationFee ? (
        <>
          <p>
            {t('place.fee', { amount: formatAmount(confirmationFee.amount, language), reference })}
          </p>
          {confirmationFee.account ? (
            <FeeToPay fee={confirmationFee} reference={reference} />
          ) : null}
        </>
      ) : result.canConfirm && !isAsked ? (
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy}
          onClick={run(() => sendPlaceConfirmation(), t('place.done'))}
        >
          {t('place.confirm')}
        </button>
      ) : null}
      {result.canConfirm && tuition !== null ? (
        <p className="place-cost">
          {t('application:card.cost', { tuition: formatAmount(tuition, language) })}
        </p>
      ) : null}
    </>
  )
}

/**
 * Whether the applicant has to see the costs, or to say whether the place is kept, before it is
 * confirmed.
 */
const isAnswerNeeded = ({ higher, held, answer }: PlaceQuestion) =>
  answer === null && (higher.length > 0 || held.funding === 'fee')

/** The applicant's answer about the place, and the way to the question while it is open. */
function PlaceAnswer({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const language = useLanguage()
  const { numberedNameOf } = usePlaceText(application)
  const { placeQuestion: question, result } = application
  if (!question) return null
  const { answer, higher, isOpen, until } = question
  const voided = higher.filter(({ isConsentVoid }) => isConsentVoid)
  const wanted = higher.filter(
    (place) =>
      !voided.includes(place) &&
      answer?.consented.some((one) => placeIdOf(one) === placeIdOf(place)),
  )
  const isUnconfirmed = result?.confirmedAt == null
  const canAsk = isOpen && (higher.length > 0 || (isUnconfirmed && isAnswerNeeded(question)))
  const ask = () =>
    views.show(
      higher.length > 0
        ? { name: 'placeQuestion', application, question }
        : { name: 'placeCheck', application, question },
    )
  return (
    <>
      {answer?.mode === 'moveUp' && wanted.length > 0 ? (
        <>
          <p>{t('place.movesTo')}</p>
          <ul>
            {wanted.map((place) => (
              <li key={placeIdOf(place)}>{numberedNameOf(place)}</li>
            ))}
          </ul>
        </>
      ) : null}
      {voided.map((place) => (
        <p key={placeIdOf(place)} className="message message-warn">
          <Icon name="warning" />
          {t('place.consentVoid', { place: numberedNameOf(place) })}
        </p>
      ))}
      {answer?.mode === 'keep' && higher.length > 0 ? <p>{t('place.keeps')}</p> : null}
      {canAsk ? (
        <>
          {answer === null && !isUnconfirmed ? <p>{t('place.notAsked')}</p> : null}
          <p>
            <button
              type="button"
              className={answer === null || voided.length > 0 ? 'button button-primary' : 'button'}
              onClick={ask}
            >
              {t(
                answer !== null
                  ? 'place.change'
                  : isUnconfirmed && !application.confirmationFee
                    ? 'place.confirm'
                    : 'place.answer',
              )}
            </button>
          </p>
          {answer !== null && until ? (
            <p>{t('place.changeUntil', { date: formatLongDay(until, language) })}</p>
          ) : null}
        </>
      ) : null}
    </>
  )
}
