/** A running server. `kill` sends it a signal, by default SIGKILL. */
interface Server {
  readonly url: string
  kill(signal?: NodeJS.Signals): void
}
interface Replica extends Server {
  /** Promotes the replica to an independent primary. */
  promote(): void
  /** Restarts it after `kill`. */
  restart(): Promise<Replica>
}
export interface Replicated {
  readonly primary: Server
  readonly replica: Replica
  follow(server: Server): Promise<Replica>
  stop(): void
}
/** Folder of the PostgreSQL binaries on this machine, if there is one. */
export function findPostgresBinaries(): string | undefined
export function startWithReplica(settings?: readonly string[]): Promise<Replicated | null>
