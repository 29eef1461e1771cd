import { useState } from 'react'
import { Link } from 'react-router'
import type { Outcome, WireJob, WireJobItem } from '#model/jobs.ts'
import { fieldKey } from '#model/message-keys.ts'
import type { AnyResource } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import { ChangedValue } from '#src/pages/show/changed-value.tsx'
import '#src/pages/list/list.css'
import { Pager } from '#src/pages/show/related-list.tsx'
import { useJobItems } from './job-calls.ts'
import { countsOf, outcomeText, reasonsOf } from './job-words.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { useBulkText } from './words.ts'

interface JobItemsProps {
  readonly job: WireJob
  /** Rows on a page. */
  readonly atOnce?: number
  /** Whether rows lead to their records, which leaves the page. */
  readonly hasLinks?: boolean
}

/** The rows of a job: how many have which outcome, and of the outcome chosen, what changes or why nothing does. */
export function JobItems({ job, atOnce = 20, hasLinks = false }: JobItemsProps) {
  const text = useBulkText()
  const counts = countsOf(job)
  const [wanted, setWanted] = useState<Outcome | null>(null)
  const [page, setPage] = useState(1)
  const chosen = counts.some(({ outcome }) => outcome === wanted) ? wanted : null
  const query = useJobItems({ job, outcomes: chosen ? [chosen] : [], page, pageSize: atOnce })
  const choose = (outcome: Outcome | null) => {
    setWanted(outcome)
    setPage(1)
  }
  return (
    <div className="job-rows">
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset */}
      <div className="outcome-filter" role="group" aria-label={text.t('items.filter')}>
        <button type="button" className="outcome-chip" aria-pressed={chosen === null} onClick={() => choose(null)}>
          {text.counted('items.all', job.total)}
        </button>
        {counts.map(({ outcome, count }) => (
          <button key={outcome} type="button" className="outcome-chip" aria-pressed={chosen === outcome} onClick={() => choose(outcome)}>
            <OutcomeMark outcome={outcome} />
            {outcomeText(job, outcome, count, text)}
          </button>
        ))}
      </div>
      {query.isError ? (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <FieldsSkeleton rows={3} />
      ) : query.data.list.length === 0 ? (
        <p>{text.t('items.none')}</p>
      ) : (
        <>
          <ol className="job-items sheet">
            {query.data.list.map((item) => (
              <JobItem key={item.position} job={job} item={item} hasLink={hasLinks} />
            ))}
          </ol>
          <Pager page={page} last={Math.max(1, Math.ceil(query.data.totalCount / atOnce))} onChange={setPage} />
        </>
      )}
    </div>
  )
}

/** One row: what it is called, what becomes of it, and each value from what to what. */
function JobItem({ job, item, hasLink }: { readonly job: WireJob; readonly item: WireJobItem; readonly hasLink: boolean }) {
  const text = useBulkText()
  const { role } = usePerson()
  const resource = resourceNamed(job.resource)
  const path = hasLink && item.recordId ? recordPath(resource.name, item.recordId, role) : null
  const title = item.title || text.t('items.row', { number: item.position })
  return (
    <li className="job-item">
      <div className="job-item-head">
        <OutcomeMark outcome={item.outcome} />
        <span className="visually-hidden">{outcomeText(job, item.outcome, 1, text)}: </span>
        {path ? (
          <Link className="record-link" to={path}>
            {title}
          </Link>
        ) : (
          <strong>{title}</strong>
        )}
        {item.isNew && <span className="caption">{text.t('items.isNew')}</span>}
      </div>
      {reasonsOf(item, job.resource, text).map((reason) => (
        <p key={reason} className="caption">
          {reason}
        </p>
      ))}
      <Changes resource={resource} item={item} />
    </li>
  )
}

function Changes({ resource, item }: { readonly resource: AnyResource; readonly item: WireJobItem }) {
  const { t } = useBulkText()
  if (item.changes.length === 0) return null
  return (
    <dl className="job-changes">
      {item.changes.map((change) => (
        <div key={change.field}>
          <dt>{t(`resources:${fieldKey(resource, change.field)}`)}</dt>
          <dd>
            <ChangedValue resource={resource} change={change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
