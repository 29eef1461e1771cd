/**
 * Re-encodes uploaded pictures in the background. Any number of processes can take part: each
 * leases the pictures it works on.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { detectFileKind } from '@matricola/schema/values/file-kind.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '../context.ts'
import type { Database, Queries } from '../database/database.ts'
import { afterCommit } from '../database/transaction.ts'
import { type Records, recordsOf } from '../records/store.ts'
import {
  isStillWanted,
  leaseRawFiles,
  markFileUnreadable,
  postponeRawFile,
  preparedKeyOf,
  type RawFile,
  rawKeyOf,
  readLeftoverOriginals,
  recordOriginalsRemoved,
  releaseRawFiles,
  storePreparedFile,
} from '../session/raw-files.ts'
import { readVerified, type StoredFileFault } from '../session/stored-files.ts'

/**
 * Duration of a lease. Longer than any picture takes, so that no other process starts on the same
 * picture.
 */
const leaseMs = 180_000
/** Number of pictures leased in one statement. */
const maxConcurrent = 4
/** Number of originals of prepared pictures that one statement reads. */
const maxLeftoverOriginals = 100
/** A picture on which the decoder has crashed this often is not tried again. */
const maxTries = 3
const retryMs = { encoderExited: 5_000, temporary: 10_000, unreadable: 3_600_000 }
/** How often to look for pictures whose lease expired because another process stopped. */
const checkMs = 30_000

/** A file of a record that the decoder found to be unreadable. */
export interface UnreadableFile {
  readonly id: string
  readonly resource: string
  readonly recordId: string
  readonly field: string
}

/** Marks the record accordingly, in the transaction that closes the file. */
export type NoteUnreadable = (
  transaction: { readonly records: Records; readonly queries: Queries; readonly at: Date },
  file: UnreadableFile,
) => Promise<void>

const wakeCallbacks = new WeakMap<Database, () => void>()

/** Starts preparing new pictures immediately. Call this after storing them. */
export const requestPreparation = ({ database }: Pick<Context, 'database'>): void =>
  afterCommit(() => wakeCallbacks.get(database)?.())

/** Preparing pauses for this long after the last call, up to a total limit. */
const pauseMs = 2_000
const longestPauseMs = 120_000
const pausesByDatabase = new WeakMap<Database, { since: number; until: number }>()

/**
 * Keeps this process from starting on another picture for a moment, because users are waiting for
 * CPU time. Consecutive calls extend the pause to two minutes at most, so that pictures are delayed
 * during a rush but not forever.
 */
export function pausePreparation({ database }: Pick<Context, 'database'>): void {
  const now = performance.now()
  const last = pausesByDatabase.get(database)
  const since = last && now < last.until + pauseMs ? last.since : now
  pausesByDatabase.set(database, { since, until: now + pauseMs })
}

/** Resolves when the pause is over, or when preparing stops. */
async function waitUntilPauseEnds(
  { database }: Pick<Context, 'database'>,
  isStopped: () => boolean,
): Promise<void> {
  for (;;) {
    const now = performance.now()
    const { since, until } = pausesByDatabase.get(database) ?? { since: now, until: now }
    if (isStopped() || now >= until || now - since >= longestPauseMs) return
    await pause(Math.min(until - now, 250))
  }
}

/**
 * Prepares all waiting pictures that no other process has leased. Returns the number of pictures
 * that are finished.
 */
export async function prepareFiles(
  context: Context,
  noteUnreadable: NoteUnreadable,
  isStopped = () => false,
): Promise<number> {
  const lease = randomUUID()
  let finished = 0
  while (!isStopped()) {
    // Wait before taking a lease, because a lease expires.
    await waitUntilPauseEnds(context, isStopped)
    if (isStopped()) break
    const now = context.clock.now()
    const leased = await leaseRawFiles(context.database, {
      lease,
      until: new Date(now.getTime() + leaseMs),
      now,
      limit: maxConcurrent,
    })
    if (leased.length === 0) break
    let done = 0
    try {
      for (const file of leased) {
        if (isStopped()) break
        if (await preparePicture(context, noteUnreadable, { file, lease })) finished += 1
        done += 1
      }
    } finally {
      // Another process then does not have to wait for the lease to expire.
      if (done < leased.length) await releaseRawFiles(context.database, lease)
    }
    // No others were waiting. Pictures stored since then have called `requestPreparation`.
    if (leased.length < maxConcurrent) break
  }
  await removeOriginals(context)
  return finished
}

interface LeasedFile {
  readonly file: RawFile
  readonly lease: string
}

/**
 * Prepares one picture and returns whether it is finished. After a temporary failure it is retried
 * later, and nothing is lost.
 */
async function preparePicture(
  context: Context,
  noteUnreadable: NoteUnreadable,
  { file, lease }: LeasedFile,
): Promise<boolean> {
  const { database, clock, log } = context
  const retryLater = (
    ms: number,
    changes: { readonly hasTried?: boolean; readonly error?: StoredFileFault } = {},
  ) =>
    postponeRawFile(database, {
      id: file.id,
      lease,
      until: new Date(clock.now().getTime() + ms),
      ...changes,
    })
  try {
    const found = await readVerified(context.files, file)
    if (typeof found === 'string') {
      log.error({ file: file.key, error: found }, 'stored image is missing or damaged')
      await retryLater(retryMs.unreadable, { error: found })
      return false
    }
    const bytes = await encodePictureOf(context, found)
    await (bytes === null
      ? closeUnreadableFile(context, noteUnreadable, { file, lease })
      : storePrepared(context, { file, lease }, bytes))
    return true
  } catch (error) {
    const hasEncoderExited = (error as Error).name === 'EncoderGone'
    log.warn({ err: error, file: file.key }, 'preparing an image failed; will be retried')
    if (hasEncoderExited && file.attempts + 1 >= maxTries) {
      await closeUnreadableFile(context, noteUnreadable, { file, lease })
      return true
    }
    await retryLater(hasEncoderExited ? retryMs.encoderExited : retryMs.temporary, {
      hasTried: hasEncoderExited,
    })
    return false
  }
}

/** Returns the re-encoded picture, or null if the file is not a readable picture. */
async function encodePictureOf({ encodePicture }: Context, bytes: Buffer): Promise<Buffer | null> {
  const kind = detectFileKind(bytes)
  if (kind === null || kind === 'pdf') return null
  try {
    return await encodePicture({ bytes, kind, shape: 'document' })
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('upload.')) return null
    throw error
  }
}

/** Writes the prepared file before the row refers to it. The original is removed after that. */
async function storePrepared(
  { database, files }: Context,
  { file, lease }: LeasedFile,
  bytes: Buffer,
): Promise<void> {
  const key = preparedKeyOf(file.key)
  await files.write(key, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (await storePreparedFile(database, { id: file.id, lease, key, bytes: bytes.length, sha256 }))
    return
  // Deleted or erased in the meantime, or prepared by another process with the same result.
  if (!(await isStillWanted(database, file.id))) await files.remove(key)
  await postponeRawFile(database, { id: file.id, lease, until: null })
}

/**
 * Closes a file that cannot be read, and notes this in the record. The original stays in the store
 * but is not shown to anyone.
 */
async function closeUnreadableFile(
  context: Context,
  noteUnreadable: NoteUnreadable,
  { file, lease }: LeasedFile,
): Promise<void> {
  const at = context.clock.now()
  await recordsOf(context).inTransaction(async (records, queries) => {
    const { resource, record_id: recordId, field } = file
    const isInUse = file.claimed_at !== null && file.replaced_at === null
    // Lock the record first, in the same order as a request that replaces the file.
    if (isInUse && resource !== null && recordId !== null && field !== null)
      await noteUnreadable({ records, queries, at }, { id: file.id, resource, recordId, field })
    const closed = await markFileUnreadable(queries, { id: file.id, lease })
    if (closed && (closed.claimed_at !== null && closed.replaced_at === null) !== isInUse)
      throw new Error('a record was linked to or unlinked from the file in the meantime')
  })
}

/**
 * Removes the originals of prepared pictures, including those left behind when a process stopped.
 */
async function removeOriginals({ database, files }: Context): Promise<void> {
  for (;;) {
    const leftover = await readLeftoverOriginals(database, maxLeftoverOriginals)
    for (const { key } of leftover) await files.remove(rawKeyOf(key))
    if (leftover.length > 0) await recordOriginalsRemoved(database, leftover)
    if (leftover.length < maxLeftoverOriginals) return
  }
}

/**
 * Prepares pictures until stopped: new ones of this process immediately, those left by another
 * process within 30 seconds.
 */
export async function startPreparation(
  context: Context,
  { noteUnreadable, lanes }: { readonly noteUnreadable: NoteUnreadable; readonly lanes: number },
): Promise<{ stop(): Promise<void> }> {
  const { database, log } = context
  // Only one process can open an embedded database, so any existing lease is left over from an
  // earlier run.
  if (database.engine === 'embedded') await releaseRawFiles(database, null)
  let isStopped = false
  const resolvers: (() => void)[] = []
  let requests = 0
  const wakeAll = () => {
    requests += 1
    for (const resolve of resolvers.splice(0)) resolve()
  }
  wakeCallbacks.set(database, wakeAll)
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, checkMs)
      resolvers.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  const lane = async () => {
    while (!isStopped) {
      const seenRequests = requests
      await prepareFiles(context, noteUnreadable, () => isStopped).catch((error: unknown) =>
        log.error({ err: error }, 'preparing images failed'),
      )
      if (requests === seenRequests && !isStopped) await sleep()
    }
  }
  const running = Array.from({ length: lanes }, lane)
  return {
    async stop() {
      isStopped = true
      wakeCallbacks.delete(database)
      wakeAll()
      await Promise.all(running)
    },
  }
}
