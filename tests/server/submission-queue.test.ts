import { AppError } from '@matricola/schema/wire/errors.ts'
import { expect, test } from 'vitest'
import {
  createQueueTicket,
  SubmissionQueue,
} from '#server/admission/submission/submission-queue.ts'

const keysOf = (byte: number) => ({
  pepper: Buffer.alloc(32),
  encryption: Buffer.alloc(32),
  index: Buffer.alloc(32, byte),
})
const keys = keysOf(1)

/**
 * Queues of several processes that share a clock. Each processes `concurrency` applications at a
 * time.
 */
function queuesOf(atOnce: number, { processes = 1 } = {}) {
  let now = Date.parse('2027-07-20T10:00:00.000Z')
  const queues = Array.from({ length: processes }, () => {
    const queue = new SubmissionQueue({ concurrency: atOnce, keys, now: () => now })
    return {
      queue,
      /** Returns the refusal of a caller who has to wait, or null for one who is admitted. */
      ask(key: string | null, ticket: string | null = null) {
        try {
          queue.enter(key, ticket)
          return null
        } catch (error) {
          if (error instanceof AppError) return error
          throw error
        }
      },
    }
  })
  return {
    queues,
    now: () => now,
    wait: (ms: number) => {
      now += ms
    },
  }
}

function queueOf(atOnce: number) {
  const { queues, ...clock } = queuesOf(atOnce)
  const [only] = queues
  if (!only) throw new Error('there is no queue')
  return { ...only, ...clock }
}

/** Two processes with one slot each, of which the first is busy. */
function busyPair() {
  const {
    queues: [here, there],
    ...clock
  } = queuesOf(1, { processes: 2 })
  if (!here || !there) throw new Error('there are not two queues')
  const busy = here.queue.enter('busy-key')
  busy.markReceived()
  return { here, there, busy, ...clock }
}

const ticketOf = (refusal: AppError | null) => refusal?.details.queue?.ticket ?? null

test('a request occupies a slot only once it has arrived completely', () => {
  const { queue, wait, ask } = queueOf(1)
  const first = queue.enter('first-key')
  expect(ask('second-key')?.code).toBe('registration.queued')
  wait(5_000)
  const second = queue.enter('second-key')
  second.markReceived()
  wait(5_000)
  expect(ask('third-key')?.code).toBe('registration.queued')
  first.leave(true)
  second.leave(true)
  expect(ask('third-key')).toBeNull()
})

test('an applicant who was admitted but got no response keeps the front position and the arrival time', () => {
  const { queue, wait, ask } = queueOf(1)
  const busy = queue.enter('busy-key')
  busy.markReceived()
  for (const key of ['first-key', 'second-key']) expect(ask(key)?.code).toBe('registration.queued')
  busy.leave(true)
  wait(1_000)
  const first = queue.enter('first-key')
  expect(first.waitedMs).toBe(1_000)
  wait(2_000)
  first.leave(false)
  expect(ask('second-key')?.code).toBe('registration.queued')
  expect(queue.enter('first-key').waitedMs).toBe(3_000)
})

test('the estimate follows the pace of the server', () => {
  const { queue, wait, ask } = queueOf(8)
  const inside = Array.from({ length: 8 }, (_, at) => queue.enter(`inside-key-${at}`))
  for (const visit of inside) visit.markReceived()
  const waitOf = (key: string) => ask(key)?.details.queue?.waitSeconds ?? 0
  const before = waitOf('waiting-key-1')
  for (let round = 0; round < 100; round += 1) {
    wait(2_000)
    inside.shift()?.leave(true)
    const next = queue.enter(`waiting-key-${round === 0 ? 1 : `round-${round}`}`)
    next.markReceived()
    inside.push(next)
  }
  expect(before).toBe(1)
  expect(waitOf('another-key')).toBe(2)
})

test('at most ten thousand positions are kept, and those of applicants who do not return are freed', () => {
  const { queue, wait, ask } = queueOf(1)
  queue.enter('inside-key').markReceived()
  for (let at = 0; at < 10_000; at += 1) ask(`waiting-key-${at}`)
  expect(ask('one-too-many')?.code).toBe('server.busy')
  expect(ask('waiting-key-9999')?.details.queue?.position).toBe(10_000)
  wait(60_000)
  expect(ask('one-too-many')?.details.queue?.position).toBe(1)
})

test('a caller with a long wait retries every ten seconds', () => {
  const { queue, ask } = queueOf(1)
  queue.enter('inside-key').markReceived()
  for (let at = 0; at < 999; at += 1) ask(`waiting-key-${at}`)
  expect(ask('last-key')?.details).toEqual({
    retryAfterSeconds: 10,
    queue: { position: 1_000, waitSeconds: 100, retryAfterSeconds: 10, ticket: expect.any(String) },
  })
})

test('another process reads the first arrival from the ticket, and admits no later arrivals', () => {
  const { here, there, wait } = busyPair()
  const ticket = ticketOf(here.ask('first-key'))
  wait(500)
  there.queue.enter('other-key').markReceived()
  expect(there.ask('later-key')?.details.queue?.position).toBe(1)
  wait(500)
  expect(there.ask('first-key', ticket)?.details.queue?.position).toBe(1)
  expect(there.ask('later-key')?.details.queue?.position).toBe(2)
})

test('a process that has just started uses the arrival time in the ticket', () => {
  const { here, there, wait } = busyPair()
  const ticket = ticketOf(here.ask('first-key'))
  wait(1_000)
  expect(there.queue.wouldJoin('first-key', ticket)).toBe(false)
  expect(there.queue.enter('first-key', ticket).waitedMs).toBe(1_000)
})

test('each new ticket carries the first arrival from process to process', () => {
  const { here, there, wait } = busyPair()
  there.queue.enter('other-key').markReceived()
  let ticket: string | null = null
  for (let round = 0; round < 20; round += 1) {
    ticket = ticketOf((round % 2 === 0 ? here : there).ask('first-key', ticket))
    wait(10_000)
  }
  expect(queueOf(1).queue.enter('first-key').waitedMs).toBe(0)
  const third = new SubmissionQueue({
    concurrency: 1,
    keys,
    now: () => Date.parse('2027-07-20T10:03:20.000Z'),
  })
  expect(third.enter('first-key', ticket).waitedMs).toBe(200_000)
})

test.each<[string, (parts: { ticket: string; now: number }) => string]>([
  ['changed', ({ ticket }) => ticket.replace(/^./, '0')],
  ['without its signature', ({ ticket }) => ticket.slice(0, ticket.lastIndexOf('.'))],
  ['with an empty signature', ({ ticket }) => ticket.slice(0, ticket.lastIndexOf('.') + 1)],
  ['that is not a ticket', () => 'ticket'],
  ['that is empty', () => ''],
  [
    'for another key',
    ({ now }) =>
      createQueueTicket(keys, 'other-key', { arrivedAt: now - 1, countsFrom: now - 1, dueAt: now }),
  ],
  [
    'from another installation',
    ({ now }) =>
      createQueueTicket(keysOf(2), 'a-key-of-mine', {
        arrivedAt: now - 1,
        countsFrom: now - 1,
        dueAt: now,
      }),
  ],
  [
    'with an arrival in the future',
    ({ now }) =>
      createQueueTicket(keys, 'a-key-of-mine', {
        arrivedAt: now + 1,
        countsFrom: now + 1,
        dueAt: now,
      }),
  ],
  [
    'issued in the future',
    ({ now }) =>
      createQueueTicket(keys, 'a-key-of-mine', {
        arrivedAt: now,
        countsFrom: now,
        dueAt: now + 10_001,
      }),
  ],
  [
    'from half an hour ago',
    ({ now }) =>
      createQueueTicket(keys, 'a-key-of-mine', {
        arrivedAt: 0,
        countsFrom: 0,
        dueAt: now - 30 * 60_000 - 1,
      }),
  ],
])('a ticket %s is ignored', (_name, make) => {
  const { here, there, now, wait } = busyPair()
  const ownTicket = ticketOf(here.ask('a-key-of-mine'))
  wait(1_000)
  const ticket = make({ ticket: ownTicket ?? '', now: now() })
  expect(there.queue.enter('a-key-of-mine', ticket).waitedMs).toBe(0)
})

test('a ticket gives no position to a caller without a key', () => {
  const { here, there, wait } = busyPair()
  const ticket = ticketOf(here.ask('first-key'))
  wait(1_000)
  expect(there.queue.enter(null, ticket).waitedMs).toBe(0)
  expect(there.ask(null, ticket)?.code).toBe('server.busy')
})

test('an applicant who returns too late keeps the order, but not the arrival time, even after another wait', () => {
  const { here, there, busy, wait } = busyPair()
  const ticket = ticketOf(here.ask('late-key'))
  wait(60_000)
  expect(here.ask('other-key')?.code).toBe('registration.queued')
  wait(120_000)
  expect(here.ask('late-key', ticket)?.details.queue?.position).toBe(1)
  wait(1_000)
  busy.leave(true)
  expect(here.queue.enter('late-key').waitedMs).toBe(1_000)
  expect(there.queue.enter('late-key', ticket).waitedMs).toBe(0)
})

test('applicants who moved to another process block at most half of the slots', () => {
  const { queues, wait } = queuesOf(4)
  const [here] = queues
  const inside = Array.from({ length: 4 }, (_, at) => here?.queue.enter(`inside-key-${at}`))
  for (const visit of inside) visit?.markReceived()
  for (let at = 0; at < 50; at += 1) here?.ask(`gone-key-${at}`)
  for (const visit of inside) visit?.leave(true)
  wait(14_000)
  expect(
    ['first-key', 'second-key', 'third-key'].map((key) => here?.ask(key)?.code ?? 'in'),
  ).toEqual(['in', 'in', 'registration.queued'])
})

test('a full queue accepts a position that another process has assigned', () => {
  const { here, there, wait } = busyPair()
  const ticket = ticketOf(here.ask('first-key'))
  wait(1)
  there.queue.enter('inside-key').markReceived()
  for (let at = 0; at < 10_000; at += 1) there.ask(`waiting-key-${at}`)
  wait(1_000)
  expect(there.ask('newcomer-key')?.code).toBe('server.busy')
  expect(there.ask('first-key', ticket)?.details.queue?.position).toBe(1)
})
