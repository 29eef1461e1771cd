/**
 * Writes many records of one resource in one transaction. Each row follows the same rules as an
 * individual write.
 */

import { registryOf } from '@matricola/schema/registry.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Logger } from 'pino'
import { rollBackAfter } from '../../database/savepoint.ts'
import { derivePermit, deriveReadPermit, type Permit } from '../../policy/permit.ts'
import { createYielder } from '../../task-queue.ts'
import { findStoredRecords, type StoredRecord } from '../reading/get-record.ts'
import type { TransactionStore } from '../records.ts'
import { mustStoreAlone } from '../writing/plan.ts'
import { assertUpdatable, draftCreate, draftUpdate } from '../writing/prepare.ts'
import { outcomeOfError, outcomeOfRefusal, rejectedResult } from './results.ts'
import { type DraftRow, storeAll } from './store-rows.ts'
import {
  type Batch,
  type BatchContext,
  type BatchResult,
  type BatchRow,
  isRowRefusal,
} from './types.ts'
import { removeRows, runAllWork, runRowWork, type WorkRow } from './work.ts'

/**
 * Stores the rows in the open transaction; without `commit` it is a dry run. A rejected row does
 * not stop the others. Throws errors that do not concern an individual row, such as an unreachable
 * database or a bug.
 */
export async function runBatch(
  { source, records, queries }: TransactionStore,
  batch: Batch,
  log: Logger,
): Promise<BatchResult[]> {
  const hooks = records.hooksFor(batch.permit.resource)
  let isLogged = false
  const logFailure = (error: AppError) => {
    if (!isLogged)
      log.error(
        { job: batch.jobId, resource: batch.permit.resource.name, err: error },
        'writing a row failed',
      )
    isLogged = true
  }
  const registry = registryOf(batch.permit.resource)
  const context: BatchContext = {
    registry,
    batch: batch,
    hooks,
    source,
    queries,
    records,
    at: source.clock.now(),
    logFailure,
  }
  const results = new Map<number, BatchResult>()
  const work = async () => {
    for (const rows of splitIntoPasses(batch.rows))
      for (const result of await storeRows(context, rows)) results.set(result.position, result)
  }
  // Errors that reach this line belong to no row, so the whole transaction is rolled back.
  await (batch.commit ? work() : rollBackAfter(queries, 'batch', work))
  if (batch.commit) source.totals.invalidate(batch.permit.resource.name)
  return batch.rows.flatMap(({ position }) => results.get(position) ?? [])
}

/** The permit to create, which is the batch's own if it only creates. */
const createPermitOf = (permit: Permit) =>
  permit.grant === 'create' ? permit : derivePermit(permit, permit.resource, 'create')

/**
 * Splits the rows into groups in which no record occurs twice: a later row must see the result of
 * an earlier one.
 */
function splitIntoPasses(rows: readonly BatchRow[]): BatchRow[][] {
  const groups: BatchRow[][] = []
  const turns = new Map<string, number>()
  for (const row of rows) {
    const turn = row.id === null ? 0 : (turns.get(row.id) ?? -1) + 1
    if (row.id !== null) turns.set(row.id, turn)
    groups[turn] ??= []
    groups[turn].push(row)
  }
  return groups
}

async function storeRows(context: BatchContext, rows: readonly BatchRow[]): Promise<BatchResult[]> {
  const { batch, source } = context
  const ids = rows.flatMap(({ id }) => id ?? [])
  const found =
    ids.length === 0
      ? new Map<string, StoredRecord>()
      : await findStoredRecords(source, deriveReadPermit(batch.permit), {
          ids,
          isLocked: batch.commit,
        })
  await batch.prepare?.([...found.values()])
  const results: BatchResult[] = []
  const drafts: DraftRow[] = []
  const workRows: WorkRow[] = []
  const removals: WorkRow[] = []
  const yieldIfDue = createYielder()
  for (const row of rows) {
    await yieldIfDue()
    const one = await prepareRow(context, row, row.id === null ? null : found.get(row.id))
    if ('outcome' in one) results.push(one)
    else if ('record' in one) (row.removes ? removals : workRows).push(one)
    else if (!mustStoreAlone(context.hooks, one.draft)) drafts.push(one)
    else
      results.push(
        ...(await removeRows(context, removals.splice(0))),
        ...(await storeAll(context, [one])),
      )
  }
  results.push(
    ...(await removeRows(context, removals)),
    ...(await storeAll(context, drafts)),
    ...(await runAllWork(context, workRows)),
  )
  return results
}

/**
 * Returns the write for a row, or its result if nothing has to be written. `storeRows` is null for
 * a new record.
 */
async function prepareRow(
  context: BatchContext,
  row: BatchRow,
  stored: StoredRecord | null | undefined,
): Promise<DraftRow | WorkRow | BatchResult> {
  const { batch, hooks } = context
  const { permit, action, input = {} } = batch
  try {
    if (stored !== null) assertUpdatable(permit, stored)
    if (stored && row.version !== null && row.version !== stored.version)
      throw new AppError('record.stale')
    const creating = stored ? null : createPermitOf(permit)
    if (!stored && !creating) throw new AppError('access.denied')
    const newValues = row.valuesFor(stored ?? null)
    if (isRowRefusal(newValues))
      return rejectedResult(row, stored ?? null, outcomeOfRefusal(newValues))
    if (stored && batch.work && !row.removes) return runRowWork(context, row, stored)
    if (stored && (batch.workAll || row.removes)) return { row, record: stored }
    if (creating)
      return {
        row,
        draft: draftCreate(
          creating,
          { body: { ...newValues, ...input }, serverValues: row.serverValues },
          hooks,
        ),
      }
    // Undo and actions have their own names.
    const isUserInput = action === 'update' && permit.actor.role !== null
    const draft = stored && draftUpdate(permit, stored, { newValues, action, input, isUserInput })
    return draft ? { row, draft } : rejectedResult(row, stored ?? null, { outcome: 'same' })
  } catch (error) {
    return rejectedResult(row, stored ?? null, outcomeOfError(context, error))
  }
}
