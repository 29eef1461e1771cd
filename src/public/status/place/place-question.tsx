import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import { type FormEvent, useRef, useState } from 'react'
import { acceptanceModes } from '#resources/admission/place-acceptance.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { StatusNavigation } from '../status-navigation.ts'
import { ViewTitle } from '../view-title.tsx'
import { type PlaceQuestion, placeIdOf, useAnswerDraft, wantedPlaces } from './answer-draft.ts'
import { usePlaceText } from './place-text.tsx'
import './place.css'

/** Asks whether the applicant keeps the place or wants to be moved to a higher choice. */
export function PlaceQuestionPage({
  views,
  application,
  question,
  notice,
}: {
  views: StatusNavigation
  application: WireApplication
  question: PlaceQuestion
  /** Why the question is asked again. */
  notice: string | null
}) {
  const t = useText('status')
  const language = useLanguage()
  const { reference } = application
  const { held, higher, until, choiceCount } = question
  const { nameOf, numberedNameOf, langOf, costOf } = usePlaceText(application)
  const { draft, change: changeDraft } = useAnswerDraft(reference, question)
  const [refusal, setRefusal] = useState<'chooseOne' | 'tickOne' | null>(null)
  const firstRadio = useRef<HTMLInputElement>(null)
  const firstBox = useRef<HTMLInputElement>(null)

  const change: typeof changeDraft = (values) => {
    changeDraft(values)
    setRefusal(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing =
      draft.mode === null
        ? 'chooseOne'
        : draft.mode === 'moveUp' && wantedPlaces(question, draft).length === 0
          ? 'tickOne'
          : null
    setRefusal(missing)
    if (missing === 'chooseOne') firstRadio.current?.focus()
    else if (missing === 'tickOne') firstBox.current?.focus()
    else views.show({ name: 'placeCheck', application, question })
  }
  const message = refusal ? (
    <p className="field-message" id="place-refusal">
      {t(`placeQuestion.${refusal}`)}
    </p>
  ) : null
  return (
    <PublicFrame title={t('placeQuestion.heading')} hasErrors={refusal !== null}>
      <BackButton>{t('placeQuestion.step', { reference, step: 1 })}</BackButton>
      <ViewTitle>{t(question.answer ? 'placeQuestion.change' : 'placeQuestion.heading')}</ViewTitle>
      {notice ? (
        <p className="message message-warn" role="alert">
          <Icon name="warning" />
          {notice}
        </p>
      ) : null}
      <div className="place-held">
        <strong lang={langOf(held)}>{nameOf(held)}</strong>
        <p>
          {t('placeQuestion.choiceOf', {
            number: held.number,
            count: choiceCount,
            cost: costOf(held),
          })}
        </p>
      </div>
      <form onSubmit={submit} noValidate>
        <fieldset
          className={refusal ? 'place-options field-invalid' : 'place-options'}
          aria-describedby={refusal ? 'place-refusal' : undefined}
        >
          <legend>{t('placeQuestion.question')}</legend>
          {refusal === 'chooseOne' ? message : null}
          {acceptanceModes.toReversed().map((mode, index) => (
            <div key={mode} className="place-option">
              <label className="place-box">
                <input
                  ref={index === 0 ? firstRadio : undefined}
                  type="radio"
                  name="mode"
                  checked={draft.mode === mode}
                  onChange={() => change({ mode })}
                />
                <span>
                  <strong>{t(`placeQuestion.${mode}.title`)}</strong>
                  {t(`placeQuestion.${mode}.text`)}
                </span>
              </label>
              {mode === 'moveUp' && draft.mode === 'moveUp' ? (
                <fieldset className="place-choices">
                  <legend className="visually-hidden">{t('placeQuestion.moveUpTo')}</legend>
                  {refusal === 'tickOne' ? message : null}
                  {higher.map((place, at) => (
                    <label key={placeIdOf(place)} className="place-box">
                      <input
                        ref={at === 0 ? firstBox : undefined}
                        type="checkbox"
                        checked={draft.wanted.includes(placeIdOf(place))}
                        onChange={({ target }) =>
                          change({
                            wanted: target.checked
                              ? [...draft.wanted, placeIdOf(place)]
                              : draft.wanted.filter((id) => id !== placeIdOf(place)),
                          })
                        }
                      />
                      <span>
                        <strong lang={langOf(place)}>{numberedNameOf(place)}</strong>
                        <span className={place.costsMore ? 'place-cost' : undefined}>
                          {place.funding === 'budget' && !place.costsMore
                            ? t('placeQuestion.costsNothing')
                            : costOf(place, held)}
                        </span>
                      </span>
                    </label>
                  ))}
                </fieldset>
              ) : null}
            </div>
          ))}
        </fieldset>
        <p>
          {t('placeQuestion.note')}{' '}
          {until ? t('placeQuestion.until', { date: formatLongDay(until, language) }) : null}
        </p>
        <div className="place-buttons">
          <button type="submit" className="button button-primary">
            {t('placeQuestion.continue')}
          </button>
        </div>
      </form>
    </PublicFrame>
  )
}

/** Returns to the previous view. */
export function BackButton({ children }: { children: string }) {
  const t = useText('status')
  return (
    <p>
      <button
        type="button"
        className="button-link public-back"
        onClick={() => window.history.back()}
      >
        <Icon name="arrow-left" />
        <span className="visually-hidden">{t('placeQuestion.back')}</span>
        {children}
      </button>
    </p>
  )
}
