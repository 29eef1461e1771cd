import { formatProgressDate, type ProgressStep, type WireProgress, type WireProgressStep } from '#model/admission/progress.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { type AppIconName, Icon } from '../../icons/icon.tsx'
import './progress.css'

/** The steps of an application with their dates. */
export function ProgressSteps({ progress }: { progress: WireProgress }) {
  const t = useText('progress')
  return (
    <ol className="steps" aria-label={t('title')}>
      {progress.steps.map((one) => (
        <ProgressStepItem key={one.step} one={one} />
      ))}
    </ol>
  )
}

const marks: { readonly [step in ProgressStep]?: AppIconName } = { declined: 'cross', withdrawn: 'minus' }

function ProgressStepItem({ one: { step, state, at, by } }: { one: WireProgressStep }) {
  const t = useText('progress')
  const language = useLanguage()
  const date = at ?? by
  const day = date === null ? '' : formatProgressDate(date, language)
  const words = date?.includes('T') ? t('public:moment', { date: day }) : day
  const isOver = state === 'done'
  const mark = marks[step]
  return (
    <li data-state={state} data-mark={mark} aria-current={state === 'current' ? 'step' : undefined}>
      <span className="steps-mark">{isOver ? <Icon name={mark ?? 'check'} /> : null}</span>
      <span className="steps-name">
        <span className="visually-hidden">{t(`states.${state}`)} </span>
        {t(`steps.${step}`)}
      </span>
      {words ? <span className="steps-date">{isOver ? words : t(at ? 'since' : 'by', { date: words })}</span> : null}
    </li>
  )
}
