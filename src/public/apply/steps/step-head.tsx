import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { formatTime } from '@matricola/schema/values/dates.ts'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { ApplicationDeadline } from '../application-deadline.tsx'
import type { ApplicationDraft } from '../application-draft.ts'
import { draftFiles } from '../draft-files.ts'
import { OfflineBar } from '../offline-bar.tsx'
import type { DraftStore } from '../use-application-draft.ts'
import { validateDraftStep } from '../validation.ts'
import { missingDocumentIssues } from './document-issues.ts'
import { StepLink } from './step-link.tsx'
import { stepName } from './step-name.ts'
import { type ApplicationStep, stepsOf } from './steps.ts'
import { useStepFocus } from './use-step-focus.ts'

interface StepHeadProps {
  readonly step: ApplicationStep
  readonly draft: ApplicationDraft
  readonly draftStore: DraftStore
  readonly publicConfig: WireIntake
  readonly title: string
  /** Error messages, above the heading. */
  readonly children: ReactNode
}

/**
 * The header of a step: back link, progress, errors, heading, deadline, and when the draft was
 * saved.
 */
export function StepHead({
  step,
  draft,
  draftStore,
  publicConfig,
  title,
  children,
}: StepHeadProps) {
  const t = useText('apply')
  const heading = useStepFocus(draft)
  const steps = stepsOf(draft.values, publicConfig)
  return (
    <>
      <OfflineBar />
      <StepLink to={steps[steps.indexOf(step) - 1] ?? 'start'} className="public-back">
        <Icon name="arrow-left" /> {t('back')}
      </StepLink>
      <StepLine step={step} draft={draft} publicConfig={publicConfig} />
      {children}
      <p className="apply-progress">{stepProgressText(step, steps, t)}</p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <ApplicationDeadline
        publicConfig={publicConfig}
        programmeId={draft.values.specializationId}
      />
      <SavedLine draftStore={draftStore} />
    </>
  )
}

/** `ApplicationStep 2 of 5: Contact details`. */
export const stepProgressText = (
  step: ApplicationStep,
  steps: readonly ApplicationStep[],
  t: ReturnType<typeof useText>,
) =>
  t('progress', {
    number: steps.indexOf(step) + 1,
    count: steps.length,
    name: stepName(step),
  })

/** Reserves its space, so that nothing moves while the applicant types. */
function SavedLine({ draftStore }: { draftStore: DraftStore }) {
  const t = useText('apply')
  const language = useLanguage()
  if (draftStore.isRefused) return <p className="apply-note">{t('notSaved')}</p>
  const serverDraft = draftStore.draft?.later
  if (!draftStore.isLoaded) return <p className="apply-saved apply-loading">{t('reading')}</p>
  return (
    <p className="apply-saved">
      {draftStore.savedAt ? (
        <>
          <Icon name="success" />
          <span>
            {t(draftStore.draft?.isShared ? 'savedInTab' : 'saved', {
              time: formatTime(draftStore.savedAt, language),
            })}
            {serverDraft
              ? `. ${t('later.alsoSaved', { time: formatTime(serverDraft.savedAt, language) })}`
              : null}
          </span>
        </>
      ) : null}
    </p>
  )
}

/** All steps in a line: completed steps as links, the current step, and the remaining ones. */
function StepLine({
  step,
  draft,
  publicConfig,
}: {
  step: ApplicationStep
  draft: ApplicationDraft
  publicConfig: WireIntake
}) {
  const t = useText('apply')
  const { uploads } = draftFiles(draft)
  useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  const issuesIn = (lineStep: ApplicationStep) =>
    lineStep === 'documents'
      ? missingDocumentIssues(uploads, draft.values, publicConfig)
      : validateDraftStep(lineStep, draft, publicConfig)
  const stateOf = (lineStep: ApplicationStep) => {
    if (lineStep === step) return 'current'
    // Which questions there are depends on the programme.
    const isOpen =
      lineStep === 'check' || (lineStep === 'questions' && draft.values.specializationId === '')
    return !isOpen && Object.keys(issuesIn(lineStep)).length === 0 ? 'done' : 'toDo'
  }
  return (
    <nav aria-label={t('stepLine.label')}>
      <ol className="step-line">
        {stepsOf(draft.values, publicConfig).map((lineStep, index) => {
          const state = stateOf(lineStep)
          const content = (
            <>
              <span className="step-mark" aria-hidden="true">
                {state === 'done' ? <Icon name="check" /> : index + 1}
              </span>
              <span className="step-name">{stepName(lineStep)}</span>{' '}
              {state === 'current' ? null : (
                <span className="visually-hidden">{t(`stepLine.${state}`)}</span>
              )}
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
