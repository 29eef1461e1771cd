/** Reads archives made by `write.ts`, entry by entry, so that memory use stays small. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { DatabaseRefusal } from '../database/refusal.ts'
import {
  archiveEndName,
  archiveEndSchema,
  fileEntry,
  type Manifest,
  manifestName,
  parseManifest,
  tableEntry,
} from './manifest.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly body: AsyncIterable<unknown>
}

/**
 * Returns the entries of an archive in order. Each must be read or skipped before the next is
 * requested.
 */
export async function* entriesOf(path: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  pipeline(createReadStream(path), createGunzip(), tar, () => undefined)
  for await (const entry of tar) {
    yield { name: entry.header.name, body: entry }
    entry.resume()
  }
}

const damagedArchive = (reason: string) =>
  new DatabaseRefusal(`The backup is damaged or incomplete: ${reason}.`)

/**
 * Reads the whole archive, checks every entry against the manifest, and returns the manifest.
 * Throws `DatabaseRefusal` if it is damaged.
 */
export async function verifyArchive(
  path: string,
): Promise<{ readonly manifest: Manifest; readonly missingFiles: readonly string[] }> {
  let manifest: Manifest | undefined
  let missingFiles: readonly string[] | undefined
  const remaining = new Map<string, { readonly sha256: string; readonly bytes: number }>()
  try {
    for await (const { name, body } of entriesOf(path)) {
      if (name === manifestName) {
        manifest = parseManifest(await text(body))
        for (const table of manifest.tables) remaining.set(tableEntry(table.name), table)
        for (const file of manifest.files) remaining.set(fileEntry(file.key), file)
      } else if (name === archiveEndName)
        missingFiles = archiveEndSchema.parse(JSON.parse(await text(body))).missingFiles
      else {
        const hash = createHash('sha256')
        for await (const chunk of body) hash.update(chunk as Buffer)
        if (remaining.get(name)?.sha256 !== hash.digest('hex'))
          throw damagedArchive(`${name} does not match the manifest`)
        remaining.delete(name)
      }
    }
  } catch (error) {
    throw error instanceof DatabaseRefusal
      ? error
      : damagedArchive(error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read')
  }
  if (!manifest) throw damagedArchive('it has no manifest')
  if (!missingFiles) throw damagedArchive('its end is missing')
  for (const key of missingFiles) remaining.delete(fileEntry(key))
  const [first] = remaining.keys()
  if (first !== undefined) throw damagedArchive(`${first} is missing`)
  return { manifest, missingFiles }
}

export async function* readLines(
  body: AsyncIterable<unknown>,
  batchSize: number,
): AsyncGenerator<string[]> {
  let rest = ''
  let lines: string[] = []
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    while (lines.length >= batchSize) {
      yield lines.slice(0, batchSize)
      lines = lines.slice(batchSize)
    }
  }
  if (lines.length > 0) yield lines
}
