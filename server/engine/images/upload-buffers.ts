/**
 * Buffers of uploads that are being received, used again and again: V8 counts each new one of this size as memory outside its heap, and
 * collects garbage after every few uploads.
 */
import { maxUploadBytes } from '#model/vocabulary.ts'

/** 32 MB together. */
const maxBuffers = 16
const free: Buffer[] = []
let made = 0

/** A buffer that holds the largest upload, or null if all are in use. It still holds bytes of earlier uploads. */
export function borrowBuffer(): Buffer | null {
  const buffer = free.pop()
  if (buffer) return buffer
  if (made === maxBuffers) return null
  made += 1
  return Buffer.allocUnsafeSlow(maxUploadBytes)
}

/** Gives a buffer back. Nobody may use it or a part of it afterwards. */
export const returnBuffer = (buffer: Buffer): void => void free.push(buffer)
