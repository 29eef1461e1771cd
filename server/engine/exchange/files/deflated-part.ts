import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'

/** Method of an archive's part that is deflated. */
const deflated = 8

export interface DeflatedPart {
  /** For `Zip.add`, before anything is written. */
  readonly part: ZipInputFile
  write(text: string): Promise<void>
  end(text: string): Promise<void>
  /** Gives the thread's memory back, finished or not. */
  close(): void
}

/** A part of an archive that is deflated in a thread of Node's own: in this one it would take twice as long as all the rest. */
export function deflatedPart(filename: string): DeflatedPart {
  const part: ZipInputFile = { filename, size: 0, crc: 0, compression: deflated }
  const packer = createDeflateRaw({ level: 1 })
  // Nothing here is shared between threads.
  packer.on('data', (bytes: Buffer<ArrayBuffer>) => part.ondata?.(null, bytes, false))
  const counted = (text: string) => {
    const bytes = Buffer.from(text)
    part.size += bytes.length
    part.crc = crc32(bytes, part.crc)
    return bytes
  }
  return {
    part,
    write: (text) => new Promise((resolve, reject) => packer.write(counted(text), (error) => (error ? reject(error) : resolve()))),
    end: (text) =>
      new Promise((resolve, reject) => {
        packer.once('error', reject)
        packer.once('end', () => {
          part.ondata?.(null, new Uint8Array(), true)
          resolve()
        })
        packer.end(counted(text))
      }),
    close: () => packer.destroy(),
  }
}
