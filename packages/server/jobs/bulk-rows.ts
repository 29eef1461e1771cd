/**
 * Code shared by all jobs on a selection: the permits, and the conversion of records to rows of a
 * batch.
 */

import { evaluate } from '@matricola/schema/predicate.ts'
import { rowIssue } from '@matricola/schema/wire/jobs.ts'
import { authorize, type Permit } from '../policy/permit.ts'
import type { BatchRow, RowRefusal } from '../records/batch/types.ts'
import type { StoredRecord } from '../records/reading/get-record.ts'
import type { Values } from '../sql/storage.ts'
import type { JobRow, JobWork } from './job-kinds.ts'

/** Returns the permit to edit many records. Throws `access.denied`. */
export function deriveBulkPermit({
  caller,
  resource,
}: Pick<JobWork, 'caller' | 'resource'>): Permit {
  authorize(caller, resource, 'bulk')
  return authorize(caller, resource, 'update')
}

/** Returns the permit to perform an action on many records. Throws `access.denied`. */
export function deriveActionPermit({
  caller,
  resource,
}: Pick<JobWork, 'caller' | 'resource'>): Permit {
  authorize(caller, resource, 'bulk')
  return authorize(caller, resource, 'act')
}

/**
 * Converts a job's rows to rows of a batch. Calls `valuesFor` for records that the user may change
 * in bulk. Other records are denied.
 */
export function toBatchRows(
  permit: Permit,
  rows: readonly JobRow[],
  valuesFor: (record: StoredRecord) => Values | RowRefusal,
): BatchRow[] {
  const { rows: grantedRows } = authorize(permit.caller, permit.resource, 'bulk')
  const canChangeInBulk = ({ id, values, referencedValues }: StoredRecord) =>
    grantedRows === true ||
    ('where' in grantedRows &&
      evaluate(grantedRows.where, { ...values, ...referencedValues, id }, permit.callerIdentity))
  return rows.map(({ position, recordId, baseVersion }) => ({
    position,
    id: recordId,
    version: baseVersion,
    // A selection contains only records that exist.
    valuesFor: (record) =>
      record && canChangeInBulk(record)
        ? valuesFor(record)
        : { verdict: 'denied', issues: rowIssue('access.denied') },
  }))
}
