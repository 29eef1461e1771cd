/** Rows of a batch that are stored one by one, each at a savepoint of its own. */
import { AppError } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { atSavepoint } from '#server/engine/database/savepoint.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import { alsoPermitted, seeingAll } from '#server/engine/policy/permit.ts'
import { Parameters } from '../sql/parameters.ts'
import { afterOne } from './after.ts'
import { assertValid } from './assert-valid.ts'
import type { Judging, PlannedChange } from './batch-plan.ts'
import { changesOf, refusalOf, refused, titleIn, written } from './batch-results.ts'
import { type BatchResult, type BatchRow, isVerdict } from './batch-types.ts'
import { findAllStored, type StoredRecord } from './find.ts'
import { completed, type PlannedInsert, planInsert, storeInsert } from './insert.ts'
import type { Source } from './source.ts'
import type { Records } from './store.ts'
import { differing } from './update.ts'
import { historyColumns, historyOf, write } from './write.ts'

/** Where rows are stored: inside a transaction, whose queries are also the source's database. */
export interface Storing extends Judging {
  readonly source: Source
  readonly queries: Queries
  readonly records: Records
}

/** Stores one change with all that belongs to it. */
export async function storeChange(storing: Storing, planned: PlannedChange): Promise<BatchResult> {
  const { batch, hooks, source, queries, at } = storing
  const { row, stored, set, record, event } = planned
  const { permit, action } = batch
  const statement = { permit, action, id: stored.id, from: stored.version, changed: set, before: stored.values, record, reason: null, at }
  try {
    await assertValid(hooks, event)
    const notes = await atSavepoint(queries, 'one_row', async () => {
      if (!(await write(source, queries, statement))) throw new AppError('record.stale')
      return await afterOne(hooks, queries, event, source.totals)
    })
    return { ...changeDone(storing, planned), issues: notes }
  } catch (error) {
    return refused(permit, row, stored, refusalOf(error))
  }
}

/** The answer for a change that was stored. */
export const changeDone = ({ batch: { permit, commit } }: Storing, { row, stored, set, record }: PlannedChange): BatchResult =>
  written(row, commit, {
    id: stored.id,
    title: titleIn(permit, record),
    baseVersion: stored.version,
    madeVersion: stored.version + 1,
    changes: changesOf(permit, set, stored.values),
  })

/** A new record that passed every check but those of the database. */
export interface PlannedNew {
  readonly row: BatchRow
  readonly insert: PlannedInsert
}
export const isPlannedNew = (value: object): value is PlannedNew => 'insert' in value

/** A new record by the rules of creating one, or the answer where it cannot be made. */
export async function planNew({ batch, hooks, source }: Storing, row: BatchRow): Promise<PlannedNew | BatchResult> {
  const permit = alsoPermitted(batch.permit, batch.permit.resource, 'create')
  try {
    if (!permit) throw new AppError('access.denied')
    const wanted = row.wanted(null)
    if (isVerdict(wanted)) return refused(permit, row, null, { outcome: wanted.verdict, ...(wanted.issues && { issues: wanted.issues }) })
    return { row, insert: await planInsert(source, permit, { body: { ...wanted, ...batch.extras }, own: row.own }, hooks) }
  } catch (error) {
    return refused(batch.permit, row, null, refusalOf(error))
  }
}

/** New records with what the hooks add to them. */
export async function completedNews({ source, hooks }: Storing, news: readonly PlannedNew[]): Promise<PlannedNew[]> {
  const inserts = await completed(
    source,
    hooks,
    news.map(({ insert }) => insert),
  )
  return news.map(({ row, insert }, at) => ({ row, insert: inserts[at] ?? insert }))
}

/** Stores a new record with all that belongs to it. */
export async function storeNew(storing: Storing, planned: PlannedNew): Promise<BatchResult> {
  const { batch, hooks, source, queries } = storing
  try {
    await assertValid(hooks, planned.insert.event)
    await atSavepoint(queries, 'one_row', () => storeInsert(source, queries, planned.insert, hooks))
  } catch (error) {
    return refused(batch.permit, planned.row, null, refusalOf(error))
  }
  return newDone(storing, planned)
}

/** The answer for a new record that was stored. */
export function newDone({ batch: { permit, commit } }: Storing, { row, insert: { event } }: PlannedNew): BatchResult {
  const { id, changed, record } = event
  return written(row, commit, {
    id,
    title: titleIn(permit, record),
    baseVersion: null,
    madeVersion: 1,
    changes: changesOf(permit, changed, null),
  })
}

/** Has work of its own done on a record; what changed is found by looking again. */
export async function doWork(storing: Storing, row: BatchRow, stored: StoredRecord): Promise<BatchResult> {
  const { batch, source, queries, records } = storing
  const { permit } = batch
  try {
    const wanted = row.wanted(stored)
    if (isVerdict(wanted)) return refused(permit, row, stored, { outcome: wanted.verdict, ...(wanted.issues && { issues: wanted.issues }) })
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
export interface PlannedWork {
  readonly row: BatchRow
  readonly worked: StoredRecord
}
export const isPlannedWork = (value: object): value is PlannedWork => 'worked' in value

/** Has the work done on all of the records. They stay as they are: what is done is stored elsewhere. */
export async function doAll({ batch, queries, records }: Storing, planned: readonly PlannedWork[]): Promise<BatchResult[]> {
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
    if (about && isVerdict(about))
      return refused(permit, row, worked, { outcome: about.verdict, ...(about.issues && { issues: about.issues }) })
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
  const wanted = row.wanted(stored)
  if (isVerdict(wanted)) return refused(permit, row, stored, { outcome: wanted.verdict, ...(wanted.issues && { issues: wanted.issues }) })
  try {
    await atSavepoint(queries, 'one_row', async () => {
      await hooks?.beforeRemove?.(queries, stored)
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
