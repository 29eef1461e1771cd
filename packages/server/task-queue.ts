/**
 * Limits CPU-intensive work: a few tasks at a time, a bounded queue, and a clear error when it is
 * full.
 */
import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '@matricola/schema/wire/errors.ts'
import PQueue from 'p-queue'

interface QueueLimits {
  readonly maxWaiting: number
  /** Longest time in the queue. */
  readonly maxWaitMs: number
  /** Maximum concurrent tasks; absent: the number of cores minus one. */
  readonly concurrency?: number
}

/**
 * Returns a function that runs tasks in the order of arrival. It throws `server.busy` if the queue
 * is full or a task waits too long.
 */
export function createTaskQueue({
  maxWaiting,
  maxWaitMs,
  concurrency,
}: QueueLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const queue = new PQueue({ concurrency: concurrency ?? Math.max(1, availableParallelism() - 1) })
  const busy = () => new AppError('server.busy', { retryAfterSeconds: 5 })
  return async (work) => {
    if (queue.size >= maxWaiting) throw busy()
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(busy()), maxWaitMs)
    const start = () => {
      clearTimeout(timer)
      return work()
    }
    return queue.add(start, { signal: waiting.signal })
  }
}

/**
 * For loops that compute a lot: yields to the event loop whenever `maxMs` have passed since it last
 * did.
 */
export function createYielder(maxMs = 5): () => Promise<void> {
  let lastYieldAt = performance.now()
  return async () => {
    if (performance.now() - lastYieldAt < maxMs) return
    await nextTurn()
    lastYieldAt = performance.now()
  }
}
