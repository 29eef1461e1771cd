/**
 * Reads stored files and verifies them, because a store may lose files and a disk may damage them.
 */
import { createHash } from 'node:crypto'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '../database/database.ts'
import type { FileState } from '../database/tables/file.ts'
import type { Environment } from '../environment.ts'
import { FileMissing, type FilePort } from '../ports/files.ts'

export type StoredFileFault = 'missing' | 'damaged'
/** A stored file and its error. */
export interface FaultyFile {
  readonly key: string
  readonly error: StoredFileFault
}

interface Stored {
  readonly key: string
  /** SHA-256 of the bytes in hexadecimal. */
  readonly sha256: string
}

/** Returns the bytes, or the error. Throws if the store is unavailable. */
export async function readVerified(
  files: FilePort,
  { key, sha256 }: Stored,
): Promise<Buffer | StoredFileFault> {
  try {
    const bytes = await readAll(await files.read(key))
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : 'damaged'
  } catch (error) {
    if ((error as Error).name === FileMissing.name) return 'missing'
    // A sector of the disk that can no longer be read.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return 'damaged'
    throw error
  }
}

/**
 * Throws `file.preparing` or `file.unreadable`. Nothing is shown, sent or written to an archive
 * before it is ready.
 */
export function assertReady({ state }: { readonly state: FileState }): void {
  if (state === 'preparing') throw new AppError('file.preparing', { retryAfterSeconds: 2 })
  if (state !== 'ready') throw new AppError('file.unreadable')
}

/** Reads a whole stream. Node's `buffer` function would copy the data two more times. */
async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const [first] = chunks
  return first && chunks.length === 1 ? first : Buffer.concat(chunks)
}

/**
 * Returns the bytes of a file that a user requested. All reads for users go through here. Throws
 * the errors of `assertReady`, and `file.missing` or `file.damaged`. Missing and damaged files are
 * recorded for the administrators.
 */
export async function readStored(
  { files, database, log }: Pick<Environment, 'files' | 'database' | 'log'>,
  file: Stored & { readonly state: FileState },
): Promise<Buffer> {
  assertReady(file)
  const found = await readVerified(files, file)
  const error = typeof found === 'string' ? found : null
  await database.query('update file set error = $2 where key = $1 and error is distinct from $2', [
    file.key,
    error,
  ])
  if (typeof found !== 'string') return found
  log.error({ file: file.key, error }, 'stored file is missing or damaged')
  throw new AppError(`file.${found}`)
}

/** Records the faults found by reading every file in use, and clears all earlier faults. */
export async function recordFaultyFiles(
  queries: Queries,
  faultyFiles: readonly FaultyFile[],
): Promise<void> {
  await queries.query(
    `update file f set error = n.error from file o left join jsonb_to_recordset($1::jsonb) as n (key text, error text) on n.key = o.key
     where f.id = o.id and f.error is distinct from n.error`,
    [JSON.stringify(faultyFiles)],
  )
}

/** Counts the files in use that are missing or damaged. */
export async function countFaultyFiles(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    'select count(*) as count from file where error is not null and claimed_at is not null',
  )
  return row?.count ?? 0
}
