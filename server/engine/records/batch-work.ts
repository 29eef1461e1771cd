/** Rows of a batch that are not stored as writes: work of an action on them, and records that are to go. */
import { AppError } from '#model/errors.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { atSavepoint } from '#server/engine/database/savepoint.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import { seeingAll } from '#server/engine/policy/permit.ts'
import { Parameters } from '../sql/parameters.ts'
import type { Storing } from './batch.ts'
import { changesOf, refusalOf, refused, titleIn, verdictOf, written } from './batch-results.ts'
import { type BatchResult, type BatchRow, isVerdict } from './batch-types.ts'
import { findAllStored, type StoredRecord } from './find.ts'
import { differing } from './plan.ts'
import { historyColumns, historyOf } from './write.ts'

/** Has work of its own done on a record; what changed is found by looking again. */
export async function doWork(storing: Storing, row: BatchRow, stored: StoredRecord): Promise<BatchResult> {
  const { batch, source, queries, records } = storing
  const { permit } = batch
  try {
    const after = await atSavepoint(queries, 'one_row', async () => {
      await batch.work?.(records, queries, stored)
      return (await findAllStored(source, seeingAll(permit), { ids: [stored.id], isHeld: false })).get(stored.id)
    })
    if (!after || after.version === stored.version) return refused(permit, row, stored, { outcome: 'same' })
    return written(row, batch.commit, {
      id: stored.id,
      title: titleIn(permit, after.values),
      baseVersion: stored.version,
      madeVersion: after.version,
      changes: changesOf(permit, differing(stored.values, after.values), stored.values),
    })
  } catch (error) {
    return refused(permit, row, stored, refusalOf(error))
  }
}

/** A record that work for many at once is to be done on. */
export interface WorkRow {
  readonly row: BatchRow
  readonly worked: StoredRecord
}

/** Has the work done on all of the records. They stay as they are: what is done is stored elsewhere. */
export async function doAll({ batch, queries, records }: Storing, planned: readonly WorkRow[]): Promise<BatchResult[]> {
  if (planned.length === 0) return []
  const { permit } = batch
  const work = async () =>
    batch.workAll?.(
      records,
      queries,
      planned.map(({ worked }) => worked),
    )
  const said = await atSavepoint(queries, 'all_rows', work)
  return planned.map(({ row, worked }) => {
    const about = said?.get(worked.id)
    if (about && isVerdict(about)) return refused(permit, row, worked, verdictOf(about))
    return written(row, batch.commit, {
      id: worked.id,
      title: titleIn(permit, worked.values),
      baseVersion: worked.version,
      madeVersion: worked.version,
      changes: {},
      ...(about && { issues: about.notes }),
    })
  })
}

/** Removes a record that nobody refers to; its history stays and ends with what it held. */
export async function remove(storing: Storing, row: BatchRow, stored: StoredRecord): Promise<BatchResult> {
  const { batch, hooks, queries } = storing
  const { permit } = batch
  try {
    await atSavepoint(queries, 'one_row', async () => {
      await hooks?.remove?.(queries, stored)
      await removeNoted(storing, stored)
    })
  } catch (error) {
    const refusal = refusalOf(error)
    return refused(permit, row, stored, refusal.issues?._?.[0]?.code === 'record.referenced' ? { ...refusal, outcome: 'kept' } : refusal)
  }
  return written(row, batch.commit, {
    id: stored.id,
    title: titleIn(permit, stored.values),
    baseVersion: stored.version,
    madeVersion: null,
    changes: Object.fromEntries(Object.entries(heldBy(storing, stored)).map(([name, value]) => [name, [value, null] as const])),
  })
}

/** Values of a record, as the history keeps them. */
function heldBy({ batch: { permit } }: Storing, { values }: StoredRecord) {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  return historyOf(permit.resource, filled, filled)
}

async function removeNoted(storing: Storing, stored: StoredRecord): Promise<void> {
  const { batch, queries, at } = storing
  const { resource, actor } = batch.permit
  const parameters = new Parameters()
  const where = `id = ${parameters.add(stored.id, 'uuid')} AND version = ${parameters.add(stored.version, 'integer')}`
  const values = [
    parameters.add(uuidv7(at), 'uuid'),
    parameters.add(resource.name, 'text'),
    'r.id',
    'r.version + 1',
    parameters.add(batch.action, 'text'),
    parameters.add(actor.id, 'uuid'),
    parameters.add(actor.name, 'text'),
    parameters.add(actor.role, 'text'),
    parameters.add(at.toISOString(), 'timestamptz'),
    'NULL::text',
    parameters.add(JSON.stringify(heldBy(storing, stored)), 'jsonb'),
    'NULL::jsonb',
    parameters.add(batch.jobId, 'uuid'),
  ]
  const removed = await queries.query(
    `WITH r AS (DELETE FROM ${tableNameOf(resource)} WHERE ${where} RETURNING id, version),
     noted AS (INSERT INTO change (${historyColumns}) SELECT ${values.join(', ')} FROM r) SELECT id FROM r`,
    parameters.values,
  )
  if (removed.length === 0) throw new AppError('record.stale')
}
