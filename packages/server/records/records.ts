/**
 * The interface for reading and writing records. Each function takes a permit and returns only what
 * the permit's role may see.
 */

import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireFacets, WireNeighbours } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../database/database.ts'
import type { WalPosition } from '../database/replica.ts'
import type { Permit } from '../policy/permit.ts'
import type { Values } from '../sql/storage.ts'
import type { Batch, BatchResult } from './batch/types.ts'
import type { ResourceCode, WriteEvent } from './hooks.ts'
import type { AccessLogger } from './reading/access-logger.ts'
import type { StoredRecord } from './reading/get-record.ts'
import type { QuickPage, UserGroup } from './reading/page.ts'
import type { CheckedQuery } from './reading/parse-list-query.ts'
import type { TitleWord } from './reading/titles.ts'
import type { RecordSource } from './source.ts'

export interface ActionCall {
  readonly id: string
  readonly action: string
  readonly body: unknown
  readonly ifMatch?: number | undefined
}

/** A change to fields that no form writes, such as a flag set by a call with its own route. */
export interface InternalChange {
  readonly id: string
  /** Recorded in the history. */
  readonly action: string
  /** The version that the caller saw; undefined: any. */
  readonly version?: number | undefined
  readonly reason?: string | null
  /** Returns the fields to set, given the current record. Throws `AppError`. */
  values(record: StoredRecord): Values | Promise<Values>
  /** Input that is not a field. */
  readonly input?: Values
  /** Runs in the transaction of the write. */
  afterwards?(queries: Queries, event: WriteEvent): Promise<void>
}

/**
 * Old and new values of a record as the history stores them. `before` is null for a new record,
 * `after` for a removed one.
 */
export interface RecordedChange {
  readonly before: Values | null
  readonly after: Values | null
}

/** Reading lists. */
export interface Lists {
  page(permit: Permit, query: CheckedQuery): Promise<Page<WireRecord>>
  /** The page as soon as its rows are read. The total is null if counting would take long. */
  quickPage(permit: Permit, query: CheckedQuery): Promise<QuickPage>
  /** The first page without its total. */
  firstPage(permit: Permit, query: CheckedQuery): Promise<WireRecord[]>
  /** Counts per value of the fields in `list.facets`, now or at a moment in the past. */
  facets(permit: Permit, query: CheckedQuery, asOf?: Date | null): Promise<WireFacets>
  /** The position of a record in a list, and the ids next to it. Throws `record.missing`. */
  neighbours(permit: Permit, id: string, query: CheckedQuery): Promise<WireNeighbours>
  /** A page as of a moment; see `as-of/`. */
  pageAsOf(permit: Permit, query: CheckedQuery, asOf: Date): Promise<Page<WireRecord>>
}

export interface Records extends Lists {
  /**
   * Lists for a read-only call by a caller whose last write was at `after`. It may be served by a
   * replica, so results can be slightly out of date. Never use it to make a decision.
   */
  listsAfter(after: WalPosition | null): Lists
  /** Number of records that the query finds. */
  count(permit: Permit, query: CheckedQuery): Promise<number>
  /**
   * Number of records that each query finds among those that match `common`, in one pass over these.
   */
  countEach(
    permit: Permit,
    common: CheckedQuery,
    queries: readonly CheckedQuery[],
  ): Promise<readonly number[]>
  /** Counts the records that the query finds, by the user in `field`. */
  groupByUser(permit: Permit, query: CheckedQuery, field: string): Promise<readonly UserGroup[]>
  /** `id` is null for a resource with a single record. Throws `record.missing`. */
  get(permit: Permit, id: string | null): Promise<WireRecord>
  /**
   * The record for a user who opens it. Logs the access, and adds the properties that
   * `Hooks.detail` returns. Throws `record.missing`.
   */
  open(permit: Permit, id: string): Promise<WireRecord>
  /** Adds the properties that `Hooks.detail` returns. */
  withDetail(permit: Permit, record: WireRecord): Promise<WireRecord>
  /**
   * The record with every stored value unmasked, regardless of grants. For use by the server only.
   * Throws `record.missing`.
   */
  getStored(permit: Permit, id: string): Promise<StoredRecord>
  /**
   * `body` is the request body; `serverValues` are values that only the server sets. For errors see
   * `writing/single.ts`.
   */
  insert(permit: Permit, body: unknown, serverValues?: Values): Promise<WireRecord>
  /** `ifMatch` is the version of the `If-Match` header; a version in the body takes precedence. */
  update(
    permit: Permit,
    body: unknown,
    ifMatch?: number,
    action?: 'update' | 'restore',
  ): Promise<WireRecord>
  /** Sets fields back to their values at an earlier version; see `writing/restore.ts`. */
  restore(permit: Permit, call: { id: string; body: unknown }): Promise<WireRecord>
  act(permit: Permit, call: ActionCall): Promise<WireRecord>
  /** Sets fields that no form writes, for a call with its own route; see `writing/single.ts`. */
  applyInternalChange(permit: Permit, change: InternalChange): Promise<WireRecord>
  /**
   * Many writes to one resource, each with its own outcome. Opens a transaction unless one is open.
   */
  batch(batch: Batch): Promise<BatchResult[]>
  /**
   * Runs several writes in one transaction. `work` must use only the records and queries it is
   * given; it may run again if the database asks for a retry. With `isOneOfMany`, totals stay
   * cached until the last of these transactions clears them, so others may see totals that are a
   * second old.
   */
  inTransaction<T>(
    work: (records: Records, queries: Queries) => Promise<T>,
    options?: { readonly isOneOfMany?: true },
  ): Promise<T>
  history(
    permit: Permit,
    id: string | null,
    page: { pageNumber: number; pageSize: number },
  ): Promise<Page<WireChange>>
  /** A record as of a moment; see `as-of/`. */
  getAsOf(permit: Permit, id: string, asOf: Date): Promise<WireRecord>
  /** Titles of records among the permit's rows, by id; see `reading/titles.ts`. */
  titles(
    permit: Permit,
    ids: readonly string[],
    word?: TitleWord,
  ): Promise<ReadonlyMap<string, string>>
  /** Old and new values as the permit's role may read them. */
  visibleChanges(
    permit: Permit,
    changes: readonly RecordedChange[],
  ): Promise<WireChange['changes'][]>
  /** Clears cached totals. Call it after writing records of a resource without these functions. */
  invalidateTotals(resource: string): void
  hooksFor(resource: AnyResource): ResourceCode | undefined
  /** Logs access for calls that read records without these functions. */
  readonly accessLogger: AccessLogger
}

/** The records of an open transaction, whose queries are also the source's database. */
export interface TransactionStore {
  readonly source: RecordSource
  readonly records: Records
  readonly queries: Queries
}
