/** Rows of a batch that are not plain writes: actions with a `work` function, and removals. */
import { AppError } from '@matricola/schema/wire/errors.ts'
import { atSavepoint } from '../../database/savepoint.ts'
import { permitForAllRows } from '../../policy/permit.ts'
import { findStoredRecords, type StoredRecord } from '../reading/get-record.ts'
import { changedValues, nonNullValues } from '../writing/prepare.ts'
import { valuesForHistory, writeRows } from '../writing/statement.ts'
import {
  historyChanges,
  outcomeOfError,
  outcomeOfRefusal,
  rejectedResult,
  rowError,
  writtenResult,
} from './results.ts'
import { type BatchContext, type BatchResult, type BatchRow, isRowRefusal } from './types.ts'

/**
 * Runs an action's `work` on one record. Compares the record before and after to find the changes.
 */
export async function runRowWork(
  context: BatchContext,
  row: BatchRow,
  stored: StoredRecord,
): Promise<BatchResult> {
  const { batch, source, queries, records } = context
  const { permit } = batch
  try {
    const after = await atSavepoint(queries, 'one_row', async () => {
      await batch.work?.(records, queries, stored)
      return (
        await findStoredRecords(source, permitForAllRows(permit), {
          ids: [stored.id],
          isLocked: false,
        })
      ).get(stored.id)
    })
    if (!after || after.version === stored.version)
      return rejectedResult(row, stored, { outcome: 'same' })
    return writtenResult(row, batch.commit, {
      id: stored.id,
      baseVersion: stored.version,
      newVersion: after.version,
      changes: historyChanges(permit, changedValues(stored.values, after.values), stored.values),
    })
  } catch (error) {
    return rejectedResult(row, stored, outcomeOfError(context, error))
  }
}

/** A row with an action that handles many records at once, or a removal. */
export interface WorkRow {
  readonly row: BatchRow
  readonly record: StoredRecord
}

/** Runs `workAll`. The records keep their versions: such an action stores its results elsewhere. */
export async function runAllWork(
  { batch, queries, records }: BatchContext,
  planned: readonly WorkRow[],
): Promise<BatchResult[]> {
  if (planned.length === 0) return []
  const work = async () =>
    batch.workAll?.(
      records,
      queries,
      planned.map(({ record }) => record),
    )
  const results = await atSavepoint(queries, 'all_rows', work)
  return planned.map(({ row, record }) => {
    const result = results?.get(record.id)
    if (result && isRowRefusal(result)) return rejectedResult(row, record, outcomeOfRefusal(result))
    return writtenResult(row, batch.commit, {
      id: record.id,
      baseVersion: record.version,
      newVersion: record.version,
      changes: {},
      ...(result && { issues: result.warnings }),
    })
  })
}

/**
 * Removes records that nothing refers to: all in one statement or, if some have to stay, one by
 * one. Their history is kept, and ends with their last values.
 */
export async function removeRows(
  context: BatchContext,
  planned: readonly WorkRow[],
): Promise<BatchResult[]> {
  const { batch, hooks, source, queries, at } = context
  const { permit, action } = batch
  const [first, ...others] = planned
  if (!first) return []
  const rows = planned.map(({ record }) => {
    const { id, values } = record
    return { id, before: record, changed: nonNullValues(values), record: values }
  })
  try {
    await atSavepoint(queries, 'removal', async () => {
      for (const { record } of planned) await hooks?.remove?.(queries, record)
      const removed = await writeRows(source, queries, {
        permit,
        action,
        at: at.toISOString(),
        rows,
        removes: true,
      })
      if (removed !== rows.length) throw new AppError('record.stale')
      await hooks?.afterRemoval?.(
        queries,
        planned.map(({ record }) => record),
      )
    })
  } catch (error) {
    // Rethrows an error that is not about a row.
    rowError(context.registry, error)
    if (others.length > 0) {
      const results: BatchResult[] = []
      for (const one of planned) results.push(...(await removeRows(context, [one])))
      return results
    }
    const refusal = outcomeOfError(context, error)
    const isReferenced = refusal.issues?._?.[0]?.code === 'record.referenced'
    return [
      rejectedResult(
        first.row,
        first.record,
        isReferenced ? { ...refusal, outcome: 'kept' } : refusal,
      ),
    ]
  }
  return planned.map(({ row, record: { id, version } }, i) => {
    const lastValues = rows[i]?.changed ?? {}
    const changes = Object.entries(valuesForHistory(permit.resource, lastValues, lastValues)).map(
      ([name, value]) => [name, [value, null] as const],
    )
    return writtenResult(row, batch.commit, {
      id,
      baseVersion: version,
      newVersion: null,
      changes: Object.fromEntries(changes),
    })
  })
}
