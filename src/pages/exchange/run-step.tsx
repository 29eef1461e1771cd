import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { jobPath, pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireImport } from '#model/wire/jobs.ts'
import { usePerson } from '#src/console/person.ts'
import { Icon } from '#src/icons/icon.tsx'
import { JobButtons } from '#src/pages/jobs/job-buttons.tsx'
import { JobItems } from '#src/pages/jobs/job-items.tsx'
import { JobControls, JobProgress } from '#src/pages/jobs/job-progress.tsx'
import { Status } from '#src/spoken/status.tsx'
import { Counts } from './counts.tsx'
import { countsOf, useValuesRemoved } from './import-calls.ts'
import { Rejected } from './rejected.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface RunStepProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly onTaken: (taken: WireImport) => void
}

/** Shows an import while it runs, which does not need the page, and its result afterwards. */
export function RunStep({ resource, current: { job }, onTaken }: RunStepProps) {
  const { t } = useExchangeText()
  const { role } = usePerson()
  const title = useRef<HTMLHeadingElement>(null)
  // The undo button is removed once the job is undone.
  useEffect(() => {
    if (job.undoneBy && document.activeElement === document.body) title.current?.focus()
  }, [job.undoneBy])
  const removed = useValuesRemoved(job)
  const isAtWork = job.state === 'running' || job.state === 'paused'
  // Pending rows are included in the counts, so the counts are only final once no row is `ready`. A stopped job skips its rows in chunks.
  const isOver = !isAtWork && !job.counts.ready
  return (
    <section className="sheet import-section" aria-labelledby="import-run-title">
      <h2 ref={title} id="import-run-title" className="section-title" tabIndex={-1} data-step-title>
        {t(`run.states.${job.state}`)}
      </h2>
      {isAtWork && (
        <>
          <JobProgress job={job} />
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
      <Status as="div">
        <Counts counts={countsOf(job)} removed={removed} isDone={isOver} />
      </Status>
      {!isAtWork && <Rejected resource={resource} job={job} onTaken={onTaken} />}
      <div className="button-row">
        <JobControls job={job} />
        {!isAtWork && (
          <>
            <Link className="button button-primary" to={pagesOf(resource, role).list}>
              {t('run.toList', { name: t(`resources:${resource.name}.many`) })}
            </Link>
            <JobButtons job={job} />
            <Link className="button" to={pagesOf(resource, role).import}>
              {t('run.another')}
            </Link>
          </>
        )}
      </div>
      {!isAtWork && job.total > 0 && (
        <details className="import-details">
          <summary>{t('run.details')}</summary>
          <JobItems job={job} hasLinks />
        </details>
      )}
    </section>
  )
}
