import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTaskQueue } from '../task-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A task that ends when `finish` is called. */
function createTask(name: string, log: string[]) {
  let finish = () => {}
  const promise = new Promise<string>((resolve) => {
    finish = () => resolve(name)
  })
  const work = () => {
    log.push(name)
    return promise
  }
  return { work, finish: () => finish() }
}

test('tasks start in the order of arrival, a few at a time, and a failed task frees its slot', async () => {
  const enqueue = createTaskQueue({ maxWaiting: 2, maxWaitMs: 1000, concurrency: 1 })
  const started: string[] = []
  const [first, third] = [createTask('first', started), createTask('third', started)]
  const results = [
    enqueue(first.work),
    enqueue(async () => {
      started.push('second')
      throw new Error('failed')
    }),
    enqueue(third.work),
  ] as const
  expect(started).toEqual(['first'])
  first.finish()
  expect(await results[0]).toBe('first')
  await expect(results[1]).rejects.toThrow('failed')
  third.finish()
  expect(await results[2]).toBe('third')
  expect(started).toEqual(['first', 'second', 'third'])
})

test('a task is refused as busy if the queue is full or it waits too long, and never runs; a running task has no time limit', async () => {
  const enqueue = createTaskQueue({ maxWaiting: 1, maxWaitMs: 1000, concurrency: 1 })
  const started: string[] = []
  const [running, waiting, last] = [
    createTask('running', started),
    createTask('waiting', started),
    createTask('last', started),
  ]
  const result = enqueue(running.work)
  const late = enqueue(waiting.work)
  const busy = { code: 'server.busy', details: { retryAfterSeconds: 5 } }
  await expect(enqueue(last.work)).rejects.toMatchObject(busy)
  const refusal = expect(late).rejects.toMatchObject(busy)
  await vi.advanceTimersByTimeAsync(1000)
  await refusal
  const next = enqueue(last.work)
  running.finish()
  last.finish()
  expect([await result, await next]).toEqual(['running', 'last'])
  expect(started).toEqual(['running', 'last'])
})
