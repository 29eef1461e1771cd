import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { SecretKeys } from '#server/secret-keys.ts'
import type { Totals } from './totals.ts'

/** What every query about records works with. */
export interface Source {
  readonly database: Database
  readonly keys: SecretKeys
  readonly clock: Clock
  readonly totals: Totals
  /** The job whose writes these are; the history names it. */
  readonly jobId?: string | null
}
