/** Pictures as they came are encoded anew, one after the other, by any number of processes: each holds a lease on those that it prepares. */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { kindOf } from '#model/values/file-kind.ts'
import { AppError } from '#model/wire/errors.ts'
import type { Context } from '../context.ts'
import type { Database, Queries } from '../database/database.ts'
import { onceCommitted } from '../database/transaction.ts'
import { type Records, recordsOf } from '../records/store.ts'
import {
  claimRaw,
  closeUnreadable,
  finishPrepared,
  isStillWanted,
  leftRaw,
  noteRawGone,
  postpone,
  type RawFile,
  rawKeyOf,
  releaseRaw,
  shownKeyOf,
} from '../session/raw-files.ts'
import { type Fault, wholeFile } from '../session/stored-files.ts'

/** Longer than any picture takes, so that nobody else begins it meanwhile. */
const leaseMs = 180_000
/** Pictures that are taken at a time, so that one statement serves several. */
const atOnce = 4
/** A decoder that ended so often over a picture will do so for ever. */
const maxTries = 3
const retryMs = { gone: 5_000, passing: 10_000, faulty: 3_600_000 }
/** Where another process took a picture and ended, its lease ends some time. */
const lookMs = 30_000

/** A file that a record shows, of which the decoder has found that nobody can read it. */
export interface UnreadableFile {
  readonly id: string
  readonly resource: string
  readonly recordId: string
  readonly field: string
}

/** Says so of its record, in the transaction that closes the file. */
export type NoteUnreadable = (
  within: { readonly records: Records; readonly queries: Queries; readonly at: Date },
  file: UnreadableFile,
) => Promise<void>

const sleepers = new WeakMap<Database, () => void>()

/** Has new pictures prepared at once. To be called after they were stored. */
export const wakePreparing = ({ database }: Pick<Context, 'database'>): void => onceCommitted(() => sleepers.get(database)?.())

/** Pictures give way this long after the last call, and no longer than this together. */
const pauseMs = 2_000
const longestPauseMs = 120_000
const pauses = new WeakMap<Database, { since: number; until: number }>()

/**
 * Has this process begin no picture for a moment, because people wait for its processor. Calls that follow each other extend the
 * pause to two minutes at most: pictures are late in a rush, and never starve.
 */
export function pausePreparing({ database }: Pick<Context, 'database'>): void {
  const now = performance.now()
  const last = pauses.get(database)
  const since = last && now < last.until + pauseMs ? last.since : now
  pauses.set(database, { since, until: now + pauseMs })
}

/** Resolves once no pause is left, or preparing stops. */
async function pauseEnded({ database }: Pick<Context, 'database'>, isStopped: () => boolean): Promise<void> {
  for (;;) {
    const now = performance.now()
    const { since, until } = pauses.get(database) ?? { since: now, until: now }
    if (isStopped() || now >= until || now - since >= longestPauseMs) return
    await pause(Math.min(until - now, 250))
  }
}

/** Prepares everything that waits and nobody else holds, and answers how many came to an end. */
export async function prepareFiles(context: Context, noteUnreadable: NoteUnreadable, isStopped = () => false): Promise<number> {
  const lease = randomUUID()
  let ended = 0
  while (!isStopped()) {
    // Before pictures are taken: a lease does not wait.
    await pauseEnded(context, isStopped)
    if (isStopped()) break
    const now = context.clock.now()
    const taken = await claimRaw(context.database, { lease, until: new Date(now.getTime() + leaseMs), now, limit: atOnce })
    if (taken.length === 0) break
    let done = 0
    try {
      for (const file of taken) {
        if (isStopped()) break
        if (await prepared(context, noteUnreadable, { file, lease })) ended += 1
        done += 1
      }
    } finally {
      // Another process need not wait for the lease to end.
      if (done < taken.length) await releaseRaw(context.database, lease)
    }
  }
  await removeOriginals(context)
  return ended
}

interface Held {
  readonly file: RawFile
  readonly lease: string
}

/** Prepares one; answers whether it has come to an end. What fails for a reason that passes waits, and nothing of it is lost. */
async function prepared(context: Context, noteUnreadable: NoteUnreadable, { file, lease }: Held): Promise<boolean> {
  const { database, clock, log } = context
  const later = (ms: number, more: { readonly hasTried?: boolean; readonly fault?: Fault } = {}) =>
    postpone(database, { id: file.id, lease, until: new Date(clock.now().getTime() + ms), ...more })
  try {
    const found = await wholeFile(context.files, file)
    if (typeof found === 'string') {
      log.error({ file: file.key, fault: found }, 'a picture that waits is not as it was stored')
      await later(retryMs.faulty, { fault: found })
      return false
    }
    const bytes = await encoded(context, found)
    await (bytes === null ? close(context, noteUnreadable, { file, lease }) : finish(context, { file, lease }, bytes))
    return true
  } catch (error) {
    const isGone = (error as Error).name === 'EncoderGone'
    log.warn({ err: error, file: file.id }, 'a picture could not be prepared and waits')
    if (isGone && file.tries + 1 >= maxTries) {
      await close(context, noteUnreadable, { file, lease })
      return true
    }
    await later(isGone ? retryMs.gone : retryMs.passing, { hasTried: isGone })
    return false
  }
}

/** The picture encoded anew, or null where it is none. */
async function encoded({ encodePicture }: Context, bytes: Buffer): Promise<Buffer | null> {
  const kind = kindOf(bytes)
  if (kind === null || kind === 'pdf') return null
  try {
    return await encodePicture({ bytes, kind, shape: 'document' })
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('upload.')) return null
    throw error
  }
}

/** The prepared bytes lie safely before the row tells of them, and the original goes after that. */
async function finish({ database, files }: Context, { file, lease }: Held, bytes: Buffer): Promise<void> {
  const key = shownKeyOf(file.key)
  await files.write(key, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (await finishPrepared(database, { id: file.id, lease, key, bytes: bytes.length, sha256 })) return
  // Dropped or erased meanwhile; or somebody else has prepared it, with the same outcome.
  if (!(await isStillWanted(database, file.id))) await files.remove(key)
  await postpone(database, { id: file.id, lease, until: null })
}

/** Nobody can read it: the record says so, and what came stays in the store, shown to nobody. */
async function close(context: Context, noteUnreadable: NoteUnreadable, { file, lease }: Held): Promise<void> {
  const at = context.clock.now()
  await recordsOf(context).together(async (records, queries) => {
    const { resource, record_id: recordId, field } = file
    const isShown = file.claimed_at !== null && file.replaced_at === null
    // The record first, as whoever gives it another file does.
    if (isShown && resource !== null && recordId !== null && field !== null)
      await noteUnreadable({ records, queries, at }, { id: file.id, resource, recordId, field })
    const closed = await closeUnreadable(queries, { id: file.id, lease })
    if (closed && (closed.claimed_at !== null && closed.replaced_at === null) !== isShown)
      throw new Error('a record took or left the file meanwhile')
  })
}

/** Removes originals of pictures that are shown, those that a stop has left as well. */
async function removeOriginals({ database, files }: Context): Promise<void> {
  for (let left = await leftRaw(database); left.length > 0; left = await leftRaw(database)) {
    for (const { key } of left) await files.remove(rawKeyOf(key))
    await noteRawGone(database, left)
  }
}

/** Prepares pictures until it is stopped: at once what came here, within half a minute what another process has left. */
export async function startPreparing(
  context: Context,
  { noteUnreadable, lanes }: { readonly noteUnreadable: NoteUnreadable; readonly lanes: number },
): Promise<{ stop(): Promise<void> }> {
  const { database, log } = context
  // Whoever held a lease of an embedded database is gone: only one process opens it.
  if (database.engine === 'embedded') await releaseRaw(database, null)
  let isStopped = false
  const wakeUps: (() => void)[] = []
  let news = 0
  const wake = () => {
    news += 1
    for (const each of wakeUps.splice(0)) each()
  }
  sleepers.set(database, wake)
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookMs)
      wakeUps.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  const lane = async () => {
    while (!isStopped) {
      const known = news
      await prepareFiles(context, noteUnreadable, () => isStopped).catch((error: unknown) =>
        log.error({ err: error }, 'pictures that wait could not be prepared'),
      )
      if (news === known && !isStopped) await sleep()
    }
  }
  const running = Array.from({ length: lanes }, lane)
  return {
    async stop() {
      isStopped = true
      sleepers.delete(database)
      wake()
      await Promise.all(running)
    },
  }
}
