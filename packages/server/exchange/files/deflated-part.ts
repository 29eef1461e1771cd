import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'

/** The ZIP compression method "deflate". */
const deflated = 8

export interface DeflatedPart {
  /** Pass this to `Zip.add` before the first write. */
  readonly part: ZipInputFile
  write(text: string): Promise<void>
  end(text: string): Promise<void>
  /** Frees the compressor's memory. Must also be called if the part was not finished. */
  close(): void
}

/**
 * Returns an archive part that is compressed on Node's thread pool. On the main thread, compression
 * would take twice as long as the rest of the export.
 */
export function deflatedPart(filename: string): DeflatedPart {
  const part: ZipInputFile = { filename, size: 0, crc: 0, compression: deflated }
  const packer = createDeflateRaw({ level: 1 })
  // The type excludes memory shared between threads, which zlib never returns.
  packer.on('data', (bytes: Buffer<ArrayBuffer>) => part.ondata?.(null, bytes, false))
  const addText = (text: string) => {
    const bytes = Buffer.from(text)
    part.size += bytes.length
    part.crc = crc32(bytes, part.crc)
    return bytes
  }
  return {
    part,
    write: (text) =>
      new Promise((resolve, reject) =>
        packer.write(addText(text), (error) => (error ? reject(error) : resolve())),
      ),
    end: (text) =>
      new Promise((resolve, reject) => {
        packer.once('error', reject)
        packer.once('end', () => {
          part.ondata?.(null, new Uint8Array(), true)
          resolve()
        })
        packer.end(addText(text))
      }),
    close: () => packer.destroy(),
  }
}
