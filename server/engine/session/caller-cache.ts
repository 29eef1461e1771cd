import type { Database, Queries } from '../database/database.ts'
import { invalidationsOf } from '../database/invalidations.ts'
import { afterCommit } from '../database/transaction.ts'

/** Milliseconds for which a caller is cached, because an invalidation by another process may be lost. */
const cachedMs = 1000
const maxCached = 5000

interface CachedRow<Row> {
  readonly row: Row
  readonly readAt: number
}

/**
 * Cache of callers by the hash of their access token. Any change to sessions or accounts invalidates the whole cache in every
 * process. If the invalidation is lost, entries expire after a second.
 */
class CallerCache<Row> {
  readonly #rows = new Map<string, CachedRow<Row>>()
  #forgotten = 0
  readonly listeners = new Set<() => void>()

  /** Returns the cached row or the result of `read`. A row read while the cache was cleared is not stored. */
  async get(hash: string, now: Date, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const known = this.#rows.get(hash)
    // If the clock was set back, the age is negative and the entry is not used.
    const age = known ? now.getTime() - known.readAt : -1
    if (known && age >= 0 && age < cachedMs) return known.row
    const forgotten = this.#forgotten
    const row = await read()
    if (!row || forgotten !== this.#forgotten) return row
    if (this.#rows.size >= maxCached) this.#rows.clear()
    this.#rows.set(hash, { row, readAt: now.getTime() })
    return row
  }

  clear(): void {
    this.#forgotten += 1
    this.#rows.clear()
    for (const listener of this.listeners) listener()
  }
}

const ofDatabase = new WeakMap<Database, CallerCache<unknown>>()

/** Returns the cache of a database, shared within this process. The cast is safe because only `find-caller.ts` reads rows from it. */
export function callerCacheOf<Row>(database: Database): CallerCache<Row> {
  let cache = ofDatabase.get(database)
  if (!cache) {
    const created = new CallerCache()
    invalidationsOf(database).subscribe((topic) => {
      if (topic === null || topic === 'callers') created.clear()
    })
    ofDatabase.set(database, created)
    cache = created
  }
  // There is only one type of row; see above.
  return cache as CallerCache<Row>
}

/** Runs work that changes sessions, accounts or passwords, and then clears the cache of callers, even if the work fails. */
export async function invalidatingCallers<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    let notified: Promise<void> | undefined
    afterCommit(() => {
      notified = invalidationsOf(database).send('callers')
    })
    // Wait, so that a user who signs out gets the response only after the other processes were notified.
    await notified
  }
}

/** Calls `listener` whenever sessions or accounts may have changed. Returns a function that unsubscribes. */
export function onCallersInvalidated(database: Database, listener: () => void): () => void {
  const { listeners } = callerCacheOf(database)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Runs a transaction inside `invalidatingCallers`. */
export const sessionTransaction = <T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> =>
  invalidatingCallers(database, () => database.transaction(work))
