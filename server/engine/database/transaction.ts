/** Code that both engines' transactions share. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Queries } from './database.ts'
import { makeLine } from './embedded/queue.ts'
import { atSavepoint } from './savepoint.ts'

/** Form that a statement or a transaction on the database takes while one transaction stands for a whole call. */
interface Joint extends Queries {
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
}

interface Inside {
  readonly owner: Database
  /** Absent: nothing may join. */
  readonly joint?: Joint
  /** Work to do once the transaction is committed. */
  readonly effects: (() => void)[]
  isOpen: boolean
}
const inside = new AsyncLocalStorage<Inside>()

/**
 * The transaction of `owner` that the caller's statements join, if there is one. Throws inside any other transaction of
 * `owner`: its statements would wait for a connection that it holds itself.
 */
export function jointOf(owner: Database): Joint | undefined {
  const around = inside.getStore()
  if (!around?.isOpen || around.owner !== owner) return undefined
  if (!around.joint) throw new Error('inside a transaction only the queries handed to it may be used')
  return around.joint
}

/** The database on whose transaction the caller's work is; undefined outside of any. */
export function ownerInside(): Database | undefined {
  const around = inside.getStore()
  return around?.isOpen ? around.owner : undefined
}

/**
 * A transaction of `owner`: `attempt` is made, again where the database asks for that, and runs the work by what it is handed.
 * Work left for `onceCommitted` is done after the one that stood.
 */
export async function settled<T>(owner: Database, attempt: (inside: <R>(work: () => Promise<R>) => Promise<R>) => Promise<T>): Promise<T> {
  let effects: (() => void)[] = []
  const result = await retrying(() => {
    effects = []
    return attempt((work) => marked({ owner, effects }, work))
  })
  for (const effect of effects) effect()
  return result
}

/** Number of marks that are open. */
let marks = 0

async function marked<T>(of: Omit<Inside, 'isOpen'>, work: () => Promise<T>): Promise<T> {
  const mark: Inside = { ...of, isOpen: true }
  marks += 1
  try {
    return await inside.run(mark, work)
  } finally {
    mark.isOpen = false
    marks -= 1
    // Following marks costs every promise of the process something; the next one turns it on again.
    if (marks === 0) inside.disable()
  }
}

/**
 * Runs `work` in one transaction that everything it asks of the database joins: statements are part of it, transactions
 * become savepoints in it. So work that knows nothing of it stands or falls as a whole. As in any transaction, `work`
 * waits for nothing but the database, and may be run again where the database asks for that.
 */
export function joinedTransaction<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return database.transaction((queries) => {
    const around = inside.getStore()
    if (!around) throw new Error('a transaction is not marked')
    const { owner, effects } = around
    return marked({ owner, effects, joint: jointIn(around, queries) }, () => work(queries))
  })
}

/** Does what others may notice, such as forgetting what is remembered of a record, when they can see what was written: at once, or once the transaction that the caller's work is part of is committed. */
export function onceCommitted(effect: () => void): void {
  const around = inside.getStore()
  if (around?.isOpen) around.effects.push(effect)
  else effect()
}

/** One after the other: a savepoint must not fall into the middle of somebody else's work. */
function jointIn({ owner, effects }: Inside, queries: Queries): Joint {
  const line = makeLine()
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const leave = await line.enterAlone()
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return {
    // A refused write may be answered by another; a reading that fails is nobody's plan.
    query: <Row extends object>(text: string, values?: readonly unknown[]) =>
      alone(() =>
        /^\s*select\b/i.test(text)
          ? queries.query<Row>(text, values)
          : atSavepoint(queries, 'joined', () => queries.query<Row>(text, values)),
      ),
    transaction: (work) => alone(() => atSavepoint(queries, 'joined', () => marked({ owner, effects }, () => work(queries)))),
  }
}

// Serialization failure, deadlock, a prepared statement whose tables have changed.
const retryable = new Set(['40001', '40P01', '0A000'])
const attempts = 4

/** Runs `attempt` again, up to three times, while it fails because of what others did at the same time. */
async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code
      if (count === attempts || typeof code !== 'string' || !retryable.has(code)) throw error
      await pause(Math.random() * 20 * 2 ** count)
    }
  }
}
