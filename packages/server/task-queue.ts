/** Limits CPU-intensive work: a few tasks at a time, a bounded queue, and a clear error when it is full. */
import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '@matricola/schema/wire/errors.ts'

interface QueueLimits {
  readonly maxWaiting: number
  /** Longest time in the queue. */
  readonly maxWaitMs: number
  /** Maximum concurrent tasks; absent: the number of cores minus one. */
  readonly concurrency?: number
}

/** Returns a function that runs tasks in the order of arrival. It throws `server.busy` if the queue is full or a task waits too long. */
export function createTaskQueue({ maxWaiting, maxWaitMs, concurrency }: QueueLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const maxRunning = concurrency ?? Math.max(1, availableParallelism() - 1)
  const busy = () => new AppError('server.busy', { retryAfterSeconds: 5 })
  const waiting: (() => void)[] = []
  let running = 0

  function acquireSlot(): Promise<void> {
    if (waiting.length >= maxWaiting) throw busy()
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(busy())
      }, maxWaitMs)
      waiting.push(start)
    })
  }

  return async (work) => {
    if (running >= maxRunning) await acquireSlot()
    else running += 1
    try {
      return await work()
    } finally {
      // The slot goes directly to the next task in the queue, so that no new task can take it first.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** For loops that compute a lot: yields to the event loop whenever `maxMs` have passed since it last did. */
export function createYielder(maxMs = 5): () => Promise<void> {
  let lastYieldAt = performance.now()
  return async () => {
    if (performance.now() - lastYieldAt < maxMs) return
    await nextTurn()
    lastYieldAt = performance.now()
  }
}
