/** Transaction code that both engines share. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Queries } from './database.ts'
import { createSessionQueue } from './embedded/session-queue.ts'
import { atSavepoint } from './savepoint.ts'

/** Queries and transactions while one transaction spans a whole call. */
interface JoinedTransaction extends Queries {
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
}

interface OpenTransaction {
  readonly owner: Database
  /** Absent: statements cannot join the transaction. */
  readonly joined?: JoinedTransaction
  /** Callbacks to run after the commit. */
  readonly effects: (() => void)[]
  isOpen: boolean
}
const openTransactions = new AsyncLocalStorage<OpenTransaction>()

/**
 * Returns the transaction of `owner` that the caller's statements join, if there is one. Throws
 * inside any other transaction of `owner`, because the statement would wait for a connection that
 * the caller itself holds.
 */
export function findJoinedTransaction(owner: Database): JoinedTransaction | undefined {
  const current = openTransactions.getStore()
  if (!current?.isOpen || current.owner !== owner) return undefined
  if (!current.joined)
    throw new Error('inside a transaction, use only the queries object passed to it')
  return current.joined
}

/** Returns the database whose transaction the caller is in; undefined outside a transaction. */
export function findOpenDatabase(): Database | undefined {
  const current = openTransactions.getStore()
  return current?.isOpen ? current.owner : undefined
}

/**
 * Runs a transaction of `owner`, retrying `attempt` on conflicts. Callbacks registered with
 * `afterCommit` run after the attempt that succeeded.
 */
export async function runTransaction<T>(
  owner: Database,
  attempt: (attempt: <R>(work: () => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  let effects: (() => void)[] = []
  const result = await withRetries(() => {
    effects = []
    return attempt((work) => runMarked({ owner, effects }, work))
  })
  for (const effect of effects) effect()
  return result
}

let openCount = 0

async function runMarked<T>(
  transaction: Omit<OpenTransaction, 'isOpen'>,
  work: () => Promise<T>,
): Promise<T> {
  const mark: OpenTransaction = { ...transaction, isOpen: true }
  openCount += 1
  try {
    return await openTransactions.run(mark, work)
  } finally {
    mark.isOpen = false
    openCount -= 1
    // Async context tracking slows down every promise of the process. The next transaction turns it
    // on again.
    if (openCount === 0) openTransactions.disable()
  }
}

/**
 * Runs `work` in one transaction that all its database calls join: statements become part of it,
 * transactions become savepoints. Code that does not know about it is committed or rolled back as a
 * whole. As in any transaction, `work` must wait only for the database, and may be retried.
 */
export function joinedTransaction<T>(
  database: Database,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  return database.transaction((queries) => {
    const current = openTransactions.getStore()
    if (!current) throw new Error('a transaction is not marked')
    const { owner, effects } = current
    return runMarked({ owner, effects, joined: createJoinedTransaction(current, queries) }, () =>
      work(queries),
    )
  })
}

/**
 * Runs `effect` when other connections can see the caller's writes: after the commit inside a
 * transaction, otherwise immediately.
 */
export function afterCommit(effect: () => void): void {
  const current = openTransactions.getStore()
  if (current?.isOpen) current.effects.push(effect)
  else effect()
}

/** One call at a time, since a savepoint must not include statements of concurrent work. */
function createJoinedTransaction(
  { owner, effects }: OpenTransaction,
  queries: Queries,
): JoinedTransaction {
  const queue = createSessionQueue()
  async function runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const release = await queue.enterExclusively()
    try {
      return await work()
    } finally {
      release()
    }
  }
  return {
    // Callers may handle a failed write and continue, so it needs a savepoint. A failed SELECT is
    // never handled.
    query: <Row extends object>(text: string, values?: readonly unknown[]) =>
      runExclusively(() =>
        /^\s*select\b/i.test(text)
          ? queries.query<Row>(text, values)
          : atSavepoint(queries, 'joined', () => queries.query<Row>(text, values)),
      ),
    transaction: (work) =>
      runExclusively(() =>
        atSavepoint(queries, 'joined', () => runMarked({ owner, effects }, () => work(queries))),
      ),
  }
}

// Serialization failure, deadlock, prepared statement whose tables have changed.
const retryable = new Set(['40001', '40P01', '0A000'])
const maxAttempts = 4

/** Retries `attempt` up to three times if it fails because of concurrent work. */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code
      if (count === maxAttempts || typeof code !== 'string' || !retryable.has(code)) throw error
      await pause(Math.random() * 20 * 2 ** count)
    }
  }
}
