/** The parts of a packed file, unpacked with an eye on how much they become: what a header says of sizes is not believed. */
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { ReadFault, tooLarge, unreadable } from '../../ports/file-reader.ts'

/** Parts of any kind: only names are read of those that are not wanted. */
const maxEntries = 10_000
const maxUnpackedBytes = 50 * 1024 * 1024
const maxRatio = 100
/** Below this a high ratio costs nothing, and small sheets of equal rows have one. */
const ratioFromBytes = 1024 * 1024
/** Bytes that go into the unpacker at once; they can become a thousand times as many before they are counted. */
const stepBytes = 8 * 1024

/** Content of a part, piece by piece. */
export type Part = readonly Uint8Array[]

export interface Archive {
  /** Names of all parts, as `partName` spells them. */
  readonly names: ReadonlySet<string>
  /** Unpacks the parts of these names; those that are missing are absent. All that is ever read counts against one limit. */
  read(names: Iterable<string>): ReadonlyMap<string, Part>
}

/** A part's name in one spelling: names are compared without regard to case. */
export const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** Opens an archive and reads its names. Throws `import.tooLarge` past the limits (S-16.2), `import.unreadable` for anything else than an archive. */
export function openArchive(bytes: Uint8Array): Archive {
  const names = new Set<string>()
  let unpacked = 0
  let entries = 0
  walk(bytes, (entry) => {
    entries++
    if (entries > maxEntries) throw tooLarge('table.tooManyParts', { max: maxEntries })
    names.add(partName(entry.name))
  })
  if (entries === 0) throw unreadable()
  return {
    names,
    read(wanted) {
      const left = new Set([...wanted].filter((name) => names.has(name)))
      const parts = new Map<string, Uint8Array[]>()
      if (left.size === 0) return parts
      walk(bytes, (entry) => {
        const name = partName(entry.name)
        if (!left.has(name)) return
        if (parts.has(name)) throw unreadable()
        const pieces: Uint8Array[] = []
        parts.set(name, pieces)
        entry.ondata = (error, piece) => {
          // The unpacker hands back the error thrown below.
          if (error) throw error instanceof ReadFault ? error : unreadable()
          unpacked += piece.length
          const isSuspicious = unpacked > ratioFromBytes && unpacked > maxRatio * bytes.length
          if (unpacked > maxUnpackedBytes || isSuspicious) throw tooLarge('table.tooMuchUnpacked', { max: maxUnpackedBytes / 1024 / 1024 })
          pieces.push(piece)
        }
        entry.start()
      })
      return parts
    },
  }
}

function walk(bytes: Uint8Array, take: ConstructorParameters<typeof Unzip>[0]): void {
  const archive = new Unzip(take)
  archive.register(UnzipInflate)
  archive.register(UnzipPassThrough)
  try {
    for (let at = 0; at < bytes.length; at += stepBytes) archive.push(bytes.subarray(at, at + stepBytes), at + stepBytes >= bytes.length)
  } catch (error) {
    throw error instanceof ReadFault ? error : unreadable()
  }
}
