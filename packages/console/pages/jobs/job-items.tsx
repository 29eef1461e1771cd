import type { JobOutcome, WireJob } from '@matricola/schema/wire/jobs.ts'
import { useState } from 'react'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import '../list/list.css'
import { useBulkText } from '../bulk/bulk-text.ts'
import { Pager } from '../show/related-list.tsx'
import { ItemTable } from './item-table.tsx'
import { useJobItems } from './job-calls.ts'
import { outcomeCounts, outcomeText } from './job-text.ts'
import { OutcomeIcon } from './outcome-icon.tsx'

interface JobItemsProps {
  readonly job: WireJob
  /** Page size. */
  readonly pageSize?: number
  /** Whether rows link to their records. Following a link leaves the page. */
  readonly hasLinks?: boolean
}

/** The items of a job: the number for each outcome, and the items with the chosen outcome. */
export function JobItems({ job, pageSize = 20, hasLinks = false }: JobItemsProps) {
  const text = useBulkText()
  const counts = outcomeCounts(job)
  const [requested, setRequested] = useState<JobOutcome | null>(null)
  const [page, setPage] = useState(1)
  const chosen = counts.some(({ outcome }) => outcome === requested) ? requested : null
  const query = useJobItems({ job, outcomes: chosen ? [chosen] : [], page, pageSize })
  const choose = (outcome: JobOutcome | null) => {
    setRequested(outcome)
    setPage(1)
  }
  return (
    <div className="job-rows">
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is not a fieldset */}
      <div className="button-row" role="group" aria-label={text.t('items.filter')}>
        <button
          type="button"
          className="outcome-chip"
          aria-pressed={chosen === null}
          onClick={() => choose(null)}
        >
          {text.t('items.all', { count: job.total })}
        </button>
        {counts.map(({ outcome, count }) => (
          <button
            key={outcome}
            type="button"
            className="outcome-chip"
            aria-pressed={chosen === outcome}
            onClick={() => choose(outcome)}
          >
            <OutcomeIcon outcome={outcome} />
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
          <ItemTable job={job} items={query.data.list} hasLinks={hasLinks} />
          <Pager
            page={page}
            last={Math.max(1, Math.ceil(query.data.totalCount / pageSize))}
            onChange={setPage}
          />
        </>
      )}
    </div>
  )
}
