import type { Readable } from 'node:stream'

/** Stored bytes under a key that the program made (`2026/09/<uuid>`), never one that a person chose. */
export interface FilePort {
  /** Stores the bytes durably (synced, then renamed into place) before it answers. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Throws when nothing is stored under the key. */
  read(key: string): Promise<Readable>
  remove(key: string): Promise<void>
}
