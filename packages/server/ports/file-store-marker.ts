/**
 * A file store that belongs to one database. A marker file in the store holds the database's id. It
 * is checked before any other use, so that a copy of the database never changes the files of the
 * original.
 */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Logger } from 'pino'
import type { Queries } from '../database/queries.ts'
import { DatabaseRefusal } from '../database/refusal.ts'
import { FileMissing, type FilePort, filesUnavailable } from './files.ts'

/** Key of the marker file. */
const markerKey = 'installation'
/** Key of the marker's id in the table `meta`. */
const idKey = 'filesMark'
const probeMs = 30_000

/** Returns the id in the marker of a store; null if there is none. Throws `files.unavailable`. */
async function readMarker(files: FilePort): Promise<string | null> {
  try {
    return (await text(await files.read(markerKey))).trim()
  } catch (error) {
    if ((error as Error).name === FileMissing.name) return null
    throw error
  }
}

/** Removes the marker, so that the next startup or restore marks the store for its own database. */
export const removeMarker = (files: FilePort): Promise<void> => files.remove(markerKey)

/** Returns the id that the marker of the database's store contains; null before the first start. */
export async function readStoreId(queries: Queries): Promise<string | null> {
  const [found] = await queries.query<{ table: string | null }>(
    `select to_regclass('meta')::text as table`,
  )
  if (!found?.table) return null
  const [row] = await queries.query<{ value: string }>('select value from meta where key = $1', [
    idKey,
  ])
  return row?.value ?? null
}

/**
 * Sets the id of a restored database: its earlier id, or a new one. The id in the archive belongs
 * to the original.
 */
export async function storeStoreId(queries: Queries, id: string | null): Promise<void> {
  await queries.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [idKey, id ?? randomUUID()],
  )
}

const foreignStoreRefusal = new DatabaseRefusal(
  'The files in FILES_URL or DATA_DIR/files belong to another database. Set FILES_URL, or DATA_DIR, to a separate location. If the other database will never be used again, run "matricola take-files" (npm run db:take-files). Nothing was changed.',
)

/** Throws `DatabaseRefusal` if the store belongs to a database with a different id. */
export async function assertOwnStore(files: FilePort, id: string | null): Promise<void> {
  const mark = await readMarker(files)
  if (mark !== null && mark !== id) throw foreignStoreRefusal
}

/**
 * Returns the store for a migrated database, and marks it if `usesMarker` is set and it is
 * unmarked. An embedded database and files in the same folder always belong together and need no
 * marker. Throws `DatabaseRefusal` if the store belongs to another database. An unreachable store
 * does not prevent startup: until its marker has been read, each use throws `files.unavailable`.
 */
export async function createMarkedFileStore(
  files: FilePort,
  database: Queries,
  { log, usesMarker }: { readonly log: Logger; readonly usesMarker: boolean },
): Promise<FilePort> {
  if ((await readStoreId(database)) === null)
    await database.query('insert into meta (key, value) values ($1, $2) on conflict do nothing', [
      idKey,
      randomUUID(),
    ])
  const id = await readStoreId(database)
  if (id === null) throw new Error('the database has no file store id')
  let isVerified = false
  let wasUnreachable = false

  async function verifyMarker(): Promise<void> {
    await assertOwnStore(files, id)
    if (usesMarker && (await readMarker(files)) === null)
      await files.write(markerKey, Buffer.from(`${id}\n`))
    isVerified = true
  }
  /** Runs work on the store and records whether the store was reachable. */
  async function tracked<T>(work: () => Promise<T>): Promise<T> {
    try {
      if (!isVerified) await verifyMarker()
      const result = await work()
      if (wasUnreachable) log.info('the file store is reachable again')
      wasUnreachable = false
      return result
    } catch (error) {
      const isUnreachable = error instanceof AppError && error.code === 'files.unavailable'
      // Any other error shows that the store responded.
      if (isUnreachable !== wasUnreachable)
        log[isUnreachable ? 'error' : 'info'](
          { err: error },
          `the file store is ${isUnreachable ? 'unreachable' : 'reachable'}`,
        )
      wasUnreachable = isUnreachable
      throw error
    }
  }
  const rethrowForeign = (error: unknown): never => {
    if (!(error instanceof DatabaseRefusal)) throw error
    log.fatal({ err: error }, 'the file store belongs to another database')
    wasUnreachable = true
    throw filesUnavailable(error)
  }
  const guarded = <T>(work: () => Promise<T>) => tracked(work).catch(rethrowForeign)
  await tracked(async () => undefined).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
  return {
    write: (key, bytes, from) => guarded(() => files.write(key, bytes, from)),
    read: (key) => guarded(() => files.read(key)),
    remove: (key) => guarded(() => files.remove(key)),
    isUnreachable: () => wasUnreachable,
    probe: () => guarded(() => assertOwnStore(files, id)).catch(() => undefined),
  }
}

/**
 * Checks the store every 30 seconds until stopped, so that an outage is noticed before a user needs
 * a file.
 */
export function startFileStoreWatch(files: FilePort): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= files.probe?.().finally(() => {
      running = undefined
    })
  }, probeMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
