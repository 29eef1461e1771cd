import { HttpError } from '@matricola/providers/http.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendThroughQueue } from '#src/public/apply/sending/use-application-submission.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const queued = (waitSeconds: number) =>
  new HttpError({
    message: '',
    statusCode: 429,
    code: 'registration.queued',
    queue: {
      position: 1,
      waitSeconds,
      retryAfterSeconds: Math.min(waitSeconds, 30),
      ticket: `ticket-${waitSeconds}`,
    },
  })
const createConnectionError = () => new HttpError({ message: '', statusCode: 0 })

/** Simulates a submission that fails with each error in turn and then succeeds. */
function sending(errors: readonly unknown[]) {
  const positions: number[] = []
  const tickets: (string | null)[] = []
  let tries = 0
  const result = sendThroughQueue(
    async (ticket) => {
      tickets.push(ticket)
      const error = errors[tries]
      tries += 1
      if (error) throw error
      return 'sent'
    },
    ({ waitSeconds }) => positions.push(waitSeconds),
  )
  result.catch(() => undefined)
  return { result, told: positions, tickets, tries: () => tries }
}

test('the queue retries at the time the server gave, and not before', async () => {
  const { result, told, tries } = sending([queued(90), queued(20)])
  await vi.advanceTimersByTimeAsync(29_000)
  expect([tries(), told]).toEqual([1, [90]])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([tries(), told]).toEqual([2, [90, 20]])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await result).toBe('sent')
})

test('the queue sends the latest ticket with each attempt', async () => {
  const { result, tickets } = sending([queued(20), queued(10), createConnectionError()])
  await vi.advanceTimersByTimeAsync(60_000)
  await result
  expect(tickets).toEqual([null, 'ticket-20', 'ticket-10', 'ticket-10'])
})

test('a connection lost in the queue is retried', async () => {
  const { result } = sending([
    queued(1),
    createConnectionError(),
    new DOMException('', 'TimeoutError'),
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await result).toBe('sent')
})

test('without a queue ticket the first failure is returned', async () => {
  const { result, tries } = sending([createConnectionError()])
  await expect(result).rejects.toMatchObject({ statusCode: 0 })
  expect(tries()).toBe(1)
})

test('a refusal after the wait is returned', async () => {
  const { result } = sending([
    queued(1),
    new HttpError({ message: '', statusCode: 403, code: 'registration.closed' }),
  ])
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(result).rejects.toMatchObject({ code: 'registration.closed' })
})

test('the queue gives up on an unreachable server after a minute', async () => {
  const { result, tries } = sending([
    queued(1),
    ...Array.from({ length: 20 }, createConnectionError),
  ])
  await vi.advanceTimersByTimeAsync(120_000)
  await expect(result).rejects.toMatchObject({ statusCode: 0 })
  expect(tries()).toBe(14)
})
