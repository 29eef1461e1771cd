import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { lazy, Suspense } from 'react'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { Button } from '../../kit/button.tsx'
import { useBulkText } from '../bulk/bulk-text.ts'
import { useThrottledText } from '../bulk/use-throttled-text.ts'
import { useJobTransition } from './job-calls.ts'

const ProgressBar = lazy(async () => ({
  default: (await import('../../kit/progress-bar.tsx')).ProgressBar,
}))

/** Progress of a job as a bar. Announced to screen readers every few seconds. */
export function JobProgressBar({ job }: { readonly job: WireJob }) {
  const { t } = useBulkText()
  const progressText = t(
    `progress.${job.state === 'checking' || job.state === 'paused' ? job.state : 'running'}`,
    {
      done: job.done,
      total: job.total,
    },
  )
  const announcement = useThrottledText(progressText)
  return (
    <div className="inline-group job-progress">
      <Suspense fallback={<span className="ant-progress" />}>
        <ProgressBar label={t('progress.label')} done={job.done} total={job.total} />
      </Suspense>
      <p aria-hidden="true">{progressText}</p>
      <LiveRegion className="visually-hidden">{announcement}</LiveRegion>
    </div>
  )
}

/** Buttons to pause, resume and cancel the job, as its state allows. */
export function JobControls({
  job,
  onCancelled,
}: {
  readonly job: WireJob
  readonly onCancelled?: () => void
}) {
  const { t } = useBulkText()
  const transition = useJobTransition(job.id)
  const applyTransition = (name: 'pause' | 'resume' | 'cancel') => {
    if (transition.isPending) return
    transition.mutate(
      { transition: name },
      { onSuccess: () => name === 'cancel' && onCancelled?.() },
    )
  }
  return (['resume', 'pause', 'cancel'] as const)
    .filter((name) => job.can.includes(name))
    .map((name) => (
      <Button
        key={`${name}-${job.state}`}
        aria-disabled={transition.isPending}
        onClick={() => applyTransition(name)}
      >
        {t(name === 'cancel' && job.state === 'ready' ? 'steps.discard' : `steps.${name}`)}
      </Button>
    ))
}
