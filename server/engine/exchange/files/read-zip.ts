/** The parts of a packed file, unpacked with an eye on how much they become: what a header says of sizes is not believed. */
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { ReadFault, tooLarge, unreadable } from '../../ports/file-reader.ts'

const maxEntries = 200
const maxUnpackedBytes = 50 * 1024 * 1024
const maxRatio = 100
/** Below this a high ratio costs nothing, and small sheets of equal rows have one. */
const ratioFromBytes = 1024 * 1024
/** Bytes that go into the unpacker at once; they can become a thousand times as many before they are counted. */
const stepBytes = 8 * 1024

/** Parts as they were unpacked, piece by piece. */
export type Parts = ReadonlyMap<string, readonly Uint8Array[]>

/** The parts whose name `wants`. Throws `import.tooLarge` past the limits (S-16.2), `import.unreadable` for what is no archive. */
export function unpack(bytes: Uint8Array, wants: (name: string) => boolean): Parts {
  const parts = new Map<string, Uint8Array[]>()
  let entries = 0
  let unpacked = 0
  const archive = new Unzip((entry) => {
    entries++
    if (entries > maxEntries) throw tooLarge()
    if (!wants(entry.name)) return
    if (parts.has(entry.name)) throw unreadable()
    const pieces: Uint8Array[] = []
    parts.set(entry.name, pieces)
    entry.ondata = (error, piece) => {
      // The unpacker hands back what is thrown below.
      if (error) throw error instanceof ReadFault ? error : unreadable()
      unpacked += piece.length
      const isSuspicious = unpacked > ratioFromBytes && unpacked > maxRatio * bytes.length
      if (unpacked > maxUnpackedBytes || isSuspicious) throw tooLarge()
      pieces.push(piece)
    }
    entry.start()
  })
  archive.register(UnzipInflate)
  archive.register(UnzipPassThrough)
  for (let at = 0; at < bytes.length; at += stepBytes) archive.push(bytes.subarray(at, at + stepBytes), at + stepBytes >= bytes.length)
  if (entries === 0) throw unreadable()
  return parts
}
