import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withUniformTiming } from '../../http/uniform-timing.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds until the result is returned, for work that takes `workMs`. */
async function durationOf(workMs: number): Promise<number> {
  const startedAt = performance.now()
  const result = withUniformTiming(async () => {
    await new Promise((resolve) => setTimeout(resolve, workMs))
    return workMs
  })
  await vi.runAllTimersAsync()
  expect(await result).toBe(workMs)
  return performance.now() - startedAt
}

test.each([
  [0, 25],
  [1, 25],
  [24, 25],
  [25, 50],
  [61, 75],
])('work that takes %i ms returns after %i ms', async (workMs, afterMs) => {
  expect(await durationOf(workMs)).toBe(afterMs)
})

test('a rejection is not delayed', async () => {
  await expect(withUniformTiming(() => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  )
  expect(vi.getTimerCount()).toBe(0)
})
