/** What both engines' transactions share. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'

interface Inside {
  readonly owner: object
  isOpen: boolean
}
const inside = new AsyncLocalStorage<Inside>()

/** Throws when the caller is inside a transaction of `owner`: its statements would wait for a connection that it holds itself. */
export function refuseInside(owner: object): void {
  const around = inside.getStore()
  if (around?.isOpen && around.owner === owner) throw new Error('inside a transaction only the queries handed to it may be used')
}

/** Runs `work` marked as inside a transaction of `owner`, until it ends. */
export async function runInside<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const mark: Inside = { owner, isOpen: true }
  try {
    return await inside.run(mark, work)
  } finally {
    mark.isOpen = false
  }
}

// Serialization failure, deadlock, a prepared statement whose tables have changed.
const retryable = new Set(['40001', '40P01', '0A000'])
const attempts = 4

/** Runs `attempt` again, up to three times, while it fails because of what others did at the same time. */
export async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
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
