import { jobPath, jobsPath } from '@matricola/schema/paths.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { Link, useParams } from 'react-router'
import { useRegistry } from '../../app/console-context.ts'
import { NotFound } from '../../app/not-found.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { useUser } from '../../app/user-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { useLanguage } from '../../i18n.ts'
import '../form/form.css'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { PageHeader } from '../form/page-header.tsx'
import '../show/show.css'
import { HttpError } from '@matricola/providers/http.ts'
import { useBulkText } from '../bulk/bulk-text.ts'
import { ImportJobLink } from '../exchange/import-link.tsx'
import { JobButtons } from './job-buttons.tsx'
import { useJob } from './job-calls.ts'
import { JobControls } from './job-progress.tsx'
import { JobStart } from './job-start.tsx'
import { JobStateBadge } from './job-state.tsx'
import { operationName } from './job-text.ts'
import { JobView } from './job-view.tsx'
import '../bulk/bulk.css'

/** The page of one job: its state, the outcome of each item, and its actions. */
export function JobPage() {
  const { id = '' } = useParams()
  const registry = useRegistry()
  const text = useBulkText()
  const { t } = text
  const { role } = useUser()
  const { data: job, error, refetch } = useJob(id)
  const title = job
    ? t('view.title', {
        action: operationName(job, registry, text),
        list: t(`resources:${job.resource}.many`),
      })
    : t('jobs.one')
  usePageTitle(title)
  if (error instanceof HttpError && error.statusCode === 404) return <NotFound />
  return (
    <div className="page">
      <PageHeader
        title={title}
        back={{ to: jobsPath(role), label: t('jobs.title') }}
        badge={job && <JobStateBadge job={job} />}
        note={job && <JobNote job={job} />}
        actions={
          job && (
            <>
              <JobStart key={job.state} job={job} />
              <JobControls job={job} />
              <JobButtons job={job} />
              <ImportJobLink job={job} />
            </>
          )
        }
      />
      {job ? (
        <JobView job={job} hasLinks />
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <FieldsSkeleton />
      )}
    </div>
  )
}

/** Shows who created the job and when, and links to the job that undid it or that it undoes. */
function JobNote({ job }: { readonly job: WireJob }) {
  const { t } = useBulkText()
  const { role } = useUser()
  const language = useLanguage()
  return (
    <>
      {t('view.by', { name: job.actor.name, at: longDateTime(job.createdAt, language) })}
      {job.finishedAt && ` ${t('view.until', { at: longDateTime(job.finishedAt, language) })}`}
      {job.undoneBy && (
        <>
          {' '}
          <Link to={jobPath(role, job.undoneBy)}>{t('view.undoneBy')}</Link>
        </>
      )}
      {job.undoes && (
        <>
          {' '}
          <Link to={jobPath(role, job.undoes)}>{t('view.undoes')}</Link>
        </>
      )}
    </>
  )
}
