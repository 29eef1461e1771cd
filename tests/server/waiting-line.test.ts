import { expect, test } from 'vitest'
import { AppError } from '#model/wire/errors.ts'
import { WaitingLine } from '#server/university/admission/submission/waiting-line.ts'

function lineOf(atOnce: number) {
  let now = Date.parse('2027-07-20T10:00:00.000Z')
  const line = new WaitingLine({ atOnce, now: () => now })
  return {
    line,
    wait: (ms: number) => {
      now += ms
    },
    /** Code of what a caller is put off with, null for one who is let in. */
    ask(key: string | null) {
      try {
        line.enter(key)
        return null
      } catch (error) {
        if (error instanceof AppError) return error
        throw error
      }
    },
  }
}

test('a request that is slow to arrive takes no place at work, one that has arrived does', () => {
  const { line, wait, ask } = lineOf(1)
  const first = line.enter('first-key')
  expect(ask('second-key')?.code).toBe('registration.queued')
  wait(5_000)
  const second = line.enter('second-key')
  second.received()
  wait(5_000)
  expect(ask('third-key')?.code).toBe('registration.queued')
  first.leave(true)
  second.leave(true)
  expect(ask('third-key')).toBeNull()
})

test('an applicant who was let in and got no answer keeps the place in front, and its arrival', () => {
  const { line, wait, ask } = lineOf(1)
  const busy = line.enter('busy-key')
  busy.received()
  for (const key of ['first-key', 'second-key']) expect(ask(key)?.code).toBe('registration.queued')
  busy.leave(true)
  wait(1_000)
  const first = line.enter('first-key')
  expect(first.waitedMs).toBe(1_000)
  wait(2_000)
  first.leave(false)
  expect(ask('second-key')?.code).toBe('registration.queued')
  expect(line.enter('first-key').waitedMs).toBe(3_000)
})

test('the estimate follows the pace of the server', () => {
  const { line, wait, ask } = lineOf(8)
  const inside = Array.from({ length: 8 }, (_, at) => line.enter(`inside-key-${at}`))
  for (const visit of inside) visit.received()
  const waitOf = (key: string) => ask(key)?.details.queue?.waitSeconds ?? 0
  const before = waitOf('waiting-key-1')
  for (let round = 0; round < 100; round += 1) {
    wait(2_000)
    inside.shift()?.leave(true)
    const next = line.enter(`waiting-key-${round === 0 ? 1 : `round-${round}`}`)
    next.received()
    inside.push(next)
  }
  expect(before).toBe(1)
  expect(waitOf('another-key')).toBe(2)
})

test('ten thousand places are kept at most, and places of applicants who do not come back make room', () => {
  const { line, wait, ask } = lineOf(1)
  line.enter('inside-key').received()
  for (let at = 0; at < 10_000; at += 1) ask(`waiting-key-${at}`)
  expect(ask('one-too-many')?.code).toBe('server.busy')
  expect(ask('waiting-key-9999')?.details.queue?.position).toBe(10_000)
  wait(60_000)
  expect(ask('one-too-many')?.details.queue?.position).toBe(1)
})

test('a long wait is asked for again every ten seconds', () => {
  const { line, ask } = lineOf(1)
  line.enter('inside-key').received()
  for (let at = 0; at < 999; at += 1) ask(`waiting-key-${at}`)
  expect(ask('last-key')?.details).toEqual({
    retryAfterSeconds: 10,
    queue: { position: 1_000, waitSeconds: 100, retryAfterSeconds: 10 },
  })
})
