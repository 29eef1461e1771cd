import type { Queries, Topic } from './queries.ts'

/** A position in PostgreSQL's WAL, in its text form: `16/B374D848`. */
export type WalPosition = `${string}/${string}`

const positionPattern = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/
/** Greater than every actual position. */
export const maxWalPosition: WalPosition = 'FFFFFFFF/FFFFFFFF'

export const isWalPosition = (text: string): text is WalPosition => positionPattern.test(text)

/** Converts a position to a number that grows with the WAL. Throws for an invalid position. */
export function walOffsetOf(position: string): bigint {
  const [, high, low] = positionPattern.exec(position) ?? []
  if (high === undefined || low === undefined) throw new Error('invalid WAL position')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** How recent a result has to be. */
export interface ReadRequirements {
  /** Position after the caller's last write; null if there was none recently. */
  readonly after: WalPosition | null
  /** Invalidation topics of writes that decide what the caller may see. */
  readonly accessTopics: readonly Topic[]
}

export interface ReplicaState {
  /** `lagging`: the lag is too long. `foreign`: not a replica of this database. */
  readonly state: 'following' | 'unreachable' | 'lagging' | 'foreign'
  /** Milliseconds since it had every commit of the primary; null if unknown. */
  readonly lagMs: number | null
  /** Number of statements that the replica has executed since startup. */
  readonly answered: number
}

/** A replica of the database that serves read-only calls. It lags slightly. */
export interface Replica {
  /**
   * Returns queries that use the replica and fall back to the primary on failure; null if only the
   * primary is recent enough.
   */
  queriesFor(requirements: ReadRequirements): Queries | null
  /** Returns the position after everything that is committed now. */
  currentPosition(): Promise<WalPosition>
  /**
   * Waits until the replica has everything that is committed now. Gives up if it is not in use or
   * lags too far behind.
   */
  waitUntilCurrent(): Promise<void>
  state(): Promise<ReplicaState>
}
