import type { Database, Queries } from '../database/database.ts'
import { invalidationsOf } from '../database/invalidations.ts'
import { afterCommit } from '../database/transaction.ts'

/**
 * Number of milliseconds for which a caller is cached. It is short, because an invalidation by
 * another process may be lost.
 */
const cachedMs = 1000
const maxCached = 5000

interface CachedRow<Row> {
  readonly row: Row
  readonly readAt: number
}

/**
 * Cache of callers by the hash of their access token. Any change to sessions or accounts
 * invalidates the whole cache in every process. If the invalidation is lost, entries expire after a
 * second.
 */
class CallerCache<Row> {
  readonly #rows = new Map<string, CachedRow<Row>>()
  #lastClearedAt = 0
  readonly listeners = new Set<() => void>()

  /**
   * Returns the cached row or the result of `read`. A row read while the cache was cleared is not
   * stored.
   */
  async get(
    hash: string,
    now: Date,
    read: () => Promise<Row | undefined>,
  ): Promise<Row | undefined> {
    const cached = this.#rows.get(hash)
    // If the clock was set back, the age is negative, and the entry must not be used.
    const age = cached ? now.getTime() - cached.readAt : -1
    if (cached && age >= 0 && age < cachedMs) return cached.row
    const lastClearedBefore = this.#lastClearedAt
    const row = await read()
    if (!row || lastClearedBefore !== this.#lastClearedAt) return row
    if (this.#rows.size >= maxCached) this.#rows.clear()
    this.#rows.set(hash, { row, readAt: now.getTime() })
    return row
  }

  clear(): void {
    this.#lastClearedAt += 1
    this.#rows.clear()
    for (const listener of this.listeners) listener()
  }
}

const cachesByDatabase = new WeakMap<Database, CallerCache<unknown>>()

/**
 * Returns the cache of a database, shared within this process. The cast is safe because only
 * `find-caller.ts` reads rows from it.
 */
export function callerCacheOf<Row>(database: Database): CallerCache<Row> {
  let cache = cachesByDatabase.get(database)
  if (!cache) {
    const created = new CallerCache()
    invalidationsOf(database).subscribe((topic) => {
      if (topic === null || topic === 'callers') created.clear()
    })
    cachesByDatabase.set(database, created)
    cache = created
  }
  // Every cache has the same type of row; see above.
  return cache as CallerCache<Row>
}

/**
 * Runs work that changes sessions, accounts or passwords, and then clears the cache of callers,
 * even if the work fails.
 */
export async function invalidatingCallers<T>(
  database: Database,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } finally {
    let notification: Promise<void> | undefined
    afterCommit(() => {
      notification = invalidationsOf(database).send('callers')
    })
    // Wait, so that the response to a sign-out is sent only after the other processes were
    // notified.
    await notification
  }
}

/**
 * Calls `listener` whenever sessions or accounts may have changed. Returns a function that
 * unsubscribes.
 */
export function onCallersInvalidated(database: Database, listener: () => void): () => void {
  const { listeners } = callerCacheOf(database)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Runs a transaction inside `invalidatingCallers`. */
export const sessionTransaction = <T>(
  database: Database,
  work: (queries: Queries) => Promise<T>,
): Promise<T> => invalidatingCallers(database, () => database.transaction(work))
