/** Unpacks archives with a limit on the unpacked size. Sizes in headers are not trusted. */
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { ReadFault, tooLarge, unreadable } from '../../ports/file-reader.ts'

/** Maximum number of entries, including those that are not unpacked. */
const maxEntries = 10_000
const maxUnpackedBytes = 50 * 1024 * 1024
const maxRatio = 100
/** Below this size the ratio is not checked: it does no harm, and small sheets of equal rows exceed it. */
const ratioFromBytes = 1024 * 1024
/** Bytes passed to the unpacker at a time. They may expand a thousandfold before the result is counted. */
const stepBytes = 8 * 1024

/** Content of a part, in pieces. */
export type Part = readonly Uint8Array[]

export interface Archive {
  /** Names of all parts, normalized by `partName`. */
  readonly names: ReadonlySet<string>
  /** Unpacks the named parts; missing ones are left out. The size limit applies to all calls together. */
  read(names: Iterable<string>): ReadonlyMap<string, Part>
}

/** Normalizes the name of a part, because names are compared case-insensitively. */
export const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** Opens an archive and reads the names of its parts. Throws `import.tooLarge` above a limit and `import.unreadable` for other files. */
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
          // The unpacker passes on the error thrown below.
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
