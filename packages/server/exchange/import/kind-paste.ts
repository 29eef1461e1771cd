/** Paste jobs: the same checks as an import, but rows name their records by id and need no key. */

import type { DetectedDayOrder } from '@matricola/schema/values/parse-date.ts'
import type { JobKindDefinition } from '../../jobs/job-kinds.ts'
import type { JobInput } from '../../jobs/job-row.ts'
import { authorize } from '../../policy/permit.ts'
import type { RawCell } from '../../ports/file-reader.ts'
import { readCells } from './cells.ts'
import { valuesToUpdate } from './row-values.ts'

export interface PasteInput extends JobInput {
  /** The field of each column. */
  readonly fields: readonly string[]
  /** Order of day and month in each column, inferred from the whole block. */
  readonly dayOrders?: readonly (DetectedDayOrder | null)[]
}

export const pasteJobKind: JobKindDefinition = {
  async rows(work, rows, { records, queries, commit }) {
    // Only pasted blocks are passed to this function.
    const { fields, dayOrders } = work.input as PasteInput
    authorize(work.caller, work.resource, 'bulk')
    const permit = authorize(work.caller, work.resource, 'update')
    const read = await readCells(
      queries,
      { permit, mapping: fields, localization: work, dayOrders },
      rows.map(({ cells }) => cells as readonly RawCell[]),
    )
    return records.batch({
      permit,
      action: 'update',
      jobId: work.id,
      commit,
      rows: rows.map(({ position, recordId, baseVersion }, i) => ({
        position,
        id: recordId,
        version: baseVersion,
        valuesFor: (stored) => (stored ? valuesToUpdate(permit, read[i] ?? new Map(), stored) : {}),
      })),
    })
  },
  fields: ({ input }) => (input as PasteInput).fields,
  canUndo: () => true,
}
