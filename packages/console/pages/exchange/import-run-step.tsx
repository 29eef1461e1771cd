import { jobPath, pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireImport } from '@matricola/schema/wire/jobs.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useUser } from '../../app/user-context.ts'
import { Icon } from '../../icons/icon.tsx'
import { JobButtons } from '../jobs/job-buttons.tsx'
import { JobItems } from '../jobs/job-items.tsx'
import { JobControls, JobProgressBar } from '../jobs/job-progress.tsx'
import { importCounts, useValuesRemoved } from './import-calls.ts'
import { ImportCountList } from './import-count-list.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface ImportRunStepProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly onUploaded: (uploaded: WireImport) => void
}

/**
 * Shows the progress of an import, and then its result. The import continues if the user leaves the
 * page.
 */
export function ImportRunStep({ resource, current: { job }, onUploaded }: ImportRunStepProps) {
  const { t } = useExchangeText()
  const { role } = useUser()
  const title = useRef<HTMLHeadingElement>(null)
  // The undo button is removed once the job is undone.
  useEffect(() => {
    if (job.undoneBy && document.activeElement === document.body) title.current?.focus()
  }, [job.undoneBy])
  const removed = useValuesRemoved(job)
  const isRunning = job.state === 'running' || job.state === 'paused'
  // Pending rows are included in the counts, so the counts are only final once no row is `ready`. A
  // stopped job skips its rows in chunks.
  const isFinished = !isRunning && !job.counts.ready
  return (
    <section className="panel import-section" aria-labelledby="import-run-title">
      <h2 ref={title} id="import-run-title" className="section-title" tabIndex={-1} data-step-title>
        {t(`run.states.${job.state}`)}
      </h2>
      {isRunning && (
        <>
          <JobProgressBar job={job} />
          <p>{t('run.leave')}</p>
        </>
      )}
      {job.error && (
        <p className="message message-error" role="alert">
          <Icon name="error" />
          <span>{t(`errors:errors.${job.error}`)}</span>
        </p>
      )}
      {job.undoneBy && (
        <p className="message">
          <Icon name="info" />
          <Link to={jobPath(role, job.undoneBy)}>{t('run.undone')}</Link>
        </p>
      )}
      <LiveRegion as="div">
        <ImportCountList counts={importCounts(job)} removed={removed} isDone={isFinished} />
      </LiveRegion>
      {!isRunning && <RejectedRows resource={resource} job={job} onUploaded={onUploaded} />}
      <div className="button-row">
        <JobControls job={job} />
        {!isRunning && (
          <>
            <Link className="button button-primary" to={pagePaths(resource, role).list}>
              {t('run.toList', { name: t(`resources:${resource.name}.many`) })}
            </Link>
            <JobButtons job={job} />
            <Link className="button" to={pagePaths(resource, role).import}>
              {t('run.another')}
            </Link>
          </>
        )}
      </div>
      {!isRunning && job.total > 0 && (
        <details className="import-details">
          <summary>{t('run.details')}</summary>
          <JobItems job={job} hasLinks />
        </details>
      )}
    </section>
  )
}
