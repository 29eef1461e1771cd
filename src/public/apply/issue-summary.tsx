import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { focusPublicField } from '@matricola/console/public/focus-public-field.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { ApplicationDraft } from './application-draft.ts'
import { issueMessageInSummary } from './issue-messages.ts'
import { stepFields } from './steps/step-fields.ts'
import { applicationSteps, goTo, viewPath } from './steps/steps.ts'

interface IssueSummaryProps {
  readonly issues: FieldIssues
  readonly attempt: number
  readonly draft: ApplicationDraft
  readonly publicConfig: WireIntake
  /** The fields are in other steps: links lead there, and Continue leads back. */
  readonly isOfAllSteps?: boolean
}

/**
 * The number of answers to correct, with one link each in the order of the form. Receives focus
 * when Continue has found errors.
 */
export function IssueSummary({
  issues,
  attempt,
  draft,
  publicConfig,
  isOfAllSteps = false,
}: IssueSummaryProps) {
  const t = useText('public')
  const language = useLanguage()
  const container = useRef<HTMLDivElement>(null)
  const visibleAttempt = useRef(attempt)
  useEffect(() => {
    if (attempt === visibleAttempt.current) return
    visibleAttempt.current = attempt
    container.current?.focus()
  }, [attempt])
  const names = applicationSteps
    .flatMap((step) => stepFields(step, draft.values, publicConfig).map((name) => ({ step, name })))
    .filter(({ name }) => issues[name])
  if (names.length === 0) return null
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={container}>
      <h2>{t('summary.title', { count: names.length })}</h2>
      <ul>
        {names.map(({ step, name }) => {
          const isOnOtherStep = isOfAllSteps && step !== 'check'
          const follow = (event: MouseEvent) => {
            event.preventDefault()
            if (isOnOtherStep) goTo(step, { field: name, fromCheck: true })
            else focusPublicField(name)
          }
          const issue = issues[name]?.[0]
          return (
            <li key={name}>
              <a href={isOnOtherStep ? viewPath(step) : `#${name}`} onClick={follow}>
                {issue ? issueMessageInSummary(name, issue, draft.values, language) : null}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
