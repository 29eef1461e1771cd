/** Implements `records.ts` with the functions of this folder. */
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { allResources } from '#resources/index.ts'
import { users } from '#resources/users.ts'
import type { Database, Queries } from '#server/engine/database/database.ts'
import { newsOf } from '#server/engine/database/news.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { forgettingCallers } from '#server/engine/session/known-callers.ts'
import type { Values } from '../sql/storage.ts'
import { findAsOf, pageAsOf } from './as-of/as-of.ts'
import { batch } from './batch/batch.ts'
import { type Batch, type BatchResult, isRowRefusal } from './batch/types.ts'
import { checkServerActions, checkServerValues, type RecordsContext, type ResourceCode } from './hooks.ts'
import { agedSource } from './reading/aged-source.ts'
import { facets } from './reading/facets.ts'
import { find, findStored, type StoredRecord } from './reading/find.ts'
import { history, readChanges } from './reading/history.ts'
import type { CheckedQuery } from './reading/list-query.ts'
import { neighbours } from './reading/neighbours.ts'
import { notingReads } from './reading/noted-reads.ts'
import { count, first, page, rowsFirst } from './reading/page.ts'
import { partsBeside } from './reading/page-parts.ts'
import { namingSlowFilters } from './reading/slow-filter.ts'
import { titles } from './reading/titles.ts'
import { Totals } from './reading/totals.ts'
import type { ActionCall, Lists, Records } from './records.ts'
import type { Source } from './source.ts'
import { askedAction } from './writing/action.ts'
import { restored } from './writing/restore.ts'
import { rowsIn, storeWithRows } from './writing/rows.ts'
import { act, actByWork, change, failureOf, insert, update } from './writing/single.ts'

export type { Lists, Records } from './records.ts'

const made = new WeakMap<Database, Records>()

/** Returns the records of a database, one instance per database so that all writers share its cached totals. */
export function recordsOf(context: RecordsContext): Records {
  const known = made.get(context.database)
  if (known) return known
  const records = recordsWith(context, new Totals(context.clock, newsOf(context.database)))
  made.set(context.database, records)
  return records
}

/** `inside`: the open transaction, which is also the context's database. `jobId`: the job that makes the writes. */
function recordsWith(context: RecordsContext, totals: Totals, inside?: Queries, jobId: string | null = null): Records {
  const source: Source = { database: context.database, keys: context.keys, clock: context.clock, totals, jobId }
  const reads = notingReads(context, inside)
  const codeByResource = context.hooks(context, (queries) => recordsWithin(context, queries))
  // Once at startup; a transaction uses the same code.
  if (!inside) {
    checkServerActions(allResources, codeByResource)
    checkServerValues(allResources, codeByResource)
  }
  const hooksFor = ({ name }: AnyResource): ResourceCode | undefined => codeByResource[name]
  const outside: Outside = { context, totals }
  const changing = <T>({ name }: AnyResource, work: () => Promise<T>) =>
    name === users.name ? forgettingCallers(context.database, work) : work()
  /** An action with `work` of its own opens a transaction; any other action is stored like an update. */
  function acted(permit: Permit, call: ActionCall): Promise<WireRecord> {
    const hooks = hooksFor(permit.resource)
    const server = hooks?.actions?.[call.action]
    if (!server || 'patches' in server) return act(source, permit, call, hooks)
    if (!inside) return together(outside, (records) => records.act(permit, call))
    const asked = askedAction(permit, hooks, { name: call.action, body: call.body })
    const within = { records: mine, queries: inside, permit, jobId }
    const work = async (record: StoredRecord) => {
      if ('work' in server) return server.work(within, record, asked)
      const said = (await server.workAll(within, [record], asked)).get(record.id)
      if (said && isRowRefusal(said) && said.verdict !== 'same') throw failureOf(said)
    }
    return actByWork(source, permit, call, { asked, work })
  }
  function batched(asked: Batch): Promise<BatchResult[]> {
    if (!inside) return together(outside, (records) => records.batch(asked))
    if (asked.jobId !== jobId) return recordsWith(context, totals, inside, asked.jobId).batch(asked)
    return batch(source, asked, { queries: inside, records: mine, hooks: hooksFor(asked.permit.resource), log: context.log })
  }
  const slow = <T>(permit: Permit, query: CheckedQuery, work: () => Promise<T>) => namingSlowFilters(permit.resource, query, work)
  const listsOf = (from: (permit: Permit) => Source): Lists => ({
    async page(permit, query) {
      const answer = await slow(permit, query, () => page(from(permit), permit, query))
      await reads.list(permit, answer.list)
      return answer
    },
    async rowsFirst(permit, query) {
      const answer = await slow(permit, query, () => rowsFirst(from(permit), permit, query))
      await reads.list(permit, answer.list)
      return answer
    },
    async first(permit, query) {
      const found = await slow(permit, query, () => first(from(permit), permit, query))
      await reads.list(permit, found)
      return found
    },
    facets: (permit, query, asOf) => slow(permit, query, () => facets(from(permit), permit, query, asOf)),
    neighbours: (permit, id, query) => slow(permit, query, () => neighbours(from(permit), permit, id, query)),
    async pageAsOf(permit, query, asOf) {
      const answer = await slow(permit, query, () => pageAsOf(from(permit), permit, query, asOf))
      await reads.list(permit, answer.list)
      return answer
    },
  })
  const mine: Records = {
    ...listsOf(() => source),
    lists: (after) => listsOf((permit) => agedSource(source, permit, after)),
    count: (permit, query) => slow(permit, query, () => count(source, permit, query)),
    find: (permit, id) => find(source, permit, id),
    async open(permit, id) {
      const record = await find(source, permit, id, hooksFor(permit.resource)?.beside)
      // Logged before the answer is sent. Logging and reading the rest of the page run in parallel.
      const [whole] = await Promise.all([mine.detailed(permit, record), reads.opened(permit, id)])
      return whole
    },
    async detailed(permit, record) {
      return { ...record, ...(partsBeside(record) ?? (await hooksFor(permit.resource)?.detail?.(permit, record))) }
    },
    stored: (permit, id) => findStored(source, permit, id),
    async insert(permit, body, own) {
      const whole = rowsIn(permit.resource, body)
      if (!whole) return insert(source, permit, { body, own }, hooksFor(permit.resource))
      if (!inside) return together(outside, (records) => records.insert(permit, body, own))
      const write = (alone: Values) => mine.insert(permit, alone, own)
      return storeWithRows({ source, records: mine, queries: inside }, permit, whole, { action: 'create', write })
    },
    async update(permit, body, ifMatch, action = 'update') {
      const whole = rowsIn(permit.resource, body)
      if (!whole) return changing(permit.resource, () => update(source, permit, { body, ifMatch, action }, hooksFor(permit.resource)))
      if (!inside) return together(outside, (records) => records.update(permit, body, ifMatch, action))
      const write = (alone: Values) => mine.update(permit, alone, ifMatch, action)
      return storeWithRows({ source, records: mine, queries: inside }, permit, whole, { action, write })
    },
    restore: async (permit, call) => mine.update(permit, await restored(source, permit, call), undefined, 'restore'),
    act: (permit, call) => changing(permit.resource, () => acted(permit, call)),
    change: (permit, own) => changing(permit.resource, () => change(source, permit, own, hooksFor(permit.resource))),
    batch: (asked) => batched(asked),
    together: (work, options) => together(outside, work, options),
    async history(permit, id, at) {
      const answer = await history(source, permit, id, at)
      if (id !== null) await reads.opened(permit, id)
      return answer
    },
    async findAsOf(permit, id, asOf) {
      const record = await findAsOf(source, permit, id, asOf)
      await reads.opened(permit, id)
      return record
    },
    titles: (permit, ids, word) => titles(source, permit, { ids, word }),
    readChanges: (permit, changes) => readChanges(source, permit, changes),
    forgetTotals: (resource) => totals.forget(resource),
    hooksFor,
    reads,
  }
  return mine
}

/**
 * The records as the open transaction of a write sees them, for what belongs to that write, such as the charge for a granted request.
 * Totals of resources it writes are cached as long as after a write by another process.
 */
function recordsWithin(context: RecordsContext, queries: Queries, totals: Totals = new Totals(context.clock)): Records {
  const { engine, vitals, close, news } = context.database
  const database: Database = {
    engine,
    vitals,
    close,
    ...(news && { news }),
    query: (text, values) => queries.query(text, values),
    transaction: (more) => more(queries),
  }
  return recordsWith({ ...context, database }, totals, queries)
}

/** The environment that a transaction is opened in. */
interface Outside {
  readonly context: RecordsContext
  readonly totals: Totals
}

/**
 * Runs `work` with records whose database is the open transaction. Cached totals are cleared once other transactions can see the
 * writes.
 */
async function together<T>(
  { context, totals }: Outside,
  work: (records: Records, queries: Queries) => Promise<T>,
  { isOneOfMany = false }: { readonly isOneOfMany?: boolean } = {},
): Promise<T> {
  const inner = new Totals(context.clock)
  try {
    return await context.database.transaction((queries) => work(recordsWithin(context, queries, inner), queries))
  } finally {
    totals.forgetWritesOf(inner, isOneOfMany)
    if (inner.written().includes(users.name)) await forgettingCallers(context.database, async () => undefined)
  }
}
