import type { Context } from '../context.ts'

/** The answer to callers who read the settings but have no grant to do so. */
export interface PublicSettings {
  /** Summary of the call in the API document. */
  readonly summary: string
  readonly read: (context: Context) => Promise<{ readonly [name: string]: unknown }>
}
