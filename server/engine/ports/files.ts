import type { Readable } from 'node:stream'
import { AppError } from '#model/wire/errors.ts'
import type { TemporaryFile } from './temporary-file.ts'

/** Keys that the program makes: parts of letters, digits and dashes. Anything else could lead out of the store. */
export const isFileKey = (key: string) => /^[0-9a-z-]{1,64}(?:\/[0-9a-z-]{1,64}){0,4}$/.test(key)

/** Nothing is stored under a key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
}

/** A store that cannot be reached or used, and why. */
export const filesUnavailable = (cause: unknown): AppError =>
  Object.assign(new AppError('files.unavailable', { retryAfterSeconds: 30 }), { cause })

/** Stored bytes under a key that the program made (`2026/09/<uuid>`), never one that a person chose. Each call throws `files.unavailable` while the store cannot be used. */
export interface FilePort {
  /**
   * Stores the bytes durably (synced, then renamed into place) before it answers. `from`: a file that holds just these bytes, which the
   * store may move instead of writing them once more.
   */
  write(key: string, bytes: Uint8Array, from?: TemporaryFile | undefined): Promise<void>
  /** Throws `FileMissing` when nothing is stored under the key. */
  read(key: string): Promise<Readable>
  remove(key: string): Promise<void>
  /** Whether the store could not be reached when it was last asked; absent where nobody watches it. */
  isAway?(): boolean
  /** Asks the store whether it is there. Never throws. */
  probe?(): Promise<void>
}
