import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpError } from '#providers/http.ts'
import { sendInTurn } from '#src/public/apply/sending/queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const queued = (waitSeconds: number) =>
  new HttpError({
    message: '',
    statusCode: 429,
    code: 'registration.queued',
    queue: { position: 1, waitSeconds, retryAfterSeconds: Math.min(waitSeconds, 30), ticket: `ticket-${waitSeconds}` },
  })
const lost = () => new HttpError({ message: '', statusCode: 0 })

/** Simulates a submission that fails with each error in turn and then succeeds. */
function sending(errors: readonly unknown[]) {
  const told: number[] = []
  const tickets: (string | null)[] = []
  let tries = 0
  const result = sendInTurn(
    async (ticket) => {
      tickets.push(ticket)
      const error = errors[tries]
      tries += 1
      if (error) throw error
      return 'sent'
    },
    ({ waitSeconds }) => told.push(waitSeconds),
  )
  result.catch(() => undefined)
  return { result, told, tickets, tries: () => tries }
}

test('it asks again when the server has said, and not before', async () => {
  const { result, told, tries } = sending([queued(90), queued(20)])
  await vi.advanceTimersByTimeAsync(29_000)
  expect([tries(), told]).toEqual([1, [90]])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([tries(), told]).toEqual([2, [90, 20]])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await result).toBe('sent')
})

test('it brings the latest ticket with each try', async () => {
  const { result, tickets } = sending([queued(20), queued(10), lost()])
  await vi.advanceTimersByTimeAsync(60_000)
  await result
  expect(tickets).toEqual([null, 'ticket-20', 'ticket-10', 'ticket-10'])
})

test('a connection that is lost in the queue is tried again', async () => {
  const { result } = sending([queued(1), lost(), new DOMException('', 'TimeoutError')])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await result).toBe('sent')
})

test('without a place in the queue the first failure is the answer', async () => {
  const { result, tries } = sending([lost()])
  await expect(result).rejects.toMatchObject({ statusCode: 0 })
  expect(tries()).toBe(1)
})

test('a refusal after the wait is the answer', async () => {
  const { result } = sending([queued(1), new HttpError({ message: '', statusCode: 403, code: 'registration.closed' })])
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(result).rejects.toMatchObject({ code: 'registration.closed' })
})

test('a server that stays away is given up after a minute', async () => {
  const { result, tries } = sending([queued(1), ...Array.from({ length: 20 }, lost)])
  await vi.advanceTimersByTimeAsync(120_000)
  await expect(result).rejects.toMatchObject({ statusCode: 0 })
  expect(tries()).toBe(14)
})
