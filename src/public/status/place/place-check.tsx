import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { type FormEvent, Fragment, useRef, useState } from 'react'
import { costsNoMore } from '#resources/admission/place-acceptance.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireQuestionPlace } from '#resources/admission/wire-merit.ts'
import { formatAmount } from '#resources/currency.ts'
import { ErrorBox } from '../../error-box.tsx'
import { fetchOwnApplication, isSessionEnded, sendPlaceConfirmation } from '../applicant-calls.ts'
import type { StatusNavigation } from '../status-navigation.ts'
import { ViewTitle } from '../view-title.tsx'
import {
  clearAnswerDraft,
  type PlaceQuestion,
  placeIdOf,
  toPlaceAnswer,
  useAnswerDraft,
  wantedPlaces,
} from './answer-draft.ts'
import { BackButton } from './place-question.tsx'
import { additionalFee, usePlaceText } from './place-text.tsx'
import './place.css'

/** Shows the answer with its costs before it is sent. */
export function PlaceCheckPage({
  views,
  application,
  question,
}: {
  views: StatusNavigation
  application: WireApplication
  question: PlaceQuestion
}) {
  const t = useText('status')
  const tPublic = useText('public')
  const language = useLanguage()
  const { reference, result } = application
  const { held, higher } = question
  const { nameOf, numberedNameOf, costOf } = usePlaceText(application)
  const { draft } = useAnswerDraft(reference, question)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [agrees, setAgrees] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const wanted = wantedPlaces(question, draft)
  const costly = wanted.filter(({ costsMore }) => costsMore)
  const free = wanted.filter(({ costsMore }) => !costsMore)
  const isConfirmed = result?.confirmedAt != null
  const isPaidPlace = !isConfirmed && held.funding === 'fee'
  const mustAgree = costly.length > 0 || isPaidPlace
  const amountOf = ({ tuition }: WireQuestionPlace) =>
    tuition === null ? null : formatAmount(tuition, language)
  /** Whether the tuition of a place may be higher than that of the held one. */
  const hasMoreTuition = (place: WireQuestionPlace) =>
    !costsNoMore({ ...place, confirmationFee: null }, held)
  const becomesFeePaying = held.funding === 'budget' && costly.some(hasMoreTuition)

  const send = async (places: readonly WireQuestionPlace[]) => {
    setBusy(true)
    setFailure(null)
    try {
      const next = await sendPlaceConfirmation(toPlaceAnswer(question, places, agrees))
      clearAnswerDraft(reference)
      showToast({
        severity: 'success',
        summary: t(isConfirmed ? 'placeCheck.saved' : 'place.done'),
      })
      views.reset({ name: 'application', application: next })
    } catch (error) {
      if (isSessionEnded(error))
        return views.reset({ name: 'code', reference, notice: t('code.ended') })
      if (!(error instanceof HttpError)) throw error
      if (error.code === 'acceptance.stale') await askAgain(error.message)
      else setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  /** Shows the question with the present place and amounts. What was chosen stays. */
  const askAgain = async (notice: string) => {
    const next = await fetchOwnApplication()
    const asked = next.placeQuestion
    views.reset(
      { name: 'application', application: next },
      ...(asked && asked.higher.length > 0
        ? [{ name: 'placeQuestion' as const, application: next, question: asked, notice }]
        : []),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const refuses = mustAgree && !agrees
    setRefused(refuses)
    if (refuses) box.current?.focus()
    else send(wanted)
  }
  return (
    <PublicFrame title={t('placeCheck.heading')} hasErrors={isRefused || failure !== null}>
      <BackButton>
        {higher.length > 0 ? t('placeQuestion.step', { reference, step: 2 }) : reference}
      </BackButton>
      <ViewTitle>{t('placeCheck.heading')}</ViewTitle>
      {failure ? <ErrorBox title={tPublic('failed.title')}>{failure}</ErrorBox> : null}
      <dl className="place-summary">
        <dt>{t('placeCheck.held')}</dt>
        <dd>{nameOf(held)}</dd>
        <dt>{t('placeCheck.tuition')}</dt>
        <dd>{costOf(held)}</dd>
        {higher.length > 0 ? (
          <>
            <dt>{t('placeQuestion.moveUpTo')}</dt>
            <dd>
              {wanted.length === 0
                ? t('placeCheck.keeps')
                : wanted.map((place) => (
                    <span key={placeIdOf(place)}>{numberedNameOf(place)}</span>
                  ))}
            </dd>
          </>
        ) : null}
      </dl>
      <form onSubmit={submit} noValidate aria-busy={isBusy}>
        {mustAgree ? (
          <div className="place-money">
            {costly.length > 0 ? (
              <>
                <p>
                  <strong>{t('placeCheck.money')}</strong>
                </p>
                {costly.map((place) => {
                  const amount = amountOf(place)
                  const fee = additionalFee(place, held)
                  const params = { place: nameOf(place), held: nameOf(held) }
                  return (
                    <Fragment key={placeIdOf(place)}>
                      {hasMoreTuition(place) ? (
                        <p>
                          {amount === null
                            ? t('placeCheck.moneyUnknown', params)
                            : t('placeCheck.moneyAmount', { ...params, amount })}
                        </p>
                      ) : null}
                      {fee > 0 ? (
                        <p>
                          {t('placeCheck.moneyFee', {
                            ...params,
                            fee: formatAmount(fee, language),
                          })}
                        </p>
                      ) : null}
                    </Fragment>
                  )
                })}
              </>
            ) : null}
            <label className={isRefused ? 'place-box field-invalid' : 'place-box'}>
              <input
                ref={box}
                type="checkbox"
                checked={agrees}
                onChange={({ target }) => {
                  setAgrees(target.checked)
                  setRefused(false)
                }}
                aria-invalid={isRefused || undefined}
                aria-required="true"
                aria-describedby={isRefused ? 'place-agree-refusal' : undefined}
              />
              <span>
                {isRefused ? (
                  <span className="field-message" id="place-agree-refusal">
                    {t(costly.length > 0 ? 'placeCheck.mustAgree' : 'placeCheck.mustUnderstand')}
                  </span>
                ) : null}
                {isPaidPlace ? (
                  <span>
                    {amountOf(held) === null
                      ? t('placeCheck.understandUnknown')
                      : t('placeCheck.understand', { amount: amountOf(held) ?? '' })}
                  </span>
                ) : null}
                {costly.length > 0 ? (
                  <span>
                    {t(becomesFeePaying ? 'placeCheck.agreeToPay' : 'placeCheck.agreeToMore')}
                  </span>
                ) : null}
              </span>
            </label>
          </div>
        ) : null}
        {application.confirmationFee ? <p>{t('placeCheck.paymentConfirms')}</p> : null}
        <div className="place-buttons">
          <button type="submit" className="button button-primary" aria-disabled={isBusy}>
            {t(
              isConfirmed || application.confirmationFee ? 'placeCheck.save' : 'placeCheck.confirm',
            )}
          </button>
          {costly.length > 0 && free.length > 0 && !isPaidPlace ? (
            <button
              type="button"
              className="button"
              aria-disabled={isBusy}
              onClick={() => (isBusy ? undefined : send(free))}
            >
              {t('placeCheck.onlyFree')}
            </button>
          ) : null}
        </div>
      </form>
    </PublicFrame>
  )
}
