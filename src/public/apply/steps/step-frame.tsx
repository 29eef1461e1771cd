import type { FormEvent, ReactNode } from 'react'
import type { WireIntake } from '#model/admission/wire.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import { useText } from '../../../i18n.ts'
import { PublicFrame } from '../../frame.tsx'
import type { Draft } from '../draft.ts'
import { Summary } from '../summary.tsx'
import { useDelayed } from '../use-delayed.ts'
import type { DraftDoor } from '../use-draft.ts'
import { fieldsOf } from './step-fields.ts'
import { progressOf, StepHead } from './step-head.tsx'
import { StepLink } from './step-link.tsx'
import type { FrameParts } from './step-parts.ts'
import type { Step } from './steps.ts'

interface Parts {
  readonly frame: FrameParts
  readonly draft: Draft
  readonly door: DraftDoor
  readonly intake: WireIntake
  readonly issues: FieldIssues
  readonly title: string
  readonly intro?: string
  /** Whether the step's content is known. Until then its space is reserved. */
  readonly isHere?: boolean
  readonly children: ReactNode
}

/** One step of the form: the shared header, the fields, and the Continue button. */
export function StepFrame({ frame, draft, door, intake, issues, title, intro, isHere = true, children }: Parts) {
  const t = useText('apply')
  const { step } = frame
  const shown = issuesHere(step, issues, draft, intake)
  const isSlow = useDelayed(frame.isSaving, 1000)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!frame.isSaving) frame.onContinue()
  }
  return (
    <PublicFrame title={`${title} (${progressOf(step, t)})`} hasErrors={Object.keys(shown).length > 0}>
      <StepHead {...{ step, draft, door, intake, title }}>
        <Summary issues={shown} attempt={frame.attempt} draft={draft} intake={intake} />
      </StepHead>
      {intro ? <p className="public-intro">{intro}</p> : null}
      {isHere ? (
        <>
          {/* Without scripts, POST keeps the answers out of the address. */}
          <form method="post" onSubmit={submit} noValidate>
            {children}
            <button type="submit" className="button button-primary public-submit" aria-disabled={frame.isSaving}>
              {isSlow ? t('saving') : t('continue')}
            </button>
          </form>
          {step === 'identity' ? null : <LaterLink />}
        </>
      ) : (
        <div className="apply-place" />
      )}
    </PublicFrame>
  )
}

const issuesHere = (step: Step, issues: FieldIssues, draft: Draft, intake: WireIntake): FieldIssues =>
  Object.fromEntries(fieldsOf(step, draft.values, intake).flatMap((name) => (issues[name] ? [[name, issues[name]]] : [])))

/** Shown from the second step on: in the first there is little to lose, and no email address yet. */
export function LaterLink() {
  const t = useText('apply')
  return (
    <p className="apply-later">
      <StepLink to="later">{t('later.link')}</StepLink>
    </p>
  )
}
