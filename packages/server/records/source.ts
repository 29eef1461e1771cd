import type { Database } from '../database/database.ts'
import type { WalPosition } from '../database/replica.ts'
import type { Clock } from '../ports/clock.ts'
import type { SecretKeys } from '../secret-keys.ts'
import type { Totals } from './reading/totals.ts'

/** The environment of every query about records. */
export interface RecordSource {
  readonly database: Database
  readonly keys: SecretKeys
  readonly clock: Clock
  readonly totals: Totals
  /**
   * Database position of the caller's last write. Older cached results are not used. Absent if
   * there was no write.
   */
  readonly after?: WalPosition | null
  /** The job that makes these writes; recorded in the history. */
  readonly jobId?: string | null
}
