import { jobPath } from '@matricola/schema/paths.ts'
import { type JobState, jobKinds, jobStates } from '@matricola/schema/wire/job-states.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRegistry } from '../../app/console-context.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { useUser } from '../../app/user-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { useLanguage } from '../../i18n.ts'
import '../form/form.css'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { Pager } from '../show/related-list.tsx'
import '../show/show.css'
import { useBulkText } from '../bulk/bulk-text.ts'
import { useJobs } from './job-calls.ts'
import { JobStateBadge } from './job-state.tsx'
import { countsText, operationName } from './job-text.ts'
import '../bulk/bulk.css'
import { Checkbox } from '../../kit/checks.tsx'

const jobsPerPage = 25

/** List of bulk jobs, finished and running. Administrators see the jobs of all users. */
export function JobsPage() {
  const { t } = useBulkText()
  const { role } = useUser()
  const { adminRole } = useRegistry()
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState<{
    readonly state: string
    readonly kind: string
    readonly own: string
  }>({
    state: '',
    kind: '',
    own: '',
  })
  usePageTitle()
  const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const query = useJobs({
    params: { pageNumber: String(page), pageSize: String(jobsPerPage), ...filters },
    idlePollMs: 60_000,
  })
  const changeFilter = (patch: Partial<typeof filter>) => {
    setFilter({ ...filter, ...patch })
    setPage(1)
  }
  return (
    <div className="page">
      <div className="jobs-filter">
        <Filter
          label={t('jobs.state')}
          values={jobStates}
          value={filter.state}
          texts="states"
          onChange={(state) => changeFilter({ state })}
        />
        <Filter
          label={t('jobs.kind')}
          values={jobKinds}
          value={filter.kind}
          texts="kinds"
          onChange={(kind) => changeFilter({ kind })}
        />
        {role === adminRole && (
          <Checkbox
            checked={filter.own !== ''}
            onChange={(event) => changeFilter({ own: event.target.checked ? 'true' : '' })}
          >
            {t('jobs.own')}
          </Checkbox>
        )}
      </div>
      {query.isError ? (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <FieldsSkeleton />
      ) : query.data.totalCount === 0 ? (
        <p className="panel jobs-empty">
          {t(Object.keys(filters).length > 0 ? 'jobs.noneSuch' : 'jobs.none')}
        </p>
      ) : (
        <>
          <JobTable jobs={query.data.list} hasActors={role === adminRole} />
          <Pager
            page={page}
            last={Math.max(1, Math.ceil(query.data.totalCount / jobsPerPage))}
            onChange={setPage}
          />
        </>
      )}
    </div>
  )
}

interface FilterProps {
  readonly label: string
  readonly values: readonly string[]
  readonly value: string
  /** Key prefix of the texts of the values. */
  readonly texts: string
  readonly onChange: (value: string) => void
}

function Filter({ label, values, value, texts, onChange }: FilterProps) {
  const { t } = useBulkText()
  return (
    <label className="jobs-filter-field">
      {label}
      <select className="select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('jobs.any')}</option>
        {values.map((option) => (
          <option key={option} value={option}>
            {t(`${texts}.${option}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

function JobTable({
  jobs,
  hasActors,
}: {
  readonly jobs: readonly WireJob[]
  readonly hasActors: boolean
}) {
  const registry = useRegistry()
  const text = useBulkText()
  const { t } = text
  const { role } = useUser()
  const language = useLanguage()
  const columns = ['work', 'state', 'rows', ...(hasActors ? ['actor'] : []), 'at']
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="table-box panel" aria-label={t('jobs.title')} tabIndex={0}>
      <table className="plain-table stack-on-narrow">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`jobs.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id}>
              <th scope="row">
                <Link className="record-link" to={jobPath(role, job.id)}>
                  {t('view.title', {
                    action: operationName(job, registry, text),
                    list: t(`resources:${job.resource}.many`),
                  })}
                </Link>
              </th>
              <td data-label={t('jobs.columns.state')}>
                <JobStateBadge job={job} />
              </td>
              <td data-label={t('jobs.columns.rows')}>
                {isUnfinished(job.state)
                  ? t('progress.short', { done: job.done, total: job.total })
                  : countsText(job, text)}
              </td>
              {hasActors && <td data-label={t('jobs.columns.actor')}>{job.actor.name}</td>}
              <td data-label={t('jobs.columns.at')}>
                <time dateTime={job.createdAt}>{longDateTime(job.createdAt, language)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const isUnfinished = (state: JobState) => ['checking', 'running', 'paused'].includes(state)
