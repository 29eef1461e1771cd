import type { Database } from '#server/engine/database/database.ts'
import type { Position } from '#server/engine/database/replica.ts'
import type { Clock } from '#server/engine/ports/clock.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import type { Totals } from './reading/totals.ts'

/** Parts that every query about records works with. */
export interface Source {
  readonly database: Database
  readonly keys: SecretKeys
  readonly clock: Clock
  readonly totals: Totals
  /** Position after the last write of who asks, which what is remembered must hold; absent: there is none. */
  readonly after?: Position | null
  /** The job whose writes these are; the history names it. */
  readonly jobId?: string | null
}
