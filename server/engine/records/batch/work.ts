/** Rows of a batch that are not plain writes: actions with `work` of their own, and removals. */
import { AppError } from '#model/wire/errors.ts'
import { atSavepoint } from '#server/engine/database/savepoint.ts'
import { permitForAllRows } from '#server/engine/policy/permit.ts'
import { findStoredRecords, type StoredRecord } from '../reading/get-record.ts'
import { changedValues, nonNullValues } from '../writing/plan.ts'
import { removeStored, valuesForHistory } from '../writing/statement.ts'
import { historyChanges, outcomeOfError, outcomeOfRefusal, refusedResult, writtenResult } from './results.ts'
import { type BatchContext, type BatchResult, type BatchRow, isRowRefusal } from './types.ts'

/** Runs an action's `work` on one record. Compares the record before and after to find the changes. */
export async function runRowWork(storing: BatchContext, row: BatchRow, stored: StoredRecord): Promise<BatchResult> {
  const { batch, source, queries, records } = storing
  const { permit } = batch
  try {
    const after = await atSavepoint(queries, 'one_row', async () => {
      await batch.work?.(records, queries, stored)
      return (await findStoredRecords(source, permitForAllRows(permit), { ids: [stored.id], isHeld: false })).get(stored.id)
    })
    if (!after || after.version === stored.version) return refusedResult(row, stored, { outcome: 'same' })
    return writtenResult(row, batch.commit, {
      id: stored.id,
      baseVersion: stored.version,
      madeVersion: after.version,
      changes: historyChanges(permit, changedValues(stored.values, after.values), stored.values),
    })
  } catch (error) {
    return refusedResult(row, stored, outcomeOfError(storing, error))
  }
}

/** A row whose action handles many records at once. */
export interface WorkRow {
  readonly row: BatchRow
  readonly worked: StoredRecord
}

/** Runs `workAll`. The records keep their versions: such an action stores its results elsewhere. */
export async function runAllWork({ batch, queries, records }: BatchContext, planned: readonly WorkRow[]): Promise<BatchResult[]> {
  if (planned.length === 0) return []
  const work = async () =>
    batch.workAll?.(
      records,
      queries,
      planned.map(({ worked }) => worked),
    )
  const results = await atSavepoint(queries, 'all_rows', work)
  return planned.map(({ row, worked }) => {
    const result = results?.get(worked.id)
    if (result && isRowRefusal(result)) return refusedResult(row, worked, outcomeOfRefusal(result))
    return writtenResult(row, batch.commit, {
      id: worked.id,
      baseVersion: worked.version,
      madeVersion: worked.version,
      changes: {},
      ...(result && { issues: result.warnings }),
    })
  })
}

/** Removes a record that nothing refers to. Its history stays, and ends with its last values. */
export async function removeRow(storing: BatchContext, row: BatchRow, stored: StoredRecord): Promise<BatchResult> {
  const { batch, hooks, source, queries, at } = storing
  const { permit, action } = batch
  const last = nonNullValues(stored.values)
  const held = valuesForHistory(permit.resource, last, last)
  try {
    await atSavepoint(queries, 'one_row', async () => {
      await hooks?.remove?.(queries, stored)
      if (!(await removeStored(source, queries, { permit, action, at }, { ...stored, held }))) throw new AppError('record.stale')
    })
  } catch (error) {
    const refusal = outcomeOfError(storing, error)
    return refusedResult(row, stored, refusal.issues?._?.[0]?.code === 'record.referenced' ? { ...refusal, outcome: 'kept' } : refusal)
  }
  return writtenResult(row, batch.commit, {
    id: stored.id,
    baseVersion: stored.version,
    madeVersion: null,
    changes: Object.fromEntries(Object.entries(held).map(([name, value]) => [name, [value, null] as const])),
  })
}
