/**
 * The interface that every kind of job implements. `job-kind-table.ts` lists the implementations.
 */

import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { JobKind } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Queries } from '../database/database.ts'
import type { BatchResult } from '../records/batch/types.ts'
import type { Records } from '../records/store.ts'
import type { Texts } from '../texts.ts'

/**
 * The job that a kind works on. The caller is read from the database for every chunk, so revoked
 * access takes effect immediately.
 */
export interface JobWork {
  readonly id: string
  readonly resource: AnyResource
  readonly caller: Caller
  readonly language: Language
  readonly texts: Texts
  /** As stored when the job was made. */
  readonly input: unknown
}

export interface JobRow {
  readonly position: number
  readonly recordId: string | null
  /** Null: not checked yet. */
  readonly baseVersion: number | null
  readonly isNew: boolean
  /** Decrypted; null if this kind of job has none. */
  readonly cells: unknown
}

/** The result of a row. `title` describes a row without a record, with values from its file. */
export interface JobResult extends BatchResult {
  readonly title?: string
}

export interface JobKindDefinition {
  /**
   * Checks (`commit: false`) or stores some rows. It runs in the transaction that records the
   * outcomes, and must use only the given records and queries. Returns exactly one result per row.
   */
  rows(
    work: JobWork,
    rows: readonly JobRow[],
    how: { records: Records; queries: Queries; commit: boolean },
  ): Promise<JobResult[]>
  /** Returns the fields that the user asked to change. */
  fields(work: Pick<JobWork, 'resource' | 'input'>): readonly string[]
  /** Whether the job requires a recent password regardless of the fields that it changes. */
  requiresReauthentication?(work: Pick<JobWork, 'resource' | 'input'>): boolean
  canUndo(work: Pick<JobWork, 'resource' | 'input'>): boolean
  /** Whether the job cannot start while a row is rejected. Absent: rejected rows are left out. */
  requiresEveryRow?(input: unknown): boolean
}

export type JobKinds = { readonly [K in JobKind]: JobKindDefinition }
