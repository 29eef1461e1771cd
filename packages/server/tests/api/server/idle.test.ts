import { setImmediate as turn } from 'node:timers/promises'
import {
  createLibraryContext,
  library,
  openLibraryDatabase as openTestDatabase,
} from '@matricola/testing/library/app.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { startWorkers } from '../../../app/workers.ts'
import type { Database } from '../../../database/database.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('an idle program queries its database at most once every half minute', async () => {
  const database = await openTestDatabase()
  let running = 0
  /** The seconds in which each statement was executed. */
  const statements = new Map<string, Set<number>>()
  const trackWork = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
    statements.set(text, (statements.get(text) ?? new Set()).add(Math.floor(Date.now() / 1000)))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
  const countingDatabase: Database = {
    ...database,
    vitals: { query: (text, values) => trackWork(text, () => database.vitals.query(text, values)) },
    query: (text, values) => trackWork(text, () => database.query(text, values)),
    transaction: (work, options) =>
      trackWork(`transaction ${work.toString()}`, () => database.transaction(work, options)),
  }
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  const workers = await startWorkers(
    library,
    createLibraryContext(countingDatabase, { clock: { now: () => new Date() } }),
  )
  /** Waits until all work that timers have started has ended. */
  const waitUntilIdle = async () => {
    for (let idleTurns = 0; idleTurns < 20; idleTurns = running > 0 ? 0 : idleTurns + 1)
      await turn()
  }
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      vi.advanceTimersByTime(1000)
      await waitUntilIdle()
    }
  }
  await waitUntilIdle()
  // Wait until the work that follows startup has finished.
  await pass(130)
  statements.clear()
  await pass(120)
  expect(statements.size).toBeGreaterThan(0)
  expect([...statements].filter(([, seconds]) => seconds.size > 4)).toEqual([])
  const stopped = Promise.all(workers.map((worker) => worker.stop()))
  await waitUntilIdle()
  await stopped
  vi.useRealTimers()
  await database.close()
})
