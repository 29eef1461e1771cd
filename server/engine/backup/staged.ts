/** Tables on their way into or out of an archive: one file under `DATA_DIR` that has no name, so that nothing of it is left however the process ends. */
import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'

interface Place {
  readonly start: number
  bytes: number
}

export interface StagedTables {
  /** Adds to a table; those written before it cannot grow any more. */
  write(table: string, chunk: Uint8Array): void
  /** The bytes of a table; none for one that was never written. */
  read(table: string): Readable
  close(): void
}

/** Room for tables under `dataDir`, on the disk where the data lies already. */
export function stageTables(dataDir: string): StagedTables {
  const folder = join(dataDir, 'incoming')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `.${randomUUID()}`)
  const file = openSync(path, 'wx+', 0o600)
  const forgetName = () => rmSync(path, { force: true })
  forgetName()
  const places = new Map<string, Place>()
  let end = 0
  return {
    write(table, chunk) {
      const place = places.get(table) ?? { start: end, bytes: 0 }
      if (place.start + place.bytes !== end) throw new Error(`the table ${table} was ended by another`)
      for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done, chunk.length - done, end + done)
      end += chunk.length
      place.bytes += chunk.length
      places.set(table, place)
    },
    read(table) {
      const { start, bytes } = places.get(table) ?? { start: 0, bytes: 0 }
      if (bytes === 0) return Readable.from([])
      return createReadStream('', { fd: file, autoClose: false, start, end: start + bytes - 1 })
    },
    close() {
      closeSync(file)
      // Where an open file keeps its name until now.
      forgetName()
    },
  }
}
