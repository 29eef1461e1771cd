import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { longDateTime } from '../../fields/date-text.ts'
import { useLanguage } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import '../show/show.css'
import { useBulkText } from '../bulk/bulk-text.ts'
import { EditList } from '../bulk/edit-list.tsx'
import { IncludeClaimed } from '../bulk/include-claimed.tsx'
import { IncludeSteps } from '../bulk/include-steps.tsx'
import { isInProgress } from './job-calls.ts'
import { JobEffect } from './job-effect.tsx'
import { JobItems } from './job-items.tsx'
import { JobProgressBar } from './job-progress.tsx'
import { countsText } from './job-text.ts'
import { UnchangedRows } from './unchanged-rows.tsx'

interface JobViewProps {
  readonly job: WireJob
  /** Whether rows link to their records. */
  readonly hasLinks?: boolean
}

/** Shows the progress of a job while it runs, otherwise the outcomes of its rows. */
export function JobView({ job, hasLinks = false }: JobViewProps) {
  const text = useBulkText()
  const language = useLanguage()
  const { t } = text
  return (
    <div className="job-view">
      {job.edit && <EditList resource={job.resource} edits={job.edit} />}
      {job.state === 'failed' && (
        <p className="message message-error" role="alert">
          {t('view.failed')}{' '}
          {job.error && (text.issue({ code: job.error }) ?? t(`errors:errors.${job.error}`))}
        </p>
      )}
      {(isInProgress(job.state) || job.state === 'paused') && <JobProgressBar job={job} />}
      {job.state !== 'checking' && (
        <LiveRegion className="job-counts">
          {job.state === 'running' || job.state === 'paused' ? '' : countsText(job, text)}
        </LiveRegion>
      )}
      {(job.state === 'ready' || job.state === 'done') && !job.undoneBy && !!job.valuesRemoved && (
        <p className="message message-warn">
          <Icon name="warning" />
          <span>
            {t(job.state === 'ready' ? 'view.removes' : 'view.removed', {
              count: job.valuesRemoved,
            })}
          </span>
        </p>
      )}
      {job.state === 'done' && job.undoUntil && !job.undoneBy && (
        <p className="caption">
          {t('view.undoUntil', { until: longDateTime(job.undoUntil, language) })}
        </p>
      )}
      {job.state === 'ready' && <UnchangedRows job={job} max={3} />}
      <JobEffect job={job} />
      <IncludeClaimed job={job} />
      <IncludeSteps job={job} />
      {!isInProgress(job.state) && job.state !== 'mapping' && (
        <JobItems job={job} hasLinks={hasLinks} />
      )}
    </div>
  )
}
