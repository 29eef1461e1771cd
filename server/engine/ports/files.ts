import type { Readable } from 'node:stream'
import type { TemporaryFile } from './temporary-file.ts'

/** Keys that the program makes: parts of letters, digits and dashes. Anything else could lead out of the store. */
export const isFileKey = (key: string) => /^[0-9a-z-]{1,64}(?:\/[0-9a-z-]{1,64}){0,4}$/.test(key)

/** Nothing is stored under a key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
}

/** Stored bytes under a key that the program made (`2026/09/<uuid>`), never one that a person chose. */
export interface FilePort {
  /**
   * Stores the bytes durably (synced, then renamed into place) before it answers. `from`: a file that holds just these bytes, which the
   * store may move instead of writing them once more.
   */
  write(key: string, bytes: Uint8Array, from?: TemporaryFile | undefined): Promise<void>
  /** Throws `FileMissing` when nothing is stored under the key. */
  read(key: string): Promise<Readable>
  remove(key: string): Promise<void>
}
