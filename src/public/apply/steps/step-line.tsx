import { useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { useSyncExternalStore } from 'react'
import type { WireIntake } from '#resources/admission/wire.ts'
import type { ApplicationDraft } from '../application-draft.ts'
import { draftFiles } from '../draft-files.ts'
import { validateStep } from '../validation.ts'
import { missingDocumentIssues } from './document-issues.ts'
import { StepLink } from './step-link.tsx'
import { type ApplicationStep, applicationSteps } from './steps.ts'

/** All steps in a line: completed steps as links, the current step, and the remaining ones. */
export function StepLine({ step, draft, publicConfig }: { step: ApplicationStep; draft: ApplicationDraft; publicConfig: WireIntake }) {
  const t = useText('apply')
  const { uploads } = draftFiles(draft)
  useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  const issuesIn = (lineStep: ApplicationStep) =>
    lineStep === 'documents'
      ? missingDocumentIssues(uploads, draft.values, publicConfig)
      : validateStep(lineStep, draft.values, publicConfig)
  const stateOf = (lineStep: ApplicationStep) => {
    if (lineStep === step) return 'current'
    return lineStep !== 'check' && Object.keys(issuesIn(lineStep)).length === 0 ? 'done' : 'toDo'
  }
  return (
    <nav aria-label={t('stepLine.label')}>
      <ol className="step-line">
        {applicationSteps.map((lineStep, index) => {
          const state = stateOf(lineStep)
          const content = (
            <>
              <span className="step-mark" aria-hidden="true">
                {state === 'done' ? <Icon name="check" /> : index + 1}
              </span>
              <span className="step-name">{t(`steps.${lineStep}.name`)}</span>{' '}
              {state === 'current' ? null : <span className="visually-hidden">{t(`stepLine.${state}`)}</span>}
            </>
          )
          return (
            <li key={lineStep} className={`step-${state}`}>
              {state === 'done' ? (
                <StepLink to={lineStep}>{content}</StepLink>
              ) : (
                <span aria-current={state === 'current' ? 'step' : undefined}>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
