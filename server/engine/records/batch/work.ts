/** Rows of a batch that are not plain writes: actions with `work` of their own, and removals. */
import { AppError } from '#model/wire/errors.ts'
import { atSavepoint } from '#server/engine/database/savepoint.ts'
import { seeingAll } from '#server/engine/policy/permit.ts'
import { findAllStored, type StoredRecord } from '../reading/find.ts'
import { differing, filled } from '../writing/plan.ts'
import { historyOf, removeOne } from '../writing/statement.ts'
import { changesOf, refusalOf, refused, verdictOf, written } from './results.ts'
import { type BatchResult, type BatchRow, isRowRefusal, type Storing } from './types.ts'

/** Runs an action's `work` on one record. Compares the record before and after to find the changes. */
export async function doWork(storing: Storing, row: BatchRow, stored: StoredRecord): Promise<BatchResult> {
  const { batch, source, queries, records } = storing
  const { permit } = batch
  try {
    const after = await atSavepoint(queries, 'one_row', async () => {
      await batch.work?.(records, queries, stored)
      return (await findAllStored(source, seeingAll(permit), { ids: [stored.id], isHeld: false })).get(stored.id)
    })
    if (!after || after.version === stored.version) return refused(row, stored, { outcome: 'same' })
    return written(row, batch.commit, {
      id: stored.id,
      baseVersion: stored.version,
      madeVersion: after.version,
      changes: changesOf(permit, differing(stored.values, after.values), stored.values),
    })
  } catch (error) {
    return refused(row, stored, refusalOf(storing, error))
  }
}

/** A row whose action handles many records at once. */
export interface WorkRow {
  readonly row: BatchRow
  readonly worked: StoredRecord
}

/** Runs `workAll`. The records keep their versions: such an action stores its results elsewhere. */
export async function doAll({ batch, queries, records }: Storing, planned: readonly WorkRow[]): Promise<BatchResult[]> {
  if (planned.length === 0) return []
  const work = async () =>
    batch.workAll?.(
      records,
      queries,
      planned.map(({ worked }) => worked),
    )
  const said = await atSavepoint(queries, 'all_rows', work)
  return planned.map(({ row, worked }) => {
    const about = said?.get(worked.id)
    if (about && isRowRefusal(about)) return refused(row, worked, verdictOf(about))
    return written(row, batch.commit, {
      id: worked.id,
      baseVersion: worked.version,
      madeVersion: worked.version,
      changes: {},
      ...(about && { issues: about.notes }),
    })
  })
}

/** Removes a record that nothing refers to. Its history stays, and ends with its last values. */
export async function remove(storing: Storing, row: BatchRow, stored: StoredRecord): Promise<BatchResult> {
  const { batch, hooks, source, queries, at } = storing
  const { permit, action } = batch
  const last = filled(stored.values)
  const held = historyOf(permit.resource, last, last)
  try {
    await atSavepoint(queries, 'one_row', async () => {
      await hooks?.remove?.(queries, stored)
      if (!(await removeOne(source, queries, { permit, action, at }, { ...stored, held }))) throw new AppError('record.stale')
    })
  } catch (error) {
    const refusal = refusalOf(storing, error)
    return refused(row, stored, refusal.issues?._?.[0]?.code === 'record.referenced' ? { ...refusal, outcome: 'kept' } : refusal)
  }
  return written(row, batch.commit, {
    id: stored.id,
    baseVersion: stored.version,
    madeVersion: null,
    changes: Object.fromEntries(Object.entries(held).map(([name, value]) => [name, [value, null] as const])),
  })
}
