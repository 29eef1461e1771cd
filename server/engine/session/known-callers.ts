import type { Database, Queries } from '../database/database.ts'
import { newsOf } from '../database/news.ts'
import { onceCommitted } from '../database/transaction.ts'

/** Time for which a caller is believed, in milliseconds: news of another process may be lost (S-3.6). */
const believedMs = 1000
const maxKnown = 5000

interface Known<Row> {
  readonly row: Row
  readonly readAt: number
}

/**
 * Owners of the access tokens presented lately, by the token's hash. Whatever ends a session, or changes a person's
 * account, tells every process, which forgets all of them at once; should the news be lost, after a second at the latest.
 */
class KnownCallers<Row> {
  readonly #rows = new Map<string, Known<Row>>()
  #forgotten = 0
  readonly listeners = new Set<() => void>()

  /** The row known for a token, or what `read` answers now; a row that was read while callers were forgotten is not kept. */
  async get(hash: string, now: Date, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const known = this.#rows.get(hash)
    // A clock that was set back makes nothing younger than it is.
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

/** The callers known of a database, the same for all who use it in this process. Only `caller.ts` reads them, so there is one kind of row. */
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
  // One caller, one kind of row: see above.
  return known as KnownCallers<Row>
}

/** Runs work that ends or changes sessions, accounts or passwords; after it, done or failed, every caller is looked up anew. */
export async function forgettingCallers<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    let told: Promise<void> | undefined
    onceCommitted(() => {
      told = newsOf(database).tell('callers')
    })
    // A person who was signed out is answered when the others know.
    await told
  }
}

/** Calls `listener` whenever sessions or accounts may have changed in this process. Answers how to stop that. */
export function onCallersForgotten(database: Database, listener: () => void): () => void {
  const { listeners } = knownCallers(database)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A transaction of work that `forgettingCallers` is for. */
export const sessionTransaction = <T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> =>
  forgettingCallers(database, () => database.transaction(work))
