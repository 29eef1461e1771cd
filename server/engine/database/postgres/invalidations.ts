/**
 * Invalidations between processes through PostgreSQL's NOTIFY. They need a direct connection: LISTEN does not work behind a
 * transaction pooler.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { createInvalidationChannel, type News, type Topic } from '../invalidations.ts'

const channel = 'matricola_news'
/** Delay before a reconnect in milliseconds, doubled after each failure up to `longest`. */
const reconnectMs = { first: 100, longest: 5_000 }
/** Pause after a send, in milliseconds. The first message of a burst is sent at once, the rest together. */
const sendPauseMs = 20

export async function connectInvalidations(url: string, log: Logger): Promise<News & { close(): Promise<void> }> {
  const processId = randomUUID()
  const waiting = new Map<Topic, (() => void)[]>()
  let client: pg.Client | null = null
  let sending: Promise<void> | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const invalidations = createInvalidationChannel(enqueue)

  /** Queues a topic for the next send, which happens once the last one is finished. A topic that is already queued is sent once. */
  function enqueue(topic: Topic): Promise<void> {
    return new Promise((resolve) => {
      const known = waiting.get(topic)
      if (known) known.push(resolve)
      else waiting.set(topic, [resolve])
      sending ??= send()
    })
  }

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const some = [...waiting]
      waiting.clear()
      const topics = some.map(([topic]) => `${processId} ${topic}`)
      // If sending fails, other processes use their cached data for a second or two, until it expires.
      await client
        ?.query({ name: 'tell', text: 'select pg_notify($1, topic) from unnest($2::text[]) topic', values: [channel, topics] })
        .catch((error: unknown) => log.warn({ err: error }, 'sending invalidations to other processes failed'))
      for (const [, heard] of some) for (const told of heard) told()
      await pause(sendPauseMs)
    }
    sending = null
  }

  async function listen(): Promise<void> {
    const made = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // Signing out waits for this.
      query_timeout: 2_000,
      // The connection can be idle for days.
      options: '-c idle_session_timeout=0',
    })
    const lose = () => {
      if (client !== made) return
      client = null
      log.warn('lost the connection that receives invalidations from other processes')
      invalidations.reach(null)
      reconnect(reconnectMs.first)
    }
    made.on('error', lose).on('end', lose)
    made.on('notification', ({ payload = '' }) => {
      const at = payload.indexOf(' ')
      if (payload.slice(0, at) !== processId) invalidations.reach(payload.slice(at + 1) as Topic) // as written by `send`
    })
    await made.connect()
    await made.query(`listen ${channel}`)
    client = made
  }

  function reconnect(ms: number): void {
    if (isClosed) return
    timer = setTimeout(() => {
      listen().then(
        // Messages may have been missed in the meantime.
        () => invalidations.reach(null),
        () => reconnect(Math.min(2 * ms, reconnectMs.longest)),
      )
    }, ms)
    timer.unref()
  }

  await listen()
  return {
    send: invalidations.send,
    subscribe: invalidations.subscribe,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await sending
      const last = client
      client = null
      await last?.end()
    },
  }
}
