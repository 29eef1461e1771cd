/**
 * Processes on one database tell each other what others remember, or wait for: that records were written, that sessions
 * changed, that there is a job or a mail. PostgreSQL carries it (`NOTIFY`); the embedded database has one process.
 */
import type { Database, Queries } from './database.ts'
import { onceCommitted, ownerInside } from './transaction.ts'

/** `wrote …`: records of that resource. */
export type Topic = 'callers' | 'jobs' | 'mails' | `wrote ${string}`

/** Called with what was told, null where something may have been missed. */
export type Listener = (topic: Topic | null) => void

export interface News {
  /** Tells everybody, this process too; ends when the others have been told, as far as the database can be reached. */
  tell(topic: Topic): Promise<void>
  /** Answers how to stop listening. */
  hear(listener: Listener): () => void
}

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
