import { maxPickedRows } from '#model/vocabulary.ts'
import { retriable, type WireJob } from '#model/wire/jobs.ts'
import { select } from '../bulk/selection.ts'
import { bulkText } from '../bulk/words.ts'
import { firstItems, selectItems } from './job-calls.ts'
import { leftCount, reasonsOf } from './job-words.ts'

/**
 * Selects the rows that a job did not change, with their reasons. If there are too many to select one by one, the server freezes
 * the selection. `of` is the filter state of the list in which they are selected; null means the next list shown.
 */
export async function selectLeft(job: WireJob, of: string | null): Promise<void> {
  const outcomes = retriable.filter((outcome) => (job.counts[outcome] ?? 0) > 0)
  if (leftCount(job) > maxPickedRows) {
    select(job.resource, { chosen: { kind: 'frozen', set: await selectItems(job, outcomes) }, of, reasons: new Map() })
    return
  }
  const text = bulkText()
  const items = await firstItems(job, outcomes, maxPickedRows)
  const rows = items.flatMap((item) =>
    item.recordId === null ? [] : [[item.recordId, reasonsOf(item, job.resource, text).join(' ')] as const],
  )
  select(job.resource, { chosen: { kind: 'picked', ids: new Set(rows.map(([id]) => id)) }, of, reasons: new Map(rows) })
}
