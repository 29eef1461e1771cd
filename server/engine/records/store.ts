/** Implements `records.ts` with the functions of this folder. */
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { allResources } from '#resources/index.ts'
import { users } from '#resources/users.ts'
import type { Database, Queries } from '#server/engine/database/database.ts'
import { invalidationsOf } from '#server/engine/database/invalidations.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { invalidatingCallers } from '#server/engine/session/caller-cache.ts'
import type { Values } from '../sql/storage.ts'
import { getAsOf, readPageAsOf } from './as-of/as-of.ts'
import { runBatch } from './batch/batch.ts'
import { type Batch, type BatchResult, isRowRefusal } from './batch/types.ts'
import { assertServerActions, assertServerValues, type RecordsContext, type ResourceCode } from './hooks.ts'
import { createAccessLogger } from './reading/access-logger.ts'
import { readFacets } from './reading/facets.ts'
import { getRecord, getStoredRecord, type StoredRecord } from './reading/get-record.ts'
import { readHistory, visibleChanges } from './reading/history.ts'
import type { CheckedQuery } from './reading/list-query.ts'
import { readNeighbours } from './reading/neighbours.ts'
import { countRecords, readFirstPage, readPage, readQuickPage } from './reading/page.ts'
import { sourceForRead } from './reading/replica-source.ts'
import { findSelectedDetail } from './reading/selected-detail.ts'
import { withSlowFilterError } from './reading/slow-filter.ts'
import { titles } from './reading/titles.ts'
import { Totals } from './reading/totals.ts'
import type { ActionCall, Lists, Records } from './records.ts'
import type { RecordSource } from './source.ts'
import { parseAction } from './writing/action.ts'
import { splitChildRows, storeWithChildRows } from './writing/child-rows.ts'
import { restoredValues } from './writing/restore.ts'
import { applyInternalChange, errorOfRefusal, insertRecord, performAction, performActionWork, updateRecord } from './writing/single.ts'

export type { Lists, Records } from './records.ts'

const made = new WeakMap<Database, Records>()

/** Returns the records of a database, one instance per database so that all writers share its cached totals. */
export function recordsOf(context: RecordsContext): Records {
  const known = made.get(context.database)
  if (known) return known
  const records = createRecords(context, new Totals(context.clock, invalidationsOf(context.database)))
  made.set(context.database, records)
  return records
}

/** `inside`: the open transaction, which is also the context's database. `jobId`: the job that makes the writes. */
function createRecords(context: RecordsContext, totals: Totals, inside?: Queries, jobId: string | null = null): Records {
  const source: RecordSource = { database: context.database, keys: context.keys, clock: context.clock, totals, jobId }
  const reads = createAccessLogger(context, inside)
  const codeByResource = context.hooks(context, (queries) => createTransactionRecords(context, queries))
  // Once at startup; a transaction uses the same code.
  if (!inside) {
    assertServerActions(allResources, codeByResource)
    assertServerValues(allResources, codeByResource)
  }
  const hooksFor = ({ name }: AnyResource): ResourceCode | undefined => codeByResource[name]
  const outside: StoreContext = { context, totals }
  const changing = <T>({ name }: AnyResource, work: () => Promise<T>) =>
    name === users.name ? invalidatingCallers(context.database, work) : work()
  /** An action with `work` of its own opens a transaction; any other action is stored like an update. */
  function acted(permit: Permit, call: ActionCall): Promise<WireRecord> {
    const hooks = hooksFor(permit.resource)
    const server = hooks?.actions?.[call.action]
    if (!server || 'patches' in server) return performAction(source, permit, call, hooks)
    if (!inside) return runInTransaction(outside, (records) => records.act(permit, call))
    const asked = parseAction(permit, hooks, { name: call.action, body: call.body })
    const within = { records: mine, queries: inside, permit, jobId }
    const work = async (record: StoredRecord) => {
      if ('work' in server) return server.work(within, record, asked)
      const said = (await server.workAll(within, [record], asked)).get(record.id)
      if (said && isRowRefusal(said) && said.verdict !== 'same') throw errorOfRefusal(said)
    }
    return performActionWork(source, permit, call, { asked, work })
  }
  function batched(asked: Batch): Promise<BatchResult[]> {
    if (!inside) return runInTransaction(outside, (records) => records.batch(asked))
    if (asked.jobId !== jobId) return createRecords(context, totals, inside, asked.jobId).batch(asked)
    return runBatch(source, asked, { queries: inside, records: mine, hooks: hooksFor(asked.permit.resource), log: context.log })
  }
  const slow = <T>(permit: Permit, query: CheckedQuery, work: () => Promise<T>) => withSlowFilterError(permit.resource, query, work)
  const listsOf = (from: (permit: Permit) => RecordSource): Lists => ({
    async page(permit, query) {
      const answer = await slow(permit, query, () => readPage(from(permit), permit, query))
      await reads.logList(permit, answer.list)
      return answer
    },
    async quickPage(permit, query) {
      const answer = await slow(permit, query, () => readQuickPage(from(permit), permit, query))
      await reads.logList(permit, answer.list)
      return answer
    },
    async firstPage(permit, query) {
      const found = await slow(permit, query, () => readFirstPage(from(permit), permit, query))
      await reads.logList(permit, found)
      return found
    },
    facets: (permit, query, asOf) => slow(permit, query, () => readFacets(from(permit), permit, query, asOf)),
    neighbours: (permit, id, query) => slow(permit, query, () => readNeighbours(from(permit), permit, id, query)),
    async pageAsOf(permit, query, asOf) {
      const answer = await slow(permit, query, () => readPageAsOf(from(permit), permit, query, asOf))
      await reads.logList(permit, answer.list)
      return answer
    },
  })
  const mine: Records = {
    ...listsOf(() => source),
    listsAfter: (after) => listsOf((permit) => sourceForRead(source, permit, after)),
    count: (permit, query) => slow(permit, query, () => countRecords(source, permit, query)),
    get: (permit, id) => getRecord(source, permit, id),
    async open(permit, id) {
      const record = await getRecord(source, permit, id, hooksFor(permit.resource)?.selectedDetail)
      // Logged before the answer is sent. Logging and reading the rest of the page run in parallel.
      const [whole] = await Promise.all([mine.withDetail(permit, record), reads.logOpened(permit, id)])
      return whole
    },
    async withDetail(permit, record) {
      return { ...record, ...(findSelectedDetail(record) ?? (await hooksFor(permit.resource)?.detail?.(permit, record))) }
    },
    getStored: (permit, id) => getStoredRecord(source, permit, id),
    async insert(permit, body, own) {
      const whole = splitChildRows(permit.resource, body)
      if (!whole) return insertRecord(source, permit, { body, serverValues: own }, hooksFor(permit.resource))
      if (!inside) return runInTransaction(outside, (records) => records.insert(permit, body, own))
      const write = (alone: Values) => mine.insert(permit, alone, own)
      return storeWithChildRows({ source, records: mine, queries: inside }, permit, whole, { action: 'create', write })
    },
    async update(permit, body, ifMatch, action = 'update') {
      const whole = splitChildRows(permit.resource, body)
      if (!whole) return changing(permit.resource, () => updateRecord(source, permit, { body, ifMatch, action }, hooksFor(permit.resource)))
      if (!inside) return runInTransaction(outside, (records) => records.update(permit, body, ifMatch, action))
      const write = (alone: Values) => mine.update(permit, alone, ifMatch, action)
      return storeWithChildRows({ source, records: mine, queries: inside }, permit, whole, { action, write })
    },
    restore: async (permit, call) => mine.update(permit, await restoredValues(source, permit, call), undefined, 'restore'),
    act: (permit, call) => changing(permit.resource, () => acted(permit, call)),
    applyInternalChange: (permit, own) =>
      changing(permit.resource, () => applyInternalChange(source, permit, own, hooksFor(permit.resource))),
    batch: (asked) => batched(asked),
    inTransaction: (work, options) => runInTransaction(outside, work, options),
    async history(permit, id, at) {
      const answer = await readHistory(source, permit, id, at)
      if (id !== null) await reads.logOpened(permit, id)
      return answer
    },
    async getAsOf(permit, id, asOf) {
      const record = await getAsOf(source, permit, id, asOf)
      await reads.logOpened(permit, id)
      return record
    },
    titles: (permit, ids, word) => titles(source, permit, { ids, word }),
    visibleChanges: (permit, changes) => visibleChanges(source, permit, changes),
    invalidateTotals: (resource) => totals.invalidate(resource),
    hooksFor,
    accessLogger: reads,
  }
  return mine
}

/**
 * The records as the open transaction of a write sees them, for what belongs to that write, such as the charge for a granted request.
 * Totals of resources it writes are cached as long as after a write by another process.
 */
function createTransactionRecords(context: RecordsContext, queries: Queries, totals: Totals = new Totals(context.clock)): Records {
  const { engine, vitals, close, invalidations } = context.database
  const database: Database = {
    engine,
    vitals,
    close,
    ...(invalidations && { invalidations }),
    query: (text, values) => queries.query(text, values),
    transaction: (more) => more(queries),
  }
  return createRecords({ ...context, database }, totals, queries)
}

/** The environment that a transaction is opened in. */
interface StoreContext {
  readonly context: RecordsContext
  readonly totals: Totals
}

/**
 * Runs `work` with records whose database is the open transaction. Cached totals are cleared once other transactions can see the
 * writes.
 */
async function runInTransaction<T>(
  { context, totals }: StoreContext,
  work: (records: Records, queries: Queries) => Promise<T>,
  { isOneOfMany = false }: { readonly isOneOfMany?: boolean } = {},
): Promise<T> {
  const inner = new Totals(context.clock)
  try {
    return await context.database.transaction((queries) => work(createTransactionRecords(context, queries, inner), queries))
  } finally {
    totals.invalidateWritesOf(inner, isOneOfMany)
    if (inner.writtenResources().includes(users.name)) await invalidatingCallers(context.database, async () => undefined)
  }
}
