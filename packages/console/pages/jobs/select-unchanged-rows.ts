import type { Http } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxPickedRows } from '@matricola/schema/vocabulary.ts'
import { retriableOutcomes } from '@matricola/schema/wire/job-states.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { bulkText } from '../bulk/bulk-text.ts'
import { setSelection } from '../bulk/selection.ts'
import { fetchFirstItems, fetchItemSelection } from './job-calls.ts'
import { itemReasonTexts, retriableCount } from './job-text.ts'

interface UnchangedRows {
  readonly job: WireJob
  readonly resource: AnyResource
  readonly conditionsKey: string | null
}

/**
 * Selects the rows that a job did not change, with their reasons. If there are too many to select
 * individually, the server freezes the selection. `conditionsKey` is the filter state of the list
 * in which they are selected; null means the next list shown.
 */
export async function selectUnchangedRows(
  http: Http,
  { job, resource, conditionsKey }: UnchangedRows,
): Promise<void> {
  const outcomes = retriableOutcomes.filter((outcome) => (job.counts[outcome] ?? 0) > 0)
  if (retriableCount(job) > maxPickedRows) {
    setSelection(job.resource, {
      chosen: { kind: 'frozen', set: await fetchItemSelection(http, job, outcomes) },
      conditionsKey,
      reasons: new Map(),
    })
    return
  }
  const text = { ...bulkText(), resource }
  const items = await fetchFirstItems(http, job, outcomes, maxPickedRows)
  const rows = items.flatMap((item) =>
    item.recordId === null ? [] : [[item.recordId, itemReasonTexts(item, text).join(' ')] as const],
  )
  setSelection(job.resource, {
    chosen: { kind: 'picked', ids: new Set(rows.map(([id]) => id)) },
    conditionsKey,
    reasons: new Map(rows),
  })
}
