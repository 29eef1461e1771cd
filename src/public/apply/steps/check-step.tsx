import { loadNamespaces, useLanguage, useText } from '@matricola/console/i18n.ts'
import { focusPublicField } from '@matricola/console/public/focus-public-field.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatAmount } from '#resources/currency.ts'
import type { Uploads } from '../../documents/uploads.ts'
import { Answers } from '../answers.tsx'
import { highestApplicationFee } from '../choices/application-fee.ts'
import { draftFiles } from '../draft-files.ts'
import { FormDates } from '../form-dates.tsx'
import { IssueSummary } from '../issue-summary.tsx'
import { useOnline } from '../offline-bar.tsx'
import { SubmissionError } from '../sending/submission-error.tsx'
import { SubmissionProgress } from '../sending/submission-progress.tsx'
import { useApplicationSubmission } from '../sending/use-application-submission.ts'
import { useFilesRestored } from '../use-files-restored.ts'
import { validateDraftStep } from '../validation.ts'
import { AddressQuestion } from './address-question.tsx'
import { missingDocumentIssues } from './document-issues.ts'
import { LaterLink } from './step-frame.tsx'
import { StepHead, stepProgressText } from './step-head.tsx'
import type { StepProps } from './step-props.ts'
import { applicationSteps, stepsOf } from './steps.ts'

/** The last step: shows all answers with links to edit them, and submits. */
export function ApplicationCheckStep(
  props: StepProps & { uploads: Uploads; reportIssues: (issues: FieldIssues) => boolean },
) {
  const t = useText('apply')
  const language = useLanguage()
  const { draft, publicConfig, uploads, issues, reportIssues } = props
  const [isTrue, setTrue] = useState(false)
  const honeypot = useRef<HTMLInputElement>(null)
  const isOnline = useOnline()
  const isRestored = useFilesRestored(props)
  useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  const submission = useApplicationSubmission({
    ...props,
    honeypot: () => honeypot.current?.value ?? '',
  })
  const isBusy = submission.phase !== 'idle'
  // The page after the submission needs them.
  useEffect(() => void loadNamespaces('application'), [])

  const missing = {
    ...stepIssues(props),
    ...(isRestored ? missingDocumentIssues(uploads, draft.values, publicConfig) : {}),
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    // Right after a reload, missing documents are known only once the files have been restored.
    await draftFiles(draft).restored
    const noticeIssues: FieldIssues = isTrue
      ? {}
      : { noticeAcknowledged: [{ code: 'notice.required' }] }
    if (
      !reportIssues({
        ...stepIssues(props),
        ...missingDocumentIssues(uploads, draft.values, publicConfig),
        ...noticeIssues,
      })
    )
      submission.send()
  }
  if (submission.failure?.kind === 'already')
    return (
      <SubmissionError
        failure={submission.failure}
        values={draft.values}
        onRetry={submission.send}
      />
    )
  const fee = highestApplicationFee(draft.values, publicConfig)
  const title = t('steps.check.title')
  const failure = submission.failure?.kind === 'offline' && isOnline ? null : submission.failure
  const isRefused = issues.noticeAcknowledged !== undefined && !isTrue
  return (
    <PublicFrame
      title={`${title} (${stepProgressText('check', stepsOf(draft.values, publicConfig), t)})`}
      hasErrors={failure !== null || Object.keys(issues).length > 0}
    >
      <StepHead step="check" {...{ draft, draftStore: props.draftStore, publicConfig, title }}>
        {failure ? (
          <SubmissionError failure={failure} values={draft.values} onRetry={submission.send} />
        ) : null}
        <IssueSummary
          issues={issues}
          attempt={props.frame.attempt}
          draft={draft}
          publicConfig={publicConfig}
          isOfAllSteps
        />
      </StepHead>
      {props.draftStore.isLoaded ? (
        <>
          <form onSubmit={submit} noValidate aria-busy={isBusy}>
            <Answers
              draft={draft}
              publicConfig={publicConfig}
              uploads={uploads}
              issues={{ ...missing, ...issues }}
              language={language}
            >
              <AddressQuestion
                stepProps={props}
                focus={() => focusPublicField('noticeAcknowledged')}
              />
            </Answers>
            {fee.to > 0 && fee.from === fee.to ? (
              <p className="apply-note">{t('fee', { amount: formatAmount(fee.to, language) })}</p>
            ) : null}
            <label className={isRefused ? 'apply-check field-invalid' : 'apply-check'}>
              <input
                type="checkbox"
                id="noticeAcknowledged"
                checked={isTrue}
                onChange={(event) => setTrue(event.target.checked)}
                aria-invalid={isRefused || undefined}
                aria-required="true"
              />
              <span>
                {isRefused ? (
                  <span className="field-message apply-block">
                    {t('missing.noticeAcknowledged')}
                  </span>
                ) : null}
                {t('isTrue')}
              </span>
            </label>
            <div hidden>
              <input
                ref={honeypot}
                type="text"
                name="website"
                tabIndex={-1}
                autoComplete="off"
                aria-hidden="true"
              />
            </div>
            <button
              type="submit"
              className="button button-primary public-submit"
              aria-disabled={isBusy}
              aria-busy={isBusy}
            >
              {isBusy ? <span className="spinner spinner-on-button" aria-hidden="true" /> : null}
              {isBusy ? t('sending') : t('submit')}
            </button>
            <SubmissionProgress
              phase={submission.phase}
              position={submission.position}
              uploads={uploads}
            />
          </form>
          <FormDates publicConfig={publicConfig} programmeId={draft.values.specializationId} />
          <p className="apply-privacy">{t('privacy', { count: publicConfig.retentionMonths })}</p>
          <LaterLink />
        </>
      ) : (
        <div className="apply-placeholder" />
      )}
    </PublicFrame>
  )
}

const stepIssues = ({ draft, publicConfig }: StepProps): FieldIssues =>
  Object.assign({}, ...applicationSteps.map((step) => validateDraftStep(step, draft, publicConfig)))
