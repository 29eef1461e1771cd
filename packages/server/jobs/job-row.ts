import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import type { JobKind, JobOutcome, JobState } from '@matricola/schema/wire/jobs.ts'

export type OutcomeCounts = { readonly [O in JobOutcome]?: number }

export interface JobRecord {
  readonly id: string
  readonly kind: JobKind
  readonly resource: string
  readonly state: JobState
  readonly actor_id: string
  readonly actor_name: string
  readonly actor_role: Role
  readonly language: Language
  readonly input: JobInput
  readonly starts_by_itself: boolean
  readonly total: number
  readonly done: number
  readonly counts: OutcomeCounts
  readonly created: number
  readonly undoes: string | null
  readonly error: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

/** Parts of the input that several kinds share. Each kind adds its own. */
export interface JobInput {
  readonly edit?: readonly FieldEdit[]
  readonly action?: string
  readonly fileName?: string
  readonly [part: string]: unknown
}

/** The columns of `JobRecord`, for a row with the alias `j`. */
export const jobColumns = `j.id, j.kind, j.resource, j.state, j.actor_id, j.actor_name, j.actor_role, j.language, j.input,
  j.starts_by_itself, j.total, j.done, j.counts, j.created, j.undoes, j.error, j.created_at, j.started_at, j.finished_at`

/** Number of items that still have to be checked or stored. */
export const waitingCount = (counts: OutcomeCounts) => (counts.pending ?? 0) + (counts.ready ?? 0)

/**
 * Returns the counts after rows moved from one outcome to others. Outcomes without rows are left
 * out.
 */
export function countsAfter(
  counts: OutcomeCounts,
  from: JobOutcome,
  to: readonly JobOutcome[],
): OutcomeCounts {
  const after: { [O in JobOutcome]?: number } = {
    ...counts,
    [from]: (counts[from] ?? 0) - to.length,
  }
  for (const outcome of to) after[outcome] = (after[outcome] ?? 0) + 1
  // Only outcomes are keys of `after`.
  return Object.fromEntries(Object.entries(after).filter(([, count]) => count > 0)) as OutcomeCounts
}
