/** Every way to read and write records, as a shape. Each demands a permit, and answers only what the permit's role may see. */

import type { AnyResource } from '#model/resource.ts'
import type { WireFacets, WireNeighbours } from '#model/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '#model/wire/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Position } from '#server/engine/database/replica.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../sql/storage.ts'
import type { Batch, BatchResult } from './batch/types.ts'
import type { ResourceCode, WriteEvent } from './hooks.ts'
import type { StoredRecord } from './reading/find.ts'
import type { CheckedQuery } from './reading/list-query.ts'
import type { NotedReads } from './reading/noted-reads.ts'
import type { RowsFirst } from './reading/page.ts'

export interface ActionCall {
  readonly id: string
  readonly action: string
  readonly body: unknown
  readonly ifMatch?: number | undefined
}

/** A change of fields that no form writes, such as a mark that an own call sets. */
export interface InternalChange {
  readonly id: string
  /** Stands in the history. */
  readonly action: string
  /** The version that the caller saw; undefined: whichever is current. */
  readonly version?: number | undefined
  readonly reason?: string | null
  /** Answers the fields to set, judged by the current record. Throws `AppError`. */
  values(record: StoredRecord): Values | Promise<Values>
  /** Input of the call beside fields. */
  readonly input?: Values
  /** Further work of the write's transaction. */
  also?(queries: Queries, event: WriteEvent): Promise<void>
}

/** Old and new values of a record as the history keeps them; what was not there before has none. */
export interface OldAndNew {
  readonly before: Values | null
  readonly after: Values | null
}

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
  /** A page as it was at a moment; see `as-of/`. */
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
  /** `body` as it came; `own` are values that only the program sets. See `writing/single.ts` for what is thrown. */
  insert(permit: Permit, body: unknown, own?: Values): Promise<WireRecord>
  /** `ifMatch` is the version of an `If-Match` header; one in the body goes before it. */
  update(permit: Permit, body: unknown, ifMatch?: number, action?: 'update' | 'restore'): Promise<WireRecord>
  /** Puts fields back to what they were at a version; see `writing/restore.ts`. */
  restore(permit: Permit, call: { id: string; body: unknown }): Promise<WireRecord>
  act(permit: Permit, call: ActionCall): Promise<WireRecord>
  /** Fields that no form writes, for a call of its own; see `writing/single.ts`. */
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
  /** A record as it was at a moment; see `as-of/`. */
  findAsOf(permit: Permit, id: string, asOf: Date): Promise<WireRecord>
  /** Old and new values, as the permit's role reads them. */
  readChanges(permit: Permit, changes: readonly OldAndNew[]): Promise<WireChange['changes'][]>
  /** To be called after records of a resource were written by other means. */
  forgetTotals(resource: string): void
  hooksFor(resource: AnyResource): ResourceCode | undefined
  /** Notes who looked, of calls that read by other means than these. */
  readonly reads: NotedReads
}
