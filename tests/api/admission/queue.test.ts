import { readdirSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserResponse, SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { buildMultipart, multipartBoundary } from '@matricola/testing/uploads.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { incomingFolder } from '#server/admission/submission/read-form.ts'
import { defaultConfig } from '#tests/support/app.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  pdfUpload,
  submitJson,
  submitMultipart,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

let site: SessionApp
let programme: ProgrammeIds
let anyone: TestBrowser
let port = 0
let slow: ClientRequest | undefined
let sequence = 700
beforeAll(async () => {
  site = await startSessionApp({ settings: { ...defaultConfig.settings, APPLICATIONS_AT_ONCE: 1 } })
  site.freezeClock()
  programme = await seedProgramme(site)
  await updateSettings(site, { registrationOpen: true })
  anyone = site.browser()
  port = await portOf(site.app)
})
afterEach(async () => {
  await leave()
  // Makes every queue position overdue, so that none affects the next test.
  site.wait(10 * 60_000)
})
afterAll(() => site.close())

/** Starts listening and returns the port. */
async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const form = () => {
  sequence += 1
  return applicationForm(sequence, programme)
}
const listIncoming = () => readdirSync(incomingFolder(site.context.config.dataDir))
const withKey = (key: string) => ({ 'idempotency-key': key })
const withTicket = (key: string, ticket: string) => ({ ...withKey(key), 'queue-ticket': ticket })
const newKey = () => crypto.randomUUID()
const setClosing = (at: Date | null) =>
  site.database.query('update admission_sessions set closes_at = $1', [at?.toISOString() ?? null])

/** Occupies the only slot with an application that has been half received. */
async function occupySlot(at = port) {
  const body = buildMultipart(
    ['city', 'Turda'],
    pdfUpload('fileCV', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 65)])),
  )
  slow = request({
    port: at,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/registrations/create',
    headers: {
      'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
      'content-length': body.length,
    },
  })
  slow.on('error', () => {})
  slow.write(body.subarray(0, body.length / 2))
  await expect.poll(() => listIncoming().length).toBe(1)
}

/** Disconnects, and waits until the server has noticed. */
async function leave() {
  slow?.destroy()
  slow = undefined
  await expect.poll(listIncoming).toEqual([])
}

describe('a full server', () => {
  test('responds immediately with a queue ticket, the position and the waiting time', async () => {
    await occupySlot()
    const [first, second] = [newKey(), newKey()]
    const answers = [first, second, first].map(
      (key) => () => submitMultipart(anyone, form(), undefined, withKey(key)),
    )
    const positions: unknown[] = []
    for (const answer of answers) {
      const { status, failure, headers } = await answer()
      expect([status, failure.code]).toEqual([429, 'registration.queued'])
      expect(failure.queue?.waitSeconds).toBeGreaterThanOrEqual(1)
      expect(headers['retry-after']).toBe(String(failure.queue?.retryAfterSeconds))
      positions.push(failure.queue?.position)
    }
    expect(positions).toEqual([1, 2, 1])
  })

  test('admits applicants in order of arrival, before newcomers', async () => {
    await occupySlot()
    const keys = [newKey(), newKey()] as const
    const forms = [form(), form()] as const
    const send = (at: 0 | 1) => submitMultipart(anyone, forms[at], undefined, withKey(keys[at]))
    await send(0)
    await send(1)
    await leave()
    expect((await send(1)).failure.code).toBe('registration.queued')
    expect((await submitMultipart(anyone, form(), undefined, withKey(newKey()))).failure.code).toBe(
      'registration.queued',
    )
    const stored = await send(0)
    expect(stored.status).toBe(201)
    expect((await send(1)).status).toBe(201)
    // Sent again with its key, it gets the same response.
    site.wait(60_000)
    const repeated = await send(0)
    expect([repeated.status, repeated.data.reference]).toEqual([201, stored.data.reference])
  })

  test('does not wait for applicants who do not return', async () => {
    await occupySlot()
    const { failure } = await submitMultipart(anyone, form(), undefined, withKey(newKey()))
    await leave()
    const newForm = form()
    expect((await submitMultipart(anyone, newForm, undefined, withKey(newKey()))).status).toBe(429)
    site.wait(((failure.queue?.retryAfterSeconds ?? 0) + 40) * 1000)
    expect((await submitMultipart(anyone, newForm, undefined, withKey(newKey()))).status).toBe(201)
  })

  test('reserves no position for a caller without a key', async () => {
    await occupySlot()
    const { status, failure, headers } = await submitMultipart(anyone, form())
    expect([status, failure.code, failure.queue]).toEqual([503, 'server.busy', undefined])
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })

  test('never queues staff', async () => {
    await site.createAccount('secretary', { username: 'office.queue' })
    const office = site.browser()
    await office.signIn('office.queue')
    const ids = await uploadRequiredDocuments(office)
    await occupySlot()
    expect((await submitJson(office, { ...form(), ...ids }, withKey(newKey()))).status).toBe(201)
  })
})

const closesIn = async (ms: number) => {
  const at = new Date(site.context.clock.now().getTime() + ms)
  await setClosing(at)
  return at
}
const submittedAt = async (reference: string) => {
  const [row] = await site.database.query<{ at: string }>(
    'select submitted_at as at from registrations where reference_code = $1',
    [reference],
  )
  return new Date(row?.at ?? 0)
}

describe('the closing time for applications', () => {
  afterEach(() => setClosing(null))

  test('is compared with the arrival of applicants who had to queue, even if their turn comes later', async () => {
    const closing = await closesIn(1_000)
    await occupySlot()
    const arrivedAt = site.context.clock.now()
    const [key, body] = [newKey(), form()]
    expect((await submitMultipart(anyone, body, undefined, withKey(key))).failure.code).toBe(
      'registration.queued',
    )
    await leave()
    site.wait(100_000)
    expect((await submitMultipart(anyone, form(), undefined, withKey(newKey()))).failure.code).toBe(
      'registration.closed',
    )
    const { status, data } = await submitMultipart(anyone, body, undefined, withKey(key))
    expect(status).toBe(201)
    expect(await submittedAt(data.reference)).toEqual(arrivedAt)
    expect(arrivedAt.getTime()).toBeLessThan(closing.getTime())
  })

  test('refuses applicants who return too late', async () => {
    await closesIn(1_000)
    await occupySlot()
    const [key, body] = [newKey(), form()]
    await submitMultipart(anyone, body, undefined, withKey(key))
    await leave()
    site.wait(4 * 60_000)
    expect((await submitMultipart(anyone, body, undefined, withKey(key))).failure.code).toBe(
      'registration.closed',
    )
  })

  test('accepts no one for an admission session that has ended', async () => {
    await occupySlot()
    await closesIn(-120_000)
    expect((await submitMultipart(anyone, form(), undefined, withKey(newKey()))).failure.code).toBe(
      'registration.closed',
    )
  })
})

describe('a client that asks before it sends the documents (Expect: 100-continue)', () => {
  /** Sends with the key. Returns the status and whether the server requested the body. */
  async function sendWithExpect(key: string) {
    const body = buildMultipart(
      ...Object.entries(form()).map(([name, value]) => [name, String(value)] as const),
      ...['fileCV', 'fileDiploma', 'fileIdCard'].map((name) => pdfUpload(name)),
    )
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/registrations/create',
      headers: {
        'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
        'content-length': body.length,
        expect: '100-continue',
        ...withKey(key),
      },
    })
    let isAsked = false
    call.on('continue', () => {
      isAsked = true
      call.end(body)
    })
    call.on('error', () => {})
    call.flushHeaders()
    const status = await new Promise((resolve) =>
      call.on('response', (answer) => resolve(answer.resume().statusCode)),
    )
    if (!isAsked) call.destroy()
    return { status, isAsked }
  }

  test('is queued without sending them, and sends them once it is admitted', async () => {
    await occupySlot()
    const key = newKey()
    expect(await sendWithExpect(key)).toEqual({ status: 429, isAsked: false })
    await leave()
    expect(await sendWithExpect(key)).toEqual({ status: 201, isAsked: true })
  })
})

describe('another process, and a restarted one', () => {
  afterEach(() => setClosing(null))
  type Process = Awaited<ReturnType<SessionApp['startSecondProcess']>>
  let other: Process
  beforeAll(async () => {
    other = await site.startSecondProcess()
  })
  afterAll(() => other.close())
  const ticketIn = ({ failure }: BrowserResponse) => failure.queue?.ticket ?? ''

  /**
   * A busy process gives a queue ticket to an application that arrives one second before the
   * deadline.
   */
  async function queueBeforeClosing() {
    await closesIn(1_000)
    await occupySlot()
    const [key, body, arrivedAt] = [newKey(), form(), site.context.clock.now()]
    const ticket = ticketIn(await submitMultipart(anyone, body, undefined, withKey(key)))
    await leave()
    site.wait(100_000)
    return { key, body, arrivedAt, ticket }
  }

  test('accept a ticket after the closing time if its holder arrived before', async () => {
    const { key, body, arrivedAt, ticket } = await queueBeforeClosing()
    const otherBrowser = other.browser()
    expect((await submitMultipart(otherBrowser, body, undefined, withKey(key))).failure.code).toBe(
      'registration.closed',
    )
    const { status, data } = await submitMultipart(
      otherBrowser,
      body,
      undefined,
      withTicket(key, ticket),
    )
    expect(status).toBe(201)
    expect(await submittedAt(data.reference)).toEqual(arrivedAt)
    // Sent again to the process that gave the ticket, it is still the same application.
    const repeated = await submitMultipart(anyone, body, undefined, withTicket(key, ticket))
    expect([repeated.status, repeated.data.reference]).toEqual([201, data.reference])
  })

  test.each<[string, (ticket: string, other: string) => string]>([
    ['that was changed', (ticket) => ticket.replace(/^./, '0')],
    ['for another idempotency key', (_, foreign) => foreign],
    [
      'with the signature of another ticket',
      (ticket, foreign) => ticket.replace(/[^.]+$/, foreign.split('.').at(-1) ?? ''),
    ],
    ['that is too long', (ticket) => ticket.repeat(50)],
  ])('ignore the arrival time in a ticket %s', async (_name, change) => {
    await closesIn(1_000)
    await occupySlot()
    const [key, body] = [newKey(), form()]
    const ticket = ticketIn(await submitMultipart(anyone, body, undefined, withKey(key)))
    const foreign = ticketIn(await submitMultipart(anyone, form(), undefined, withKey(newKey())))
    await leave()
    site.wait(100_000)
    const headers = withTicket(key, change(ticket, foreign))
    expect((await submitMultipart(other.browser(), body, undefined, headers)).failure.code).toBe(
      'registration.closed',
    )
  })

  test('refuse a ticket whose holder returns too late', async () => {
    const { key, body, ticket } = await queueBeforeClosing()
    site.wait(3 * 60_000)
    expect(
      (await submitMultipart(other.browser(), body, undefined, withTicket(key, ticket))).failure
        .code,
    ).toBe('registration.closed')
  })

  test('admit applicants in order of the arrival times in their tickets, before newcomers', async () => {
    const process = await site.startSecondProcess()
    try {
      await occupySlot()
      const [first, second] = [newKey(), newKey()]
      const forms = [form(), form()] as const
      const ticket = ticketIn(await submitMultipart(anyone, forms[0], undefined, withKey(first)))
      await leave()
      site.wait(500)
      await occupySlot(await portOf(process.app))
      const otherBrowser = process.browser()
      expect(
        (await submitMultipart(otherBrowser, forms[1], undefined, withKey(second))).failure.queue
          ?.position,
      ).toBe(1)
      expect(
        (await submitMultipart(otherBrowser, forms[0], undefined, withTicket(first, ticket)))
          .failure.queue?.position,
      ).toBe(1)
      await leave()
      expect(
        (await submitMultipart(otherBrowser, forms[1], undefined, withKey(second))).failure.queue
          ?.position,
      ).toBe(1)
      expect(
        (await submitMultipart(otherBrowser, forms[0], undefined, withTicket(first, ticket)))
          .status,
      ).toBe(201)
      expect(
        (await submitMultipart(otherBrowser, forms[1], undefined, withKey(second))).status,
      ).toBe(201)
    } finally {
      await leave()
      await process.close()
    }
  })

  test('keep position and arrival across a restart', async () => {
    await closesIn(1_000)
    const before = await site.startSecondProcess()
    await occupySlot(await portOf(before.app))
    const [key, body, arrivedAt] = [newKey(), form(), site.context.clock.now()]
    const first = ticketIn(await submitMultipart(before.browser(), body, undefined, withKey(key)))
    site.wait(1_000)
    const ticket = ticketIn(
      await submitMultipart(before.browser(), body, undefined, withTicket(key, first)),
    )
    await leave()
    await before.close()
    site.wait(100_000)
    const after = await site.startSecondProcess()
    try {
      const { status, data } = await submitMultipart(
        after.browser(),
        body,
        undefined,
        withTicket(key, ticket),
      )
      expect(status).toBe(201)
      expect(await submittedAt(data.reference)).toEqual(arrivedAt)
    } finally {
      await after.close()
    }
  })
})
