/**
 * Reusable buffers for uploads. V8 counts each new buffer of this size as external memory, and
 * would run a garbage collection after every few uploads.
 */
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'

/** 32 MB in total. */
const maxBuffers = 16
const freeBuffers: Buffer[] = []
let createdCount = 0

/**
 * Returns a buffer for the largest upload, or null if all are in use. It may contain bytes of
 * earlier uploads.
 */
export function takeBuffer(): Buffer | null {
  const buffer = freeBuffers.pop()
  if (buffer) return buffer
  if (createdCount === maxBuffers) return null
  createdCount += 1
  return Buffer.allocUnsafeSlow(maxUploadBytes)
}

/** Returns a buffer to the pool. It must not be used afterwards, not even in part. */
export const returnBuffer = (buffer: Buffer): void => void freeBuffers.push(buffer)
