import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { startWorkers } from '#server/app/workers.ts'
import type { Database } from '#server/engine/database/database.ts'
import { createTestContext } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('an idle program queries its database at most once every half minute', async () => {
  const database = await openTestDatabase()
  let running = 0
  /** The seconds in which each statement was executed. */
  const asked = new Map<string, Set<number>>()
  const counted = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
    asked.set(text, (asked.get(text) ?? new Set()).add(Math.floor(Date.now() / 1000)))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
  const watched: Database = {
    ...database,
    vitals: { query: (text, values) => counted(text, () => database.vitals.query(text, values)) },
    query: (text, values) => counted(text, () => database.query(text, values)),
    transaction: (work, options) => counted(`transaction ${work.toString()}`, () => database.transaction(work, options)),
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const workers = await startWorkers(createTestContext(watched, { clock: { now: () => new Date() } }))
  /** Waits until all work that the passing of time started has ended. */
  const quiet = async () => {
    for (let still = 0; still < 20; still = running > 0 ? 0 : still + 1) await turn()
  }
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      vi.advanceTimersByTime(1000)
      await quiet()
    }
  }
  await quiet()
  // Lets the work that follows startup finish.
  await pass(130)
  asked.clear()
  await pass(120)
  expect(asked.size).toBeGreaterThan(0)
  expect([...asked].filter(([, seconds]) => seconds.size > 4)).toEqual([])
  const stopped = Promise.all(workers.map((worker) => worker.stop()))
  await quiet()
  await stopped
  vi.useRealTimers()
  await database.close()
})
