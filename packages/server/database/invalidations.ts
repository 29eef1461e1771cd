/**
 * Invalidations and wake-ups between processes that share a database: records were written,
 * sessions changed, a job or an email is waiting. PostgreSQL carries them with `NOTIFY`; the
 * embedded database has only one process.
 */
import type { Database } from './database.ts'
import type { InvalidationChannel, Listener, Queries, Topic } from './queries.ts'
import { afterCommit, findOpenDatabase } from './transaction.ts'

export type { InvalidationChannel, Listener, Topic } from './queries.ts'

/**
 * Creates an invalidation channel within one process. `sendToOthers` sends topics to other
 * processes.
 */
export function createInvalidationChannel(
  sendToOthers: (topic: Topic) => Promise<void> = async () => undefined,
) {
  const listeners = new Set<Listener>()
  /** Delivers a topic to the listeners of this process. */
  const deliver = (topic: Topic | null) => {
    for (const listener of [...listeners]) listener(topic)
  }
  const channel: InvalidationChannel = {
    async send(topic) {
      deliver(topic)
      await sendToOthers(topic)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { ...channel, deliver }
}

const channels = new WeakMap<object, InvalidationChannel>()

/** Returns the invalidation channel of a database; if it has none, one for this process. */
export function invalidationsOf(database: Pick<Database, 'invalidations'>): InvalidationChannel {
  if (database.invalidations) return database.invalidations
  const existing = channels.get(database) ?? createInvalidationChannel()
  channels.set(database, existing)
  return existing
}

/**
 * Reports the writes made by a statement of `queries`: immediately, or after the commit if the
 * statement is part of a transaction.
 */
export function sendInvalidation(
  queries: Queries & Pick<Database, 'invalidations'>,
  topic: Topic,
): void {
  const channel = findOpenDatabase()?.invalidations ?? queries.invalidations
  afterCommit(() => void channel?.send(topic))
}
