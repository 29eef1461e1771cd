import type { Readable } from 'node:stream'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { TemporaryFile } from './temporary-file.ts'

/**
 * Keys consist of segments of letters, digits and hyphens. Any other key could point outside the
 * store.
 */
export const isFileKey = (key: string) => /^[0-9a-z-]{1,64}(?:\/[0-9a-z-]{1,64}){0,4}$/.test(key)

/** Thrown if nothing is stored under a key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
}

/** Creates the error for a store that cannot be reached or used. */
export const filesUnavailable = (cause: unknown): AppError =>
  Object.assign(new AppError('files.unavailable', { retryAfterSeconds: 30 }), { cause })

/**
 * A store of bytes. The program generates the keys (`2026/09/<uuid>`); users never choose them. All
 * calls throw `files.unavailable` while the store cannot be used.
 */
export interface FilePort {
  /**
   * Stores the bytes durably (synced, then renamed) before it returns. `from` is a file with
   * exactly these bytes, which the store may move instead of writing the bytes again.
   */
  write(key: string, bytes: Uint8Array, from?: TemporaryFile | undefined): Promise<void>
  /** Throws `FileMissing` if nothing is stored under the key. */
  read(key: string): Promise<Readable>
  remove(key: string): Promise<void>
  /** Whether the store was unreachable at the last attempt. Absent if it is not monitored. */
  isUnreachable?(): boolean
  /** Checks whether the store is reachable. Never throws. */
  probe?(): Promise<void>
}
