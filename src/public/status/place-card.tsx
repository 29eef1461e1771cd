import { translate, useLanguage, useText } from '@matricola/console/i18n.ts'
import { useId } from 'react'
import { placeInWords, stateDateText, stateParams } from '#resources/admission/application-state.ts'
import type { WireState } from '#resources/admission/wire.ts'

/** The place that the applicant has or waits for, what it was before, and the dates ahead. */
export function PlaceCard({ state }: { readonly state: WireState }) {
  const t = useText('application')
  const words = { language: useLanguage(), text: translate }
  const title = useId()
  const { place, placeBefore, number, count, n } = state.params
  if (!place && !placeBefore) return null
  const params = stateParams(state, words)
  // The button to confirm stays on the first screen of a phone. The section about the appeal has
  // its last day.
  const isToConfirm = state.dates.some(({ kind }) => kind === 'confirm')
  const dates = state.dates.filter(({ kind }) => !(isToConfirm && kind === 'appeal'))
  return (
    <section
      className="place-card panel"
      data-color={state.chip.color}
      aria-labelledby={place ? title : undefined}
    >
      {placeBefore ? (
        <>
          <p className="place-card-when">
            {params.offeredOn ? t('card.offeredOn', params) : t('card.before')}
          </p>
          <p>
            <span className="visually-hidden">{t('card.was')} </span>
            <s>{placeInWords(placeBefore, words)}</s>
          </p>
          {place ? (
            <p className="place-card-when">{n === undefined ? t('card.now') : t('card.list')}</p>
          ) : null}
        </>
      ) : null}
      {place ? (
        <h2 id={title}>
          {placeBefore ? <span className="visually-hidden">{t('card.is')} </span> : null}
          {placeInWords(place, words)}
        </h2>
      ) : null}
      {number !== undefined && count !== undefined && count > 1 ? (
        <p>{t('card.choice', { number, count })}</p>
      ) : null}
      {place && n !== undefined ? <p>{t('card.number', { n })}</p> : null}
      {dates.length > 0 ? (
        <dl className="status-facts">
          {dates.map((one) => (
            <div key={one.kind}>
              <dt>{t(`dates.${one.kind}`)}</dt>
              <dd>{stateDateText(one, words)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  )
}
