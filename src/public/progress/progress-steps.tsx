import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { type AppIconName, Icon } from '@matricola/console/icons/icon.tsx'
import {
  formatProgressDate,
  type ProgressStep,
  type WireProgress,
  type WireProgressStep,
} from '#resources/admission/progress.ts'
import './progress.css'

/** The steps of an application with their dates. */
export function ProgressSteps({ progress }: { progress: WireProgress }) {
  const t = useText('progress')
  return (
    <ol className="steps" aria-label={t('title')}>
      {progress.steps.map((progressStep) => (
        <ProgressStepItem key={progressStep.step} progressStep={progressStep} />
      ))}
    </ol>
  )
}

const marks: { readonly [step in ProgressStep]?: AppIconName } = {
  declined: 'cross',
  withdrawn: 'minus',
}

function ProgressStepItem({
  progressStep: { step, state, at, by },
}: {
  progressStep: WireProgressStep
}) {
  const t = useText('progress')
  const language = useLanguage()
  const date = at ?? by
  const day = date === null ? '' : formatProgressDate(date, language)
  const dateText = date?.includes('T') ? t('public:moment', { date: day }) : day
  const isDone = state === 'done'
  const mark = marks[step]
  return (
    <li data-state={state} data-mark={mark} aria-current={state === 'current' ? 'step' : undefined}>
      <span className="steps-mark">{isDone ? <Icon name={mark ?? 'check'} /> : null}</span>
      <span className="steps-name">
        <span className="visually-hidden">{t(`states.${state}`)} </span>
        {t(`steps.${step}`)}
      </span>
      {dateText ? (
        <span className="steps-date">
          {isDone ? dateText : t(at ? 'since' : 'by', { date: dateText })}
        </span>
      ) : null}
    </li>
  )
}
