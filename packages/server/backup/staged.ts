/**
 * Stages tables on their way into or out of an archive, in one file under `DATA_DIR`. The file is
 * unlinked right after it is opened, so that nothing is left behind even if the process is killed.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'

interface StagedRange {
  readonly start: number
  bytes: number
}

export interface StagedTables {
  /** Appends to a table. Tables must be written one after the other. */
  write(table: string, chunk: Uint8Array): void
  /** Returns the contents of a table; empty if nothing was written. */
  read(table: string): Readable
  close(): void
}

/** Creates the staging file in `dataDir`, on the disk that holds the data. */
export function stageTables(dataDir: string): StagedTables {
  const folder = join(dataDir, 'incoming')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `.${randomUUID()}`)
  const file = openSync(path, 'wx+', 0o600)
  const unlinkName = () => rmSync(path, { force: true })
  unlinkName()
  const ranges = new Map<string, StagedRange>()
  let end = 0
  return {
    write(table, chunk) {
      const range = ranges.get(table) ?? { start: end, bytes: 0 }
      if (range.start + range.bytes !== end)
        throw new Error(`the rows of table ${table} were interrupted by another table`)
      for (let done = 0; done < chunk.length; )
        done += writeSync(file, chunk, done, chunk.length - done, end + done)
      end += chunk.length
      range.bytes += chunk.length
      ranges.set(table, range)
    },
    read(table) {
      const { start, bytes } = ranges.get(table) ?? { start: 0, bytes: 0 }
      if (bytes === 0) return Readable.from([])
      return createReadStream('', { fd: file, autoClose: false, start, end: start + bytes - 1 })
    },
    close() {
      closeSync(file)
      // On Windows an open file keeps its name until it is closed, so the name is removed now.
      unlinkName()
    },
  }
}
