import type { Database, Queries } from '../database/database.ts'
import { newsOf } from '../database/news.ts'
import { onceCommitted } from '../database/transaction.ts'

/** Milliseconds for which a caller is cached, because an invalidation by another process may be lost. */
const believedMs = 1000
const maxKnown = 5000

interface Known<Row> {
  readonly row: Row
  readonly readAt: number
}

/**
 * Cache of callers by the hash of their access token. Any change to sessions or accounts invalidates the whole cache in every
 * process. If the invalidation is lost, entries expire after a second.
 */
class KnownCallers<Row> {
  readonly #rows = new Map<string, Known<Row>>()
  #forgotten = 0
  readonly listeners = new Set<() => void>()

  /** Returns the cached row or the result of `read`. A row read while the cache was cleared is not stored. */
  async get(hash: string, now: Date, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const known = this.#rows.get(hash)
    // If the clock was set back, the age is negative and the entry is not used.
    const age = known ? now.getTime() - known.readAt : -1
    if (known && age >= 0 && age < believedMs) return known.row
    const forgotten = this.#forgotten
    const row = await read()
    if (!row || forgotten !== this.#forgotten) return row
    if (this.#rows.size >= maxKnown) this.#rows.clear()
    this.#rows.set(hash, { row, readAt: now.getTime() })
    return row
  }

  forget(): void {
    this.#forgotten += 1
    this.#rows.clear()
    for (const listener of this.listeners) listener()
  }
}

const ofDatabase = new WeakMap<Database, KnownCallers<unknown>>()

/** Returns the cache of a database, shared within this process. The cast is safe because only `find-caller.ts` reads rows from it. */
export function knownCallers<Row>(database: Database): KnownCallers<Row> {
  let known = ofDatabase.get(database)
  if (!known) {
    const made = new KnownCallers()
    newsOf(database).hear((topic) => {
      if (topic === null || topic === 'callers') made.forget()
    })
    ofDatabase.set(database, made)
    known = made
  }
  // There is only one type of row; see above.
  return known as KnownCallers<Row>
}

/** Runs work that changes sessions, accounts or passwords, and then clears the cache of callers, even if the work fails. */
export async function forgettingCallers<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    let told: Promise<void> | undefined
    onceCommitted(() => {
      told = newsOf(database).tell('callers')
    })
    // Wait, so that a user who signs out gets the response only after the other processes were notified.
    await told
  }
}

/** Calls `listener` whenever sessions or accounts may have changed. Returns a function that unsubscribes. */
export function onCallersForgotten(database: Database, listener: () => void): () => void {
  const { listeners } = knownCallers(database)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Runs a transaction inside `forgettingCallers`. */
export const sessionTransaction = <T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> =>
  forgettingCallers(database, () => database.transaction(work))
