/** Messages between the embedded engine's worker thread and the rest of the program. */
export interface EmbeddedStart {
  /** Where the data lies; null: in memory, gone at the end. */
  readonly directory: string | null
  /** A tarball of a data directory that a database in memory begins with. */
  readonly template: string | null
  /** One 32-bit number: the last bits of the id of the statement that the engine has begun last; 0 before the first. */
  readonly begun: SharedArrayBuffer
  /** True when an absent or empty directory is filled: at the start of the program, never while it runs. */
  readonly mayInitialise: boolean
}
/** Why the engine did not open. */
export interface EngineRefusal {
  readonly message: string
  /** Of the system, where its refusal was the reason. */
  readonly code: string | undefined
  /** Last text of the engine itself before it gave up. */
  readonly said: string | undefined
}
export interface EmbeddedRequest {
  readonly id: number
  readonly text: string
  readonly values: readonly (string | null)[]
}
/** Report of the engine about a refused statement; the fields of the protocol's error message. */
export interface EmbeddedFault {
  readonly message: string
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly detail: string | undefined
}
export type EmbeddedAnswer =
  | { readonly ready: true }
  | { readonly initialised: true }
  | { readonly refused: EngineRefusal }
  | { readonly id: number; readonly rows: readonly object[] }
  | { readonly id: number; readonly fault: EmbeddedFault }
  | { readonly id: number; readonly closed: true }

/** Requests with these texts are not SQL: how many times the engine has synced, end in order, and a tarball of everything. */
export const syncCount = 'syncCount'
export const closeEngine = 'close'
export const dumpTo = 'dumpTo'
