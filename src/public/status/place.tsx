import type { WireApplication, WireResult } from '#model/admission/wire.ts'
import { dayInWords, momentInWords } from '#model/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { ErrorBox } from '../error-box.tsx'
import { Own } from '../own.tsx'
import { confirmPlace } from './applicant.ts'
import { useStep } from './use-step.ts'
import type { Views } from './views.ts'

/** The place that a ranking gave, with its confirmation, and why: each choice with what it would have needed. */
export function Place({ views, application }: { views: Views; application: WireApplication }) {
  const t = useText('status')
  const { result } = application
  if (!result || application.status === 'declined') return null
  return (
    <section aria-labelledby="place">
      <h2 id="place">{t('place.title')}</h2>
      {result.hasPlace ? <Confirmation views={views} application={application} result={result} /> : <p>{t('place.none')}</p>}
      <details className="status-fold" open={!result.hasPlace}>
        <summary>{t('place.why')}</summary>
        <p>{t('place.round', { round: result.round })}</p>
        <ol className="status-lines">
          {result.choices.map((choice, index) => (
            <Choice key={`${choice.programme} ${choice.kind}`} choice={choice} number={index + 1} />
          ))}
        </ol>
      </details>
    </section>
  )
}

type ChoiceResult = WireResult['choices'][number]

function Choice({ choice, number }: { choice: ChoiceResult; number: number }) {
  const t = useText('status')
  const language = useLanguage()
  const average = (hundredths: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(hundredths / 100)
  const { programme, kind, kindName, position, asked, waiting, needed, isWon } = choice
  const kindText = kindName ?? t(`place.kinds.${kind}`)
  return (
    <li>
      <strong>
        <Own>{t('place.choice', { number, programme, kind: kindText })}</Own>
      </strong>
      <br />
      {t('place.average', { average: average(choice.average), position, asked })}.{' '}
      {needed === null ? t('place.free') : t('place.needed', { average: average(needed) })}{' '}
      {isWon ? t('place.won') : waiting === null ? t('place.behind') : t('place.waiting', { number: waiting })}
    </li>
  )
}

interface ConfirmationProps {
  views: Views
  application: WireApplication
  result: WireResult
}

function Confirmation({ views, application: { reference }, result }: ConfirmationProps) {
  const t = useText('status')
  const general = useText('public')
  const language = useLanguage()
  const { isBusy, failure, run } = useStep(views, reference)
  const won = result.choices.find(({ isWon }) => isWon)
  return (
    <>
      {won ? (
        <p>
          <strong>
            <Own>{won.programme}</Own>
          </strong>
          , {won.kindName ?? t(`place.kinds.${won.kind}`)}
        </p>
      ) : null}
      {result.confirmedAt ? <p>{t('place.confirmed', { date: momentInWords(result.confirmedAt, language) })}</p> : null}
      {result.confirmBy ? <p>{t('place.due', { date: dayInWords(result.confirmBy, language) })}</p> : null}
      {failure ? <ErrorBox title={general('failed.title')}>{failure}</ErrorBox> : null}
      {result.canConfirm ? (
        <button type="button" className="button button-primary" aria-disabled={isBusy} onClick={run(confirmPlace, t('place.done'))}>
          {t('place.confirm')}
        </button>
      ) : null}
    </>
  )
}
