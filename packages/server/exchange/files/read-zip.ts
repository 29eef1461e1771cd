/**
 * Unpacks archives with a limit on the unpacked size, and verifies checksums. Sizes in headers are
 * not trusted.
 */
import { crc32 } from 'node:zlib'
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { FileReadError, fileTooLarge, unreadableFile } from '../../ports/file-reader.ts'

/** Maximum number of entries, including those that are not unpacked. */
const maxEntries = 10_000
const maxUnpackedBytes = 50 * 1024 * 1024
const maxRatio = 100
/**
 * The ratio is not checked below this size: so little data does no harm, and small sheets of
 * identical rows exceed the ratio.
 */
const ratioFromBytes = 1024 * 1024
/**
 * Bytes passed to the unpacker at a time. They may expand a thousandfold before the result is
 * counted.
 */
const stepBytes = 8 * 1024

/** Content of a part, in pieces. */
export type ArchivePart = readonly Uint8Array[]

export interface Archive {
  /** Names of all parts, normalized by `normalizedPartName`. */
  readonly names: ReadonlySet<string>
  /**
   * Unpacks the named parts; missing ones are left out. The size limit applies to all calls
   * together. Throws `import.unreadable` if the content of a part does not match its checksum in
   * the archive.
   */
  read(names: Iterable<string>): ReadonlyMap<string, ArchivePart>
}

/** Normalizes the name of a part, because names are compared case-insensitively. */
export const normalizedPartName = (name: string) =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/**
 * Opens an archive and reads the names of its parts. Throws `import.fileTooLarge` for too many
 * parts, and `import.unreadable` for an invalid archive.
 */
export function openArchive(bytes: Uint8Array): Archive {
  const names = new Set<string>()
  let unpacked = 0
  let entries = 0
  walkEntries(bytes, (entry) => {
    entries++
    if (entries > maxEntries) throw fileTooLarge('table.tooManyParts', { max: maxEntries })
    names.add(normalizedPartName(entry.name))
  })
  if (entries === 0) throw unreadableFile()
  const checksums = checksumsIn(bytes)
  // If a listed part was not found, its header is damaged.
  if ([...checksums.keys()].some((name) => !names.has(name))) throw unreadableFile()
  return {
    names,
    read(requested) {
      const remaining = new Set([...requested].filter((name) => names.has(name)))
      const parts = new Map<string, Uint8Array[]>()
      if (remaining.size === 0) return parts
      walkEntries(bytes, (entry) => {
        const name = normalizedPartName(entry.name)
        if (!remaining.has(name)) return
        if (parts.has(name)) throw unreadableFile()
        const chunks: Uint8Array[] = []
        parts.set(name, chunks)
        entry.ondata = (error, chunk) => {
          // The unpacker passes on the error thrown below.
          if (error) throw error instanceof FileReadError ? error : unreadableFile()
          unpacked += chunk.length
          const isSuspicious = unpacked > ratioFromBytes && unpacked > maxRatio * bytes.length
          if (unpacked > maxUnpackedBytes || isSuspicious)
            throw fileTooLarge('table.tooMuchUnpacked', { max: maxUnpackedBytes / 1024 / 1024 })
          chunks.push(chunk)
        }
        entry.start()
      })
      for (const name of remaining) {
        const checksum = parts.get(name)?.reduce((sum, chunk) => crc32(chunk, sum), 0)
        if (checksum !== checksums.get(name)) throw unreadableFile()
      }
      return parts
    },
  }
}

/** Signatures and positions from the ZIP specification, APPNOTE.TXT 4.3. */
const signature = (letters: string) => Buffer.from(`PK${letters}`, 'latin1')
const endSignature = signature('\x05\x06')
const locator64Signature = signature('\x06\x07')
const end64Signature = signature('\x06\x06')
const entrySignature = signature('\x01\x02')
const entryBytes = 46
const isUtf8 = 0x800

/**
 * Returns the CRC-32 of each part by name, from the directory at the end of the archive. The
 * unpacker does not verify it: it reads only the headers before the parts, which may omit it.
 */
function checksumsIn(bytes: Uint8Array): ReadonlyMap<string, number> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const checksums = new Map<string, number>()
  try {
    const { start, end } = directoryIn(archive)
    for (let offset = start; offset < end; ) {
      if (!archive.subarray(offset, offset + 4).equals(entrySignature)) throw unreadableFile()
      const name = archive.subarray(
        offset + entryBytes,
        offset + entryBytes + archive.readUInt16LE(offset + 28),
      )
      const encoding = (archive.readUInt16LE(offset + 8) & isUtf8) === 0 ? 'latin1' : 'utf8'
      checksums.set(normalizedPartName(name.toString(encoding)), archive.readUInt32LE(offset + 16))
      offset +=
        entryBytes +
        name.length +
        archive.readUInt16LE(offset + 30) +
        archive.readUInt16LE(offset + 32)
    }
  } catch {
    // A position was outside the file.
    throw unreadableFile()
  }
  return checksums
}

/**
 * Returns the position of the directory of an archive. It comes right before the record that ends
 * the archive.
 */
function directoryIn(archive: Buffer): { readonly start: number; readonly end: number } {
  const end = archive.lastIndexOf(endSignature)
  const locator = end - 20
  const isLarge = locator > 0 && archive.subarray(locator, locator + 4).equals(locator64Signature)
  if (!isLarge) return { start: end - archive.readUInt32LE(end + 12), end }
  const end64 = archive.lastIndexOf(end64Signature, locator)
  return { start: end64 - Number(archive.readBigUInt64LE(end64 + 40)), end: end64 }
}

function walkEntries(bytes: Uint8Array, take: ConstructorParameters<typeof Unzip>[0]): void {
  const archive = new Unzip(take)
  archive.register(UnzipInflate)
  archive.register(UnzipPassThrough)
  try {
    for (let offset = 0; offset < bytes.length; offset += stepBytes)
      archive.push(bytes.subarray(offset, offset + stepBytes), offset + stepBytes >= bytes.length)
  } catch (error) {
    throw error instanceof FileReadError ? error : unreadableFile()
  }
}
