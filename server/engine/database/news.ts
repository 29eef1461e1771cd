/**
 * Processes on one database tell each other what others remember, or wait for: that records were written, that sessions
 * changed, that there is a job or a mail. PostgreSQL carries it (`NOTIFY`); the embedded database has one process.
 */
import type { Database } from './database.ts'
import type { Listener, News, Queries, Topic } from './queries.ts'
import { onceCommitted, ownerInside } from './transaction.ts'

export type { Listener, News, Topic } from './queries.ts'

/** News among those who share a process; `further` carries them to others. */
export function newsAmong(further: (topic: Topic) => Promise<void> = async () => undefined) {
  const listeners = new Set<Listener>()
  /** Hands on what others have told. */
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

/** News of a database. One that carries none has those of its own process. */
export function newsOf(database: Pick<Database, 'news'>): News {
  if (database.news) return database.news
  const known = ofProcess.get(database) ?? newsAmong()
  ofProcess.set(database, known)
  return known
}

/** Tells of what a statement of `queries` has just written: at once, or when the transaction that it is part of is committed. */
export function announce(queries: Queries & Pick<Database, 'news'>, topic: Topic): void {
  const news = ownerInside()?.news ?? queries.news
  onceCommitted(() => void news?.tell(topic))
}
