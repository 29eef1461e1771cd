/** Work that takes a core for a while: a few at a time, a queue of some length, and a clear refusal past it (S-5.4). */
import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#model/wire/errors.ts'

interface Limits {
  readonly maxWaiting: number
  /** Longest time that one waits for its turn. */
  readonly maxWaitMs: number
  /** Number at a time; absent: as many as there are cores, less one. */
  readonly atOnce?: number
}

/** Runs the work that it is given, the first come first. Throws `server.busy` past the limits. */
export function turns({ maxWaiting, maxWaitMs, atOnce }: Limits): <T>(work: () => Promise<T>) => Promise<T> {
  const maxRunning = atOnce ?? Math.max(1, availableParallelism() - 1)
  const busy = () => new AppError('server.busy', { retryAfterSeconds: 5 })
  const waiting: (() => void)[] = []
  let running = 0

  function turn(): Promise<void> {
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
    if (running >= maxRunning) await turn()
    else running += 1
    try {
      return await work()
    } finally {
      // The place passes straight to the next in the queue, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** For a loop that computes much: lets the process answer others whenever the loop has gone on for `maxMs`. */
export function breather(maxMs = 5): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxMs) return
    await nextTurn()
    since = performance.now()
  }
}
