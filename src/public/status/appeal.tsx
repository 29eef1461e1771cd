import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatLongDay, formatLongInstant } from '@matricola/schema/values/dates.ts'
import { type FormEvent, useId, useState } from 'react'
import type { WireApplication } from '#resources/admission/wire.ts'
import { ErrorBox } from '../error-box.tsx'
import { sendResultAppeal } from './applicant-calls.ts'
import type { StatusNavigation } from './status-navigation.ts'
import { useApplicantTransition } from './use-applicant-transition.ts'

/** The appeal against the latest results: its outcome, or a form while appeals are accepted. */
export function Appeal({
  views,
  application: { reference, appeal },
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const tPublic = useText('public')
  const language = useLanguage()
  const id = useId()
  const [explanation, setExplanation] = useState('')
  const { isBusy, failure, run } = useApplicantTransition(views, reference)
  if (!appeal) return null
  if (appeal.status !== null)
    return (
      <section aria-labelledby={id}>
        <h2 id={id}>{t('appeal.title')}</h2>
        <p>
          {t(`appeal.${appeal.status}`, {
            date: formatLongInstant(appeal.answeredAt ?? appeal.appealedAt ?? '', language),
          })}
        </p>
        {appeal.answer ? <blockquote>{appeal.answer}</blockquote> : null}
        {appeal.explanation ? (
          <>
            <p>{t('appeal.yours')}</p>
            <blockquote>{appeal.explanation}</blockquote>
          </>
        ) : null}
      </section>
    )
  if (appeal.until === null) return null
  const send = (event: FormEvent) => {
    event.preventDefault()
    void run(() => sendResultAppeal(explanation), t('appeal.done'))()
  }
  return (
    <details className="status-details">
      <summary>{t('appeal.title')}</summary>
      <p>{t('appeal.until', { date: formatLongDay(appeal.until, language) })}</p>
      <form onSubmit={send}>
        <div className="field">
          <label htmlFor={id}>{t('appeal.label')}</label>
          <textarea
            className="input status-reason"
            id={id}
            rows={4}
            required
            minLength={10}
            maxLength={2000}
            value={explanation}
            onChange={(event) => setExplanation(event.target.value)}
          />
        </div>
        {failure ? <ErrorBox title={tPublic('failed.title')}>{failure}</ErrorBox> : null}
        <button type="submit" className="button button-primary" aria-disabled={isBusy}>
          {t('appeal.send')}
        </button>
      </form>
    </details>
  )
}
