/** Many writes of one resource in one transaction, each judged and stored by the rules of a single one. */
import type { Queries } from '#server/engine/database/database.ts'
import { onlyTried } from '#server/engine/database/savepoint.ts'
import { breather } from '#server/engine/turns.ts'
import { storePlanned } from './batch-many.ts'
import { admitted, isAdmitted, isPlanned, type PlannedChange, planChange } from './batch-plan.ts'
import { refused } from './batch-results.ts'
import {
  completedNews,
  doAll,
  doWork,
  isPlannedNew,
  isPlannedWork,
  type PlannedNew,
  type PlannedWork,
  planNew,
  remove,
  type Storing,
  storeChange,
  storeNew,
} from './batch-single.ts'
import { type Batch, type BatchResult, type BatchRow, isVerdict } from './batch-types.ts'
import { findAllStored, type StoredRecord } from './find.ts'
import { type Hooks, isConcerned, type PlannedWrite } from './hooks.ts'
import type { Source } from './source.ts'
import type { Records } from './store.ts'
import { readPermit } from './update.ts'

/** The transaction under way, and what writes in it under the batch's job. */
interface Within {
  readonly queries: Queries
  readonly records: Records
  readonly hooks: Hooks | undefined
}

/**
 * Tries or stores the rows inside the transaction of `queries`, which must also be the source's database. A refused row
 * stops no other. Throws what concerns none of them alone: a database that is away, a mistake of ours.
 */
export async function batch(source: Source, asked: Batch, { queries, records, hooks }: Within): Promise<BatchResult[]> {
  const storing: Storing = { batch: asked, hooks, source, queries, records, at: source.clock.now() }
  const results = new Map<number, BatchResult>()
  const work = async () => {
    for (const rows of passes(asked.rows)) for (const result of await stored(storing, rows)) results.set(result.position, result)
  }
  // Errors thrown here are not the row's own, so that the whole transaction goes.
  await (asked.commit ? work() : onlyTried(queries, 'batch', work))
  if (asked.commit) source.totals.forget(asked.permit.resource.name)
  return asked.rows.flatMap(({ position }) => results.get(position) ?? [])
}

/** The rows in groups that name no record twice: a later row finds what an earlier one made of it. */
function passes(rows: readonly BatchRow[]): BatchRow[][] {
  const groups: BatchRow[][] = []
  const seen = new Map<string, number>()
  for (const row of rows) {
    const turn = row.id === null ? 0 : (seen.get(row.id) ?? -1) + 1
    if (row.id !== null) seen.set(row.id, turn)
    groups[turn] ??= []
    groups[turn].push(row)
  }
  return groups
}

async function stored(storing: Storing, rows: readonly BatchRow[]): Promise<BatchResult[]> {
  const { batch: asked, source } = storing
  const ids = rows.flatMap(({ id }) => id ?? [])
  const found =
    ids.length === 0
      ? new Map<string, StoredRecord>()
      : await findAllStored(source, readPermit(asked.permit), { ids, isHeld: asked.commit })
  await asked.prepare?.([...found.values()])
  const results: BatchResult[] = []
  const [changes, news, works]: [PlannedChange[], PlannedNew[], PlannedWork[]] = [[], [], []]
  const breathe = breather()
  for (const row of rows) {
    await breathe()
    const one = await judged(storing, row, found)
    if (isPlannedNew(one)) news.push(one)
    else if (isPlannedWork(one)) works.push(one)
    else if (isPlanned(one)) changes.push(one)
    else results.push(one)
  }
  results.push(...(await storePlanned(storing, { changes, news })), ...(await doAll(storing, works)))
  return results
}

/** A row that can be stored along with others, or the answer of one that is done, or is not to be. */
async function judged(
  storing: Storing,
  row: BatchRow,
  found: ReadonlyMap<string, StoredRecord>,
): Promise<PlannedChange | PlannedNew | PlannedWork | BatchResult> {
  const concerns = (write: PlannedWrite) => storing.hooks !== undefined && isConcerned(storing.hooks, write)
  if (row.id === null) {
    const planned = await planNew(storing, row)
    if (!isPlannedNew(planned) || !concerns(planned.insert.event)) return planned
    const [whole = planned] = await completedNews(storing, [planned])
    return storeNew(storing, whole)
  }
  const known = admitted(storing.batch, row, found.get(row.id))
  if (!isAdmitted(known)) return known
  if (row.removes) return remove(storing, row, known)
  if (storing.batch.work) return doWork(storing, row, known)
  if (storing.batch.workAll) {
    const wanted = row.wanted(known)
    if (!isVerdict(wanted)) return { row, worked: known }
    return refused(storing.batch.permit, row, known, { outcome: wanted.verdict, ...(wanted.issues && { issues: wanted.issues }) })
  }
  const planned = await planChange(storing, row, known)
  return isPlanned(planned) && concerns(planned.event) ? storeChange(storing, planned) : planned
}
