import type { Queries, Topic } from './queries.ts'

/** A place in the log of a PostgreSQL, as it writes it: `16/B374D848`. */
export type Position = `${string}/${string}`

const written = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/
/** Behind everything that was ever written. */
export const endOfLog: Position = 'FFFFFFFF/FFFFFFFF'

export const isPosition = (text: string): text is Position => written.test(text)

/** A position as a number that grows with the log. Throws for what is none. */
export function placeOf(position: string): bigint {
  const [, high, low] = written.exec(position) ?? []
  if (high === undefined || low === undefined) throw new Error('a position in the log cannot be read')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Facts that an answer must not be older than. */
export interface Demands {
  /** Position after the last write of who asks; null: they have written nothing lately. */
  readonly after: Position | null
  /** News of writes that decide what may be seen. */
  readonly judgedBy: readonly Topic[]
}

export interface ReplicaState {
  /** `away`: it cannot be reached; `behind`: it follows too late; `stranger`: what answers is no copy of this database. */
  readonly state: 'following' | 'away' | 'behind' | 'stranger'
  /** Milliseconds since it had everything that the database had; null where that is not known. */
  readonly lagMs: number | null
  /** Statements that it has answered since the start. */
  readonly answered: number
}

/** A copy of the database that follows it by a moment, and answers calls that only read. */
export interface Replica {
  /** Queries that the replica answers, and the database where it fails; null where only the database meets the demands. */
  reading(demands: Demands): Queries | null
  /** Position after everything that is committed by now. */
  written(): Promise<Position>
  /** Ends when the replica has everything that is committed by now, or answers nobody. */
  followed(): Promise<void>
  /** State of it now. Throws what the database throws. */
  state(): Promise<ReplicaState>
}
