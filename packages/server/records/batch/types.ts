/** Types of a batch: many writes of one resource, validated and stored like single writes. */
import type { Registry } from '@matricola/schema/registry.ts'
import type { AppError } from '@matricola/schema/wire/errors.ts'
import type { JobOutcome } from '@matricola/schema/wire/jobs.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import type { Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import type { Hooks } from '../hooks.ts'
import type { StoredRecord } from '../reading/get-record.ts'
import type { Records } from '../records.ts'
import type { RecordSource } from '../source.ts'

/**
 * Why a row is not written: `denied` by access, `state` by the condition of a transition, `claimed`
 * by another user.
 */
export interface RowRefusal {
  readonly verdict: Extract<
    JobOutcome,
    'same' | 'denied' | 'state' | 'claimed' | 'invalid' | 'kept'
  >
  readonly issues?: FieldIssues
}
export const isRowRefusal = (value: object): value is RowRefusal => 'verdict' in value

/** Warnings about a row that was written. */
export interface RowWarnings {
  readonly warnings: FieldIssues
}

export interface BatchRow {
  readonly position: number
  /** Null: a new record. */
  readonly id: string | null
  /**
   * The version the record must have, else the row is `stale`. Null: any version; the result says
   * which one was found.
   */
  readonly version: number | null
  /**
   * Returns the fields to set, given the stored record (null for a new one). They have passed the
   * field schemas.
   */
  readonly valuesFor: (stored: StoredRecord | null) => Values | RowRefusal
  /** Values of a new record that only the server sets. */
  readonly serverValues?: Values
  /** Removes the record, to undo its creation. The record is kept if something refers to it. */
  readonly removes?: true
}

export interface Batch {
  /**
   * For updates; the history names its actor. New records need a permit to create, or the same
   * user's `create` grant.
   */
  readonly permit: Permit
  /** `update`, the name of an action, or `undo`. Stored in the history, and passed to hooks. */
  readonly action: string
  readonly jobId: string | null
  /** False: a dry run. All rules apply, but nothing is stored. */
  readonly commit: boolean
  /**
   * Called once with the records that were found, before any row is validated, to load everything
   * `valuesFor` needs.
   */
  readonly prepare?: (records: readonly StoredRecord[]) => Promise<void>
  /**
   * Runs in place of setting fields, for a record that `valuesFor` accepts. If it throws, that row
   * is rejected.
   */
  readonly work?: (records: Records, queries: Queries, record: StoredRecord) => Promise<void>
  /**
   * Like `work`, but for many records in one call. Returns results by record id where there is
   * something to report. If it throws, the batch fails.
   */
  readonly workAll?: (
    records: Records,
    queries: Queries,
    found: readonly StoredRecord[],
  ) => Promise<ReadonlyMap<string, RowRefusal | RowWarnings>>
  /** Input of the action that is not a field. */
  readonly input?: Values
  readonly rows: readonly BatchRow[]
}

export interface BatchResult {
  readonly position: number
  readonly id: string | null
  readonly isNew: boolean
  /** `ready` if it would be written (dry run), `done` if it was. */
  readonly outcome: Exclude<JobOutcome, 'pending' | 'skipped'>
  /** The version that was found; null for a new record. */
  readonly baseVersion: number | null
  readonly newVersion: number | null
  /** Old and new value of each field that changes, as the history stores them. */
  readonly changes: { readonly [field: string]: readonly [before: unknown, after: unknown] }
  readonly issues: FieldIssues
}

/**
 * The environment in which rows are stored: a transaction, whose queries are also the source's
 * database.
 */
export interface BatchContext {
  readonly registry: Registry
  readonly batch: Batch
  readonly hooks: Hooks | undefined
  readonly source: RecordSource
  readonly queries: Queries
  readonly records: Records
  readonly at: Date
  /**
   * Logs why the server could not write a row. Only the first such error of a batch is logged: the
   * others usually have the same cause.
   */
  readonly logFailure: (error: AppError) => void
}
