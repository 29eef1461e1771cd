import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldIssues } from '#model/wire/wire.ts'
import { amountInWords } from '#resources/currency.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import type { Uploads } from '../../documents/uploads.ts'
import { focusField } from '../../focus.ts'
import { PublicFrame } from '../../frame.tsx'
import { Answers } from '../answers.tsx'
import { issuesOf } from '../checks.ts'
import { feeOf } from '../choices/choices.ts'
import { filesOf } from '../files.ts'
import { useOnline } from '../offline-bar.tsx'
import { SendFailure } from '../sending/send-failure.tsx'
import { SendState } from '../sending/send-state.tsx'
import { useSending } from '../sending/use-sending.ts'
import { Summary } from '../summary.tsx'
import { documentIssues } from './document-issues.ts'
import { useRestored } from './documents-step.tsx'
import { MeantAddress } from './meant-address.tsx'
import { LaterLink } from './step-frame.tsx'
import { progressOf, StepHead } from './step-head.tsx'
import type { StepParts } from './step-parts.ts'
import { steps } from './steps.ts'

/** The last step: shows all answers with links to edit them, and submits. */
export function CheckStep(parts: StepParts & { uploads: Uploads; refuse: (issues: FieldIssues) => boolean }) {
  const t = useText('apply')
  const language = useLanguage()
  const { draft, intake, uploads, issues, refuse } = parts
  const [isTrue, setTrue] = useState(false)
  const bait = useRef<HTMLInputElement>(null)
  const isOnline = useOnline()
  const isRestored = useRestored(parts)
  useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  const sending = useSending({ ...parts, bait: () => bait.current?.value ?? '' })
  const isBusy = sending.phase !== 'idle'

  const missing = { ...stepIssues(parts), ...(isRestored ? documentIssues(uploads, draft.values, intake) : {}) }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    // Right after a reload, missing documents are known only once the files have been restored.
    await filesOf(draft).isRestored
    const unticked: FieldIssues = isTrue ? {} : { noticeAck: [{ code: 'notice.required' }] }
    if (!refuse({ ...stepIssues(parts), ...documentIssues(uploads, draft.values, intake), ...unticked })) sending.send()
  }
  if (sending.failure?.kind === 'already') return <SendFailure failure={sending.failure} values={draft.values} onAgain={sending.send} />
  const fee = feeOf(draft.values, intake)
  const title = t('steps.check.title')
  const failure = sending.failure?.kind === 'offline' && isOnline ? null : sending.failure
  const isRefused = issues.noticeAck !== undefined && !isTrue
  return (
    <PublicFrame title={`${title} (${progressOf('check', t)})`} hasErrors={failure !== null || Object.keys(issues).length > 0}>
      <StepHead step="check" {...{ draft, door: parts.door, intake, title }}>
        {failure ? <SendFailure failure={failure} values={draft.values} onAgain={sending.send} /> : null}
        <Summary issues={issues} attempt={parts.frame.attempt} draft={draft} intake={intake} isOfAllSteps />
      </StepHead>
      {parts.door.isLoaded ? (
        <>
          <form onSubmit={submit} noValidate aria-busy={isBusy}>
            <Answers draft={draft} intake={intake} uploads={uploads} issues={{ ...missing, ...issues }} language={language} />
            <MeantAddress parts={parts} onTaken={() => focusField('noticeAck')} />
            {fee > 0 ? <p className="apply-note">{t('fee', { amount: amountInWords(fee, language) })}</p> : null}
            <label className={isRefused ? 'apply-check field-wrong' : 'apply-check'}>
              <input
                type="checkbox"
                id="noticeAck"
                checked={isTrue}
                onChange={(event) => setTrue(event.target.checked)}
                aria-invalid={isRefused || undefined}
                aria-required="true"
              />
              <span>
                {isRefused ? <span className="field-message apply-block">{t('missing.noticeAck')}</span> : null}
                {t('isTrue')}
              </span>
            </label>
            <div hidden>
              <input ref={bait} type="text" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
            </div>
            <button type="submit" className="button button-primary public-submit" aria-disabled={isBusy} aria-busy={isBusy}>
              {isBusy ? <span className="spinner spinner-on-button" aria-hidden="true" /> : null}
              {isBusy ? t('sending') : t('submit')}
            </button>
            <SendState phase={sending.phase} place={sending.place} uploads={uploads} />
          </form>
          <p className="apply-privacy">{t('privacy', { count: intake.retentionMonths })}</p>
          <LaterLink />
        </>
      ) : (
        <div className="apply-place" />
      )}
    </PublicFrame>
  )
}

const stepIssues = ({ draft, intake }: StepParts): FieldIssues =>
  Object.assign({}, ...steps.map((step) => issuesOf(step, draft.values, intake)))
