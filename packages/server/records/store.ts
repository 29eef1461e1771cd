/** Implements `records.ts` with the functions of this folder. */
import type { AnyResource } from '@matricola/schema/resource.ts'
import { accountResource } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Database, Queries } from '../database/database.ts'
import { invalidationsOf } from '../database/invalidations.ts'
import type { Permit } from '../policy/permit.ts'
import { invalidatingCallers } from '../session/caller-cache.ts'
import type { Values } from '../sql/storage.ts'
import { getAsOf, readPageAsOf } from './as-of/as-of.ts'
import { runBatch } from './batch/batch.ts'
import {
  assertServerActions,
  assertServerValues,
  type RecordsContext,
  type ResourceCode,
} from './hooks.ts'
import { createAccessLogger } from './reading/access-logger.ts'
import { readFacets } from './reading/facets.ts'
import { getRecord, getStoredRecord } from './reading/get-record.ts'
import { readHistory, visibleChanges } from './reading/history.ts'
import { readNeighbours } from './reading/neighbours.ts'
import {
  countEach,
  countRecords,
  groupByUser,
  readFirstPage,
  readPage,
  readQuickPage,
} from './reading/page.ts'
import type { CheckedQuery } from './reading/parse-list-query.ts'
import { sourceForRead } from './reading/replica-source.ts'
import { findSelectedDetail } from './reading/selected-detail.ts'
import { withSlowFilterError } from './reading/slow-filter.ts'
import { titles } from './reading/titles.ts'
import { Totals } from './reading/totals.ts'
import type { ActionCall, Lists, Records, TransactionStore } from './records.ts'
import type { RecordSource } from './source.ts'
import { splitChildRows, storeWithChildRows } from './writing/child-rows.ts'
import { restoredValues } from './writing/restore.ts'
import {
  changeRecord,
  insertRecord,
  performAction,
  updateRecord,
  worksInTransaction,
} from './writing/single.ts'

export type { Lists, Records } from './records.ts'

const instances = new WeakMap<Database, Records>()

/**
 * Returns the records of a database, one instance per database so that all writers share its cached
 * totals.
 */
export function recordsOf(context: RecordsContext): Records {
  const existing = instances.get(context.database)
  if (existing) return existing
  const { database, keys, clock } = context
  const records = createRecords(context, {
    database,
    keys,
    clock,
    totals: new Totals(clock, invalidationsOf(database)),
  })
  instances.set(context.database, records)
  return records
}

/** `queriesInTransaction`: the open transaction, which is also the source's database. */
function createRecords(
  context: RecordsContext,
  source: RecordSource,
  queriesInTransaction?: Queries,
): Records {
  const { totals } = source
  const accessLogger = createAccessLogger(context, queriesInTransaction)
  const codeByResource = context.hooks(context, (queries) => openStore(context, queries).records)
  // Checked once at startup; transactions use the same code.
  if (!queriesInTransaction) {
    assertServerActions(context.registry.resources, codeByResource)
    assertServerValues(context.registry.resources, codeByResource)
  }
  const hooksFor = ({ name }: AnyResource): ResourceCode | undefined => codeByResource[name]
  /** Runs `work` in the open transaction, or in a new one. */
  const inTransaction = <T>(work: (store: TransactionStore) => Promise<T>): Promise<T> =>
    queriesInTransaction
      ? work({ source, records: instance, queries: queriesInTransaction })
      : runInTransaction(context, totals, work)
  const invalidatingIfUser = <T>({ name }: AnyResource, work: () => Promise<T>) =>
    name === accountResource ? invalidatingCallers(context.database, work) : work()
  function runAction(permit: Permit, call: ActionCall): Promise<WireRecord> {
    const hooks = hooksFor(permit.resource)
    if (!worksInTransaction(hooks, call.action)) return performAction(source, permit, call, hooks)
    return inTransaction(({ source: inner, records, queries }) =>
      performAction(inner, permit, call, records.hooksFor(permit.resource), {
        records,
        queries,
        permit,
        jobId: inner.jobId ?? null,
      }),
    )
  }
  const explainSlowFilters = <T>(permit: Permit, query: CheckedQuery, work: () => Promise<T>) =>
    withSlowFilterError(permit.resource, query, work)
  const listsOf = (sourceFor: (permit: Permit) => RecordSource): Lists => ({
    async page(permit, query) {
      const answer = await explainSlowFilters(permit, query, () =>
        readPage(sourceFor(permit), permit, query),
      )
      await accessLogger.logList(permit, answer.list)
      return answer
    },
    async quickPage(permit, query) {
      const answer = await explainSlowFilters(permit, query, () =>
        readQuickPage(sourceFor(permit), permit, query),
      )
      await accessLogger.logList(permit, answer.list)
      return answer
    },
    async firstPage(permit, query) {
      const found = await explainSlowFilters(permit, query, () =>
        readFirstPage(sourceFor(permit), permit, query),
      )
      await accessLogger.logList(permit, found)
      return found
    },
    facets: (permit, query, asOf) =>
      explainSlowFilters(permit, query, () => readFacets(sourceFor(permit), permit, query, asOf)),
    neighbours: (permit, id, query) =>
      explainSlowFilters(permit, query, () => readNeighbours(sourceFor(permit), permit, id, query)),
    async pageAsOf(permit, query, asOf) {
      const answer = await explainSlowFilters(permit, query, () =>
        readPageAsOf(sourceFor(permit), permit, query, asOf),
      )
      await accessLogger.logList(permit, answer.list)
      return answer
    },
  })
  const instance: Records = {
    ...listsOf(() => source),
    listsAfter: (after) => listsOf((permit) => sourceForRead(source, permit, after)),
    count: (permit, query) =>
      explainSlowFilters(permit, query, () => countRecords(source, permit, query)),
    countEach: (permit, common, queries) => countEach(source, permit, common, queries),
    groupByUser: (permit, query, field) => groupByUser(source, permit, query, field),
    get: (permit, id) => getRecord(source, permit, id),
    async open(permit, id) {
      const record = await getRecord(source, permit, id, hooksFor(permit.resource)?.selectedDetail)
      // Logged before the response is sent. Logging and reading the rest of the page run in
      // parallel.
      const [opened] = await Promise.all([
        instance.withDetail(permit, record),
        accessLogger.logOpened(permit, id),
      ])
      return opened
    },
    async withDetail(permit, record) {
      return {
        ...record,
        ...(findSelectedDetail(record) ??
          (await hooksFor(permit.resource)?.detail?.(permit, record))),
      }
    },
    getStored: (permit, id) => getStoredRecord(source, permit, id),
    async insert(permit, body, serverValues) {
      const withRows = splitChildRows(permit.resource, body)
      if (!withRows)
        return insertRecord(
          source,
          permit,
          { body, serverValues: serverValues },
          hooksFor(permit.resource),
        )
      return inTransaction((store) => {
        const write = (values: Values) => store.records.insert(permit, values, serverValues)
        return storeWithChildRows(store, permit, withRows, { action: 'create', write })
      })
    },
    async update(permit, body, ifMatch, action = 'update') {
      const withRows = splitChildRows(permit.resource, body)
      if (!withRows)
        return invalidatingIfUser(permit.resource, () =>
          updateRecord(source, permit, { body, ifMatch, action }, hooksFor(permit.resource)),
        )
      return inTransaction((store) => {
        const write = (values: Values) => store.records.update(permit, values, ifMatch, action)
        return storeWithChildRows(store, permit, withRows, { action, write })
      })
    },
    restore: async (permit, call) =>
      instance.update(permit, await restoredValues(source, permit, call), undefined, 'restore'),
    act: (permit, call) => invalidatingIfUser(permit.resource, () => runAction(permit, call)),
    applyInternalChange: (permit, change) =>
      invalidatingIfUser(permit.resource, () =>
        changeRecord(source, permit, change, hooksFor(permit.resource)),
      ),
    batch: (batch) =>
      inTransaction((store) => {
        const { source: inner, queries } = store
        const isOfJob = batch.jobId === (inner.jobId ?? null)
        return runBatch(
          isOfJob ? store : openStore(context, queries, inner.totals, batch.jobId),
          batch,
          context.log,
        )
      }),
    inTransaction: (work, options) =>
      runInTransaction(context, totals, ({ records, queries }) => work(records, queries), options),
    async history(permit, id, page) {
      const answer = await readHistory(source, permit, id, page)
      if (id !== null) await accessLogger.logOpened(permit, id)
      return answer
    },
    async getAsOf(permit, id, asOf) {
      const record = await getAsOf(source, permit, id, asOf)
      await accessLogger.logOpened(permit, id)
      return record
    },
    titles: (permit, ids, word) => titles(source, permit, { ids, word }),
    visibleChanges: (permit, changes) => visibleChanges(source, permit, changes),
    invalidateTotals: (resource) => totals.invalidate(resource),
    hooksFor,
    accessLogger: accessLogger,
  }
  return instance
}

/**
 * The records as the open transaction of a write sees them, for other writes that belong to that
 * write, such as the charge for a granted request. Totals of the resources it writes stay cached as
 * long as after a write by another process. `jobId`: the job that makes the writes.
 */
function openStore(
  outer: RecordsContext,
  queries: Queries,
  totals = new Totals(outer.clock),
  jobId: string | null = null,
): TransactionStore {
  const { engine, vitals, close, invalidations } = outer.database
  const database: Database = {
    engine,
    vitals,
    close,
    ...(invalidations && { invalidations }),
    query: (text, values) => queries.query(text, values),
    transaction: (work) => work(queries),
  }
  const { keys, clock } = outer
  const source = { database, keys, clock, totals, jobId }
  return { source, records: createRecords({ ...outer, database }, source, queries), queries }
}

/**
 * Runs `work` with records whose database is the open transaction. Cached totals are cleared once
 * other transactions can see the writes.
 */
async function runInTransaction<T>(
  context: RecordsContext,
  totals: Totals,
  work: (store: TransactionStore) => Promise<T>,
  { isOneOfMany = false }: { readonly isOneOfMany?: boolean } = {},
): Promise<T> {
  const inner = new Totals(context.clock)
  try {
    return await context.database.transaction((queries) => work(openStore(context, queries, inner)))
  } finally {
    totals.invalidateWritesOf(inner, isOneOfMany)
    if (inner.writtenResources().includes(accountResource))
      await invalidatingCallers(context.database, async () => undefined)
  }
}
