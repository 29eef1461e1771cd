/** Every way to read and write records. Each demands a permit, and answers only what the permit's role may see. */
import type { WireFacets, WireNeighbours } from '#model/jobs.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Page, WireChange, WireRecord } from '#model/wire.ts'
import { allResources } from '#resources/index.ts'
import { users } from '#resources/users.ts'
import type { Database, Queries } from '#server/engine/database/database.ts'
import { newsOf } from '#server/engine/database/news.ts'
import type { Position } from '#server/engine/database/replica.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { forgettingCallers } from '#server/engine/session/known-callers.ts'
import type { Values } from '../sql/storage.ts'
import { askedAction } from './action.ts'
import { agedSource } from './aged-source.ts'
import { findAsOf, pageAsOf } from './as-of.ts'
import { batch } from './batch.ts'
import { type Batch, type BatchResult, isRowRefusal } from './batch-types.ts'
import { partsBeside } from './beside.ts'
import { facets } from './facets.ts'
import { find, findStored, type StoredRecord } from './find.ts'
import { history, type OldAndNew, readChanges } from './history.ts'
import { checkServerActions, type RecordsContext, type ResourceCode } from './hooks.ts'
import type { CheckedQuery } from './list-query.ts'
import { neighbours } from './neighbours.ts'
import { type NotedReads, notingReads } from './noted-reads.ts'
import { count, first, page, type RowsFirst, rowsFirst } from './page.ts'
import { restored } from './restore.ts'
import { rowsIn, storeWithRows } from './rows.ts'
import { type ActionCall, act, actByWork, change, failureOf, type InternalChange, insert, update } from './single.ts'
import { namingSlowFilters } from './slow-filter.ts'
import type { Source } from './source.ts'
import { Totals } from './totals.ts'

/** Readings of lists. */
export interface Lists {
  page(permit: Permit, query: CheckedQuery): Promise<Page<WireRecord>>
  /** The page as soon as its rows are there; its total is null where that takes its time to count. */
  rowsFirst(permit: Permit, query: CheckedQuery): Promise<RowsFirst>
  /** The first page without its total. */
  first(permit: Permit, query: CheckedQuery): Promise<WireRecord[]>
  /** Counts of each value of the fields in `list.facets` in a list, now or as it was. */
  facets(permit: Permit, query: CheckedQuery, asOf?: Date | null): Promise<WireFacets>
  /** Where a record stands in a list. Throws `record.missing`. */
  neighbours(permit: Permit, id: string, query: CheckedQuery): Promise<WireNeighbours>
  /** A page as it was at a moment; see `as-of.ts`. */
  pageAsOf(permit: Permit, query: CheckedQuery, asOf: Date): Promise<Page<WireRecord>>
}

export interface Records extends Lists {
  /**
   * Lists for a call that only reads, by somebody who last wrote at `after`: a replica may answer, as things were a moment ago. What
   * the program decides by is read without this.
   */
  lists(after: Position | null): Lists
  /** Number of records that the query finds. */
  count(permit: Permit, query: CheckedQuery): Promise<number>
  /** Without an id: the record of a single resource. Throws `record.missing`. */
  find(permit: Permit, id: string | null): Promise<WireRecord>
  /** The record for a person who looks at it: the look is noted, and what belongs to its page stands beside its fields. Throws `record.missing`. */
  open(permit: Permit, id: string): Promise<WireRecord>
  /** A record with what belongs to its page beside its fields; see `Hooks.detail`. */
  detailed(permit: Permit, record: WireRecord): Promise<WireRecord>
  /** The record with every stored value in clear, whoever may read it: for the program's own work. Throws `record.missing`. */
  stored(permit: Permit, id: string): Promise<StoredRecord>
  /** `body` as it came; `own` are values that only the program sets. See `single.ts` for what is thrown. */
  insert(permit: Permit, body: unknown, own?: Values): Promise<WireRecord>
  /** `ifMatch` is the version of an `If-Match` header; one in the body goes before it. */
  update(permit: Permit, body: unknown, ifMatch?: number, action?: 'update' | 'restore'): Promise<WireRecord>
  /** Puts fields back to what they were at a version; see `restore.ts`. */
  restore(permit: Permit, call: { id: string; body: unknown }): Promise<WireRecord>
  act(permit: Permit, call: ActionCall): Promise<WireRecord>
  /** Fields that no form writes, for a call of its own; see `single.ts`. */
  change(permit: Permit, own: InternalChange): Promise<WireRecord>
  /** Many writes of one resource, each with an outcome of its own; in a transaction of its own where none is under way. */
  batch(batch: Batch): Promise<BatchResult[]>
  /**
   * Several writes in one transaction: all of them happen, or none. `work` uses the records and the queries that it is
   * given and no others, and may be run again where the database asks for that.
   * `isOneOfMany`: others may see totals that are a second old, until the last of the many forgets them.
   */
  together<T>(work: (records: Records, queries: Queries) => Promise<T>, options?: { readonly isOneOfMany?: true }): Promise<T>
  history(permit: Permit, id: string | null, at: { pageNumber: number; pageSize: number }): Promise<Page<WireChange>>
  /** A record as it was at a moment; see `as-of.ts`. */
  findAsOf(permit: Permit, id: string, asOf: Date): Promise<WireRecord>
  /** Old and new values, as the permit's role reads them. */
  readChanges(permit: Permit, changes: readonly OldAndNew[]): Promise<WireChange['changes'][]>
  /** To be called after records of a resource were written by other means. */
  forgetTotals(resource: string): void
  hooksFor(resource: AnyResource): ResourceCode | undefined
  /** Notes who looked, of calls that read by other means than these. */
  readonly reads: NotedReads
}

const made = new WeakMap<Database, Records>()

/** The records of a database: one for each, so that all who write through it share what is remembered. */
export function recordsOf(context: RecordsContext): Records {
  const known = made.get(context.database)
  if (known) return known
  const records = recordsWith(context, new Totals(context.clock, newsOf(context.database)))
  made.set(context.database, records)
  return records
}

/** `inside`: the transaction under way, which is also the context's database; `jobId`: the job whose writes these are. */
function recordsWith(context: RecordsContext, totals: Totals, inside?: Queries, jobId: string | null = null): Records {
  const source: Source = { database: context.database, keys: context.keys, clock: context.clock, totals, jobId }
  const reads = notingReads(context, inside)
  const codeByResource = context.hooks(context, (queries) => recordsWithin(context, queries))
  // The program's own, once; those of a transaction are the same.
  if (!inside) checkServerActions(allResources, codeByResource)
  const hooksFor = ({ name }: AnyResource): ResourceCode | undefined => codeByResource[name]
  const outside: Outside = { context, totals }
  const changing = <T>({ name }: AnyResource, work: () => Promise<T>) =>
    name === users.name ? forgettingCallers(context.database, work) : work()
  /** An action that is work of its own has its transaction around it; any other is a write as an update is. */
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
    return batch(source, asked, { queries: inside, records: mine, hooks: hooksFor(asked.permit.resource) })
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
      // Noted before it is answered; the note and the rest of the page wait for the database side by side.
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
    readChanges: (permit, changes) => readChanges(source, permit, changes),
    forgetTotals: (resource) => totals.forget(resource),
    hooksFor,
    reads,
  }
  return mine
}

/**
 * The records as the transaction of a write under way sees them, for what belongs to it, such as the charge of what is
 * granted. Totals of what it writes are believed for as long as after a write of another process.
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

/** Parts that a transaction is begun from. */
interface Outside {
  readonly context: RecordsContext
  readonly totals: Totals
}

/**
 * Records whose database is the transaction under way. What is remembered of records, such as totals, is forgotten when
 * others can see what was written.
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
