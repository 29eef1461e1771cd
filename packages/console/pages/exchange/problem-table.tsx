import { HttpError } from '@matricola/providers/http.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { problemOutcomes } from '@matricola/schema/wire/job-states.ts'
import type { WireImport, WireJobItem } from '@matricola/schema/wire/jobs.ts'
import { useRef, useState } from 'react'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { useJobItems } from '../jobs/job-calls.ts'
import { Pager } from '../show/related-list.tsx'
import { ProblemRow } from './problem-row.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface ProblemTableProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly onCorrected: (item: WireJobItem) => void
}

const rowsPerPage = 25

/**
 * Shows the rows with problems. A corrected row stays until the user opens another page, so that
 * rows do not move during editing.
 */
export function ProblemTable({ resource, current, onCorrected }: ProblemTableProps) {
  const { t } = useExchangeText()
  const { job, mapping } = current
  const [page, setPage] = useState(1)
  const previousPage = useRef<{
    readonly page: number
    readonly list: readonly WireJobItem[]
  } | null>(null)
  const query = useJobItems({ job, outcomes: problemOutcomes, page, pageSize: rowsPerPage })
  if (query.isError) {
    const reference = query.error instanceof HttpError ? query.error.requestId : undefined
    return (
      <LoadFailed
        message={query.error.message}
        reference={reference}
        onRetry={() => void query.refetch()}
      />
    )
  }
  // Ignore results that were read before the last check.
  if (query.data && !query.isFetching && previousPage.current?.page !== page)
    previousPage.current = { page, list: query.data.list }
  if (!query.data || previousPage.current?.page !== page) return <FieldsSkeleton rows={4} />
  const rows = previousPage.current.list
  if (rows.length === 0) return null
  const columns = mapping.flatMap((field, column) => (field === null ? [] : [{ field, column }]))
  const last = Math.max(1, Math.ceil(query.data.totalCount / rowsPerPage))
  return (
    <>
      <p id="import-problems-hint">{t('problems.hint')}</p>
      <section
        className="table-box panel import-problems"
        aria-label={t('problems.title')}
        aria-describedby="import-problems-hint"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <table className="plain-table import-problem-rows">
          <thead>
            <tr>
              <th scope="col">{t('problems.row')}</th>
              {columns.map(({ field, column }) => (
                <th key={column} scope="col">
                  {t(`resources:${fieldKey(resource, field)}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((item) => (
              <ProblemRow
                key={item.position}
                resource={resource}
                current={current}
                item={item}
                columns={columns}
                onCorrected={onCorrected}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Pager page={page} last={last} onChange={setPage} />
    </>
  )
}
