/** Input and answer of a batch: many writes of one resource, checked and stored by the same rules as single ones. */
import type { Outcome } from '#model/wire/jobs.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import type { Hooks } from '../hooks.ts'
import type { StoredRecord } from '../reading/find.ts'
import type { Records } from '../records.ts'
import type { Source } from '../source.ts'

/** Why a row is not written, as its own code found; `denied` by access, `state` by a step's condition, `claimed` by somebody who is at work on it. */
export interface RowRefusal {
  readonly verdict: Extract<Outcome, 'same' | 'denied' | 'state' | 'claimed' | 'invalid' | 'kept'>
  readonly issues?: FieldIssues
}
export const isRowRefusal = (value: object): value is RowRefusal => 'verdict' in value

/** Notes on a row that is done. */
export interface RowNotes {
  readonly notes: FieldIssues
}

/** One row of a batch: a change of a record, or a new record. */
export interface BatchRow {
  readonly position: number
  /** Null: a new record. */
  readonly id: string | null
  /** The version that the record must still have, else the row is `stale`; null: whichever is current, which the answer names. */
  readonly version: number | null
  /** The fields to set, checked by the field's schema already; judged by the record as it is stored, null for a new one. */
  readonly wanted: (stored: StoredRecord | null) => Values | RowRefusal
  /** Values of a new record that only the program sets. */
  readonly own?: Values
  /** A record that is to go: the undo of its creation. It goes only where nothing refers to it. */
  readonly removes?: true
}

export interface Batch {
  /** For updates; its actor is who the history names. New records ask for the same person's `create`. */
  readonly permit: Permit
  /** Stands in the history, and is what the hooks are told: `update`, the action's name, `undo`. */
  readonly action: string
  readonly jobId: string | null
  /** False: everything is tried by the same rules and nothing is stored. */
  readonly commit: boolean
  /** Called once with the records that were found, before any of them is judged: to ask for all at once what `wanted` needs. */
  readonly prepare?: (records: readonly StoredRecord[]) => Promise<void>
  /** Work of its own in place of setting fields, on a record that `wanted` has no verdict on; a throw is the row's own. */
  readonly work?: (records: Records, queries: Queries, record: StoredRecord) => Promise<void>
  /** The same for many records at once: answers the records that there is something to say of, by their ids; a throw is nobody's own. */
  readonly workAll?: (
    records: Records,
    queries: Queries,
    found: readonly StoredRecord[],
  ) => Promise<ReadonlyMap<string, RowRefusal | RowNotes>>
  /** Input of the action beside fields. */
  readonly input?: Values
  readonly rows: readonly BatchRow[]
}

export interface BatchResult {
  readonly position: number
  readonly id: string | null
  readonly isNew: boolean
  /** `ready` where it would be written (`commit: false`), `done` where it was. */
  readonly outcome: Exclude<Outcome, 'pending' | 'skipped'>
  /** Title of the record as the permit's role reads it. */
  readonly title: string
  /** The version that was found; null for a new record. */
  readonly baseVersion: number | null
  readonly madeVersion: number | null
  /** Old and new value of each field that changes, as the history keeps them. */
  readonly changes: { readonly [field: string]: readonly [before: unknown, after: unknown] }
  readonly issues: FieldIssues
}

/** Where rows are stored: inside a transaction, whose queries are also the source's database. */
export interface Storing {
  readonly batch: Batch
  readonly hooks: Hooks | undefined
  readonly source: Source
  readonly queries: Queries
  readonly records: Records
  readonly at: Date
}
