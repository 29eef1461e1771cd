/** A server that was started; `kill` sends it a signal, SIGKILL where none is named. */
interface Server {
  readonly url: string
  kill(signal?: NodeJS.Signals): void
}
interface Replica extends Server {
  /** Makes it a database of its own. */
  promote(): void
  /** Starts it where it was killed. */
  startAgain(): Promise<Replica>
}
export interface Replicated {
  readonly primary: Server
  readonly replica: Replica
  follow(server: Server): Promise<Replica>
  stop(): void
}
/** Folder of the programs of PostgreSQL on this machine, where there is one. */
export function findPrograms(): string | undefined
export function startReplicated(settings?: readonly string[]): Promise<Replicated | null>
