import { useEffect, useRef } from 'react'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { Button } from '../../kit/button.tsx'
import { LoadFailed } from '../form/load-state.tsx'
import { isFinished, useJob } from '../jobs/job-calls.ts'
import { JobEffect } from '../jobs/job-effect.tsx'
import { JobControls, JobProgressBar } from '../jobs/job-progress.tsx'
import { JobStart } from '../jobs/job-start.tsx'
import { countsText } from '../jobs/job-text.ts'
import { openJob } from '../jobs/job-tracking.ts'
import { UnchangedRows } from '../jobs/unchanged-rows.tsx'
import { useBulkText } from './bulk-text.ts'
import { IncludeClaimed } from './include-claimed.tsx'
import { IncludeSteps } from './include-steps.tsx'
import { maxInlineRows } from './use-undo-job.ts'
import './bulk.css'

interface PreviewLineProps {
  readonly id: string
  readonly onClosed: () => void
}

/**
 * Shows the preview of a small job in the selection bar: the changes, the excluded records with
 * reasons, and one button.
 */
export function PreviewLine({ id, onClosed }: PreviewLineProps) {
  const text = useBulkText()
  const { data: job, error, refetch } = useJob(id)
  const line = useRef<HTMLDivElement>(null)
  const state = job?.state
  useEffect(() => {
    // The button that requested the preview was removed, along with the other actions in the bar.
    if (state === 'ready') line.current?.querySelector<HTMLElement>('button')?.focus()
    if (state && isFinished(state)) onClosed()
  }, [state, onClosed])
  if (error) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!job || isFinished(job.state)) return null
  return (
    <div className="preview-line" ref={line}>
      {job.state !== 'ready' ? (
        <JobProgressBar job={job} />
      ) : (
        <>
          <LiveRegion>{countsText(job, text)}</LiveRegion>
          <UnchangedRows job={job} max={maxInlineRows} />
          <JobEffect job={job} />
          <JobStart job={job} />
          <IncludeClaimed job={job} />
          <IncludeSteps job={job} />
        </>
      )}
      {job.state === 'ready' && (
        <Button onClick={() => openJob(job.id)}>{text.t('line.look')}</Button>
      )}
      <JobControls job={job} onCancelled={onClosed} />
    </div>
  )
}
