/**
 * Invalidations and wake-ups between processes that share a database: records were written, sessions changed, a job or an email
 * is waiting. PostgreSQL carries them with `NOTIFY`; the embedded database has only one process.
 */
import type { Database } from './database.ts'
import type { Listener, News, Queries, Topic } from './queries.ts'
import { onceCommitted, ownerInside } from './transaction.ts'

export type { Listener, News, Topic } from './queries.ts'

/** Creates an invalidation channel within one process. `further` sends topics to other processes. */
export function newsAmong(further: (topic: Topic) => Promise<void> = async () => undefined) {
  const listeners = new Set<Listener>()
  /** Delivers a topic to the listeners of this process. */
  const reach = (topic: Topic | null) => {
    for (const listener of [...listeners]) listener(topic)
  }
  const news: News = {
    async tell(topic) {
      reach(topic)
      await further(topic)
    },
    hear(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { ...news, reach }
}

const ofProcess = new WeakMap<object, News>()

/** Returns the invalidation channel of a database; if it has none, one for this process. */
export function newsOf(database: Pick<Database, 'news'>): News {
  if (database.news) return database.news
  const known = ofProcess.get(database) ?? newsAmong()
  ofProcess.set(database, known)
  return known
}

/** Reports what a statement of `queries` wrote: at once, or after the commit if it is part of a transaction. */
export function announce(queries: Queries & Pick<Database, 'news'>, topic: Topic): void {
  const news = ownerInside()?.news ?? queries.news
  onceCommitted(() => void news?.tell(topic))
}
