/** Work of a kind of job on its rows, as the runner, the routes and the undo ask it; `job-kind-table.ts` names each. */

import type { AnyResource } from '#model/resource.ts'
import type { Language } from '#model/vocabulary.ts'
import type { JobKind } from '#model/wire/jobs.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { BatchResult } from '#server/engine/records/batch/types.ts'
import type { Records } from '#server/engine/records/store.ts'
import type { Texts } from '#server/engine/texts.ts'

/** A job as its kind sees it. The caller is looked up anew for every chunk: rights that were lost are gone. */
export interface JobWork {
  readonly id: string
  readonly resource: AnyResource
  readonly caller: Caller
  readonly language: Language
  readonly texts: Texts
  /** As it was stored when the job was made. */
  readonly input: unknown
}

export interface JobRow {
  readonly position: number
  readonly recordId: string | null
  /** Null: not checked yet. */
  readonly baseVersion: number | null
  readonly isNew: boolean
  /** Decrypted; null where the kind has none. */
  readonly cells: unknown
}

export interface JobKindWork {
  /**
   * Tries (`commit: false`) or stores some rows, inside one transaction that also notes what became of them: it uses the
   * records and queries given and no others. Answers every row once.
   */
  rows(work: JobWork, rows: readonly JobRow[], how: { records: Records; queries: Queries; commit: boolean }): Promise<BatchResult[]>
  /** Names of the fields that the person asked for. */
  fields(work: Pick<JobWork, 'resource' | 'input'>): readonly string[]
  /** Tells whether a finished job of this kind can be taken back. */
  canUndo(work: Pick<JobWork, 'resource' | 'input'>): boolean
  /** Tells whether nothing is to be done while a row is refused; absent: refused rows are left out. */
  stopsAtRefusal?(input: unknown): boolean
}

export type JobKinds = { readonly [K in JobKind]: JobKindWork }
