/** Parts that every job on a selection shares: whose right it is, and its records as rows of a batch. */

import { evaluate } from '#model/predicate.ts'
import { rowIssue } from '#model/wire/jobs.ts'
import { authorize, type Permit } from '#server/engine/policy/permit.ts'
import type { BatchRow, RowRefusal } from '#server/engine/records/batch/types.ts'
import type { StoredRecord } from '#server/engine/records/reading/find.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import type { JobRow, JobWork } from './job-kinds.ts'

/** The permit to change many records. Throws `access.denied`. */
export function bulkPermit({ caller, resource }: Pick<JobWork, 'caller' | 'resource'>): Permit {
  authorize(caller, resource, 'bulk')
  return authorize(caller, resource, 'update')
}

/** The permit to take an action on many records. Throws `access.denied`. */
export function actPermit({ caller, resource }: Pick<JobWork, 'caller' | 'resource'>): Permit {
  authorize(caller, resource, 'bulk')
  return authorize(caller, resource, 'act')
}

/** The rows of a job as those of a batch; `wanted` is asked for records that the person may change along with others. */
export function rowsOf(permit: Permit, rows: readonly JobRow[], wanted: (record: StoredRecord) => Values | RowRefusal): BatchRow[] {
  const { rows: among } = authorize(permit.caller, permit.resource, 'bulk')
  const mayBulk = ({ id, values, reached }: StoredRecord) =>
    among === true || ('where' in among && evaluate(among.where, { ...values, ...reached, id }, permit.asker))
  return rows.map(({ position, recordId, baseVersion }) => ({
    position,
    id: recordId,
    version: baseVersion,
    // A selection holds records that exist.
    wanted: (record) => (record && mayBulk(record) ? wanted(record) : { verdict: 'denied', issues: rowIssue('access.denied') }),
  }))
}
