import { Link } from 'react-router'
import { Icon } from '../../icons/icon.tsx'
import { type ImportStepName, importSteps } from './import-step-names.ts'
import { useExchangeText } from './use-exchange-text.ts'

interface ImportStepsProps {
  readonly current: ImportStepName
  readonly open: readonly ImportStepName[]
  /** Returns the URL of a step. */
  readonly pathOf: (step: ImportStepName) => string
}

/** The five steps. The current step is marked, and steps that can be opened are links. */
export function ImportSteps({ current, open, pathOf }: ImportStepsProps) {
  const { t } = useExchangeText()
  const currentIndex = importSteps.indexOf(current)
  return (
    <nav aria-label={t('steps.label')}>
      <p className="import-step-narrow">
        {t('steps.of', {
          number: currentIndex + 1,
          total: importSteps.length,
          name: t(`steps.${current}`),
        })}
      </p>
      <ol className="import-steps">
        {importSteps.map((step, index) => (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            data-done={index < currentIndex || undefined}
          >
            <span className="import-step-mark" aria-hidden="true">
              {index < currentIndex ? <Icon name="check" /> : index + 1}
            </span>
            {step !== current && open.includes(step) ? (
              <Link to={pathOf(step)}>{t(`steps.${step}`)}</Link>
            ) : (
              <span>{t(`steps.${step}`)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
