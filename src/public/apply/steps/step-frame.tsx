import { useText } from '@matricola/console/i18n.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { FormEvent, ReactNode } from 'react'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { ApplicationDraft } from '../application-draft.ts'
import { IssueSummary } from '../issue-summary.tsx'
import type { DraftStore } from '../use-application-draft.ts'
import { useDelayed } from '../use-delayed.ts'
import { stepFields } from './step-fields.ts'
import { StepHead, stepProgressText } from './step-head.tsx'
import { StepLink } from './step-link.tsx'
import type { StepFrameState } from './step-props.ts'
import { type ApplicationStep, stepsOf } from './steps.ts'

interface StepFrameProps {
  readonly frame: StepFrameState
  readonly draft: ApplicationDraft
  readonly draftStore: DraftStore
  readonly publicConfig: WireIntake
  readonly issues: FieldIssues
  readonly title: string
  readonly intro?: string
  /** Whether the step's content is known. Until then its space is reserved. */
  readonly isReady?: boolean
  readonly children: ReactNode
}

/** One step of the form: the shared header, the fields, and the Continue button. */
export function StepFrame({
  frame,
  draft,
  draftStore,
  publicConfig,
  issues,
  title,
  intro,
  isReady = true,
  children,
}: StepFrameProps) {
  const t = useText('apply')
  const { step } = frame
  const stepIssues = issuesOfStep(step, issues, draft, publicConfig)
  const isSlow = useDelayed(frame.isSaving, 1000)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!frame.isSaving) frame.onContinue()
  }
  return (
    <PublicFrame
      title={`${title} (${stepProgressText(step, stepsOf(draft.values, publicConfig), t)})`}
      hasErrors={Object.keys(stepIssues).length > 0}
    >
      <StepHead {...{ step, draft, draftStore, publicConfig, title }}>
        <IssueSummary
          issues={stepIssues}
          attempt={frame.attempt}
          draft={draft}
          publicConfig={publicConfig}
        />
      </StepHead>
      {intro ? <p className="public-intro">{intro}</p> : null}
      {isReady ? (
        <>
          {/* Without scripts, POST keeps the answers out of the URL. */}
          <form method="post" onSubmit={submit} noValidate>
            {children}
            <button
              type="submit"
              className="button button-primary public-submit"
              aria-disabled={frame.isSaving}
            >
              {isSlow ? t('saving') : t('continue')}
            </button>
          </form>
          {step === 'identity' ? null : <LaterLink />}
        </>
      ) : (
        <div className="apply-placeholder" />
      )}
    </PublicFrame>
  )
}

const issuesOfStep = (
  step: ApplicationStep,
  issues: FieldIssues,
  draft: ApplicationDraft,
  publicConfig: WireIntake,
): FieldIssues =>
  Object.fromEntries(
    stepFields(step, draft.values, publicConfig).flatMap((name) =>
      issues[name] ? [[name, issues[name]]] : [],
    ),
  )

/**
 * Shown from the second step on, because in the first step there is little to lose and no email
 * address yet.
 */
export function LaterLink() {
  const t = useText('apply')
  return (
    <p className="apply-later">
      <StepLink to="later">{t('later.link')}</StepLink>
    </p>
  )
}
