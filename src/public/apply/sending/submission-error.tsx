import { useText } from '@matricola/console/i18n.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatPhone } from '@matricola/schema/values/phone.ts'
import { useEffect, useRef } from 'react'
import { statusPath } from '#resources/paths.ts'
import { useUniversity } from '../../public-config.ts'
import type { DraftValues } from '../application-draft.ts'
import { mergeReportLines } from '../server-draft/server-draft.ts'
import { StepLink } from '../steps/step-link.tsx'
import type { SubmissionFailure } from './use-application-submission.ts'

/** Explains why the application was not submitted and how to continue. Receives focus. */
export function SubmissionError({
  failure,
  values,
  onRetry,
}: {
  failure: SubmissionFailure
  values: DraftValues
  onRetry: () => void
}) {
  const t = useText('apply')
  const tPublic = useText('public')
  const container = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure takes the focus again
  useEffect(() => container.current?.focus(), [failure])
  if (failure.kind === 'already') return <AlreadyApplied canChange={failure.canChange} />
  if (failure.kind === 'joined')
    return (
      <div className="summary" role="alert" tabIndex={-1} ref={container}>
        <h2>{t('later.merged.title')}</h2>
        {mergeReportLines(failure.report, values).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{t('later.merged.check')}</p>
      </div>
    )
  const { requestId, message } =
    'message' in failure ? failure : { requestId: undefined, message: null }
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={container}>
      <h2>{t(`failure.title.${failure.kind}`)}</h2>
      <p>{message && failure.kind !== 'broken' ? message : t(`failure.${failure.kind}`)}</p>
      {failure.kind === 'broken' ? <p>{t('failed')}</p> : null}
      {failure.kind === 'offline' ? null : <p>{t('failure.kept')}</p>}
      {failure.kind === 'tooMany' ? <AdmissionOfficeLine /> : null}
      {requestId && failure.kind === 'broken' ? (
        <p className="apply-detail">{t('failure.id', { id: requestId })}</p>
      ) : null}
      {failure.kind === 'offline' || failure.kind === 'refused' ? null : (
        <button type="button" className="button" onClick={onRetry}>
          {tPublic('apply.retry')}
        </button>
      )}
    </div>
  )
}

/** There is already an application with this identity. Nothing about it is revealed here. */
function AlreadyApplied({ canChange }: { canChange: boolean }) {
  const t = useText('apply')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <PublicFrame title={t('already.title')}>
      <h1 ref={heading} tabIndex={-1}>
        {t('already.title')}
      </h1>
      <p>{t('already.detail')}</p>
      <p>
        <a className="button button-primary" href={statusPath}>
          {t('already.status')}
        </a>
      </p>
      {canChange ? (
        <p>
          <StepLink to="programme" navigationState={{ fromCheck: true }}>
            {t('already.change')}
          </StepLink>
        </p>
      ) : null}
      <AdmissionOfficeLine />
    </PublicFrame>
  )
}

/** Contact details of the admission office, if the university has set any. */
export function AdmissionOfficeLine() {
  const t = useText('apply')
  const { admissionPhone, admissionEmail } = useUniversity() ?? {}
  if (!admissionPhone && !admissionEmail) return null
  return (
    <p>
      {t('office')}{' '}
      {admissionPhone ? <a href={`tel:${admissionPhone}`}>{formatPhone(admissionPhone)}</a> : null}
      {admissionPhone && admissionEmail ? ', ' : null}
      {admissionEmail ? <a href={`mailto:${admissionEmail}`}>{admissionEmail}</a> : null}
    </p>
  )
}
