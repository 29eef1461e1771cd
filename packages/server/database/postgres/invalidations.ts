/**
 * Invalidations between processes through PostgreSQL's NOTIFY. They need a direct connection:
 * LISTEN does not work behind a transaction pooler.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import {
  createInvalidationChannel,
  type InvalidationChannel,
  type Topic,
} from '../invalidations.ts'

const channel = 'matricola_invalidations'
/** Delay before a reconnect in milliseconds, doubled after each failure up to `longest`. */
const reconnectMs = { first: 100, longest: 5_000 }
/**
 * Pause after a send, in milliseconds. The first message of a burst is sent immediately, and the
 * rest are sent together.
 */
const sendPauseMs = 20

export async function connectInvalidations(
  url: string,
  log: Logger,
): Promise<InvalidationChannel & { close(): Promise<void> }> {
  const processId = randomUUID()
  const waiting = new Map<Topic, (() => void)[]>()
  let client: pg.Client | null = null
  let sending: Promise<void> | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const invalidations = createInvalidationChannel(enqueue)

  /**
   * Queues a topic for the next send, which happens once the last one is finished. A topic that is
   * already queued is sent once.
   */
  function enqueue(topic: Topic): Promise<void> {
    return new Promise((resolve) => {
      const resolvers = waiting.get(topic)
      if (resolvers) resolvers.push(resolve)
      else waiting.set(topic, [resolve])
      sending ??= send()
    })
  }

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting]
      waiting.clear()
      const topics = batch.map(([topic]) => `${processId} ${topic}`)
      // If sending fails, other processes use their cached data for a second or two, until it
      // expires.
      await client
        ?.query({
          name: 'tell',
          text: 'select pg_notify($1, topic) from unnest($2::text[]) topic',
          values: [channel, topics],
        })
        .catch((error: unknown) =>
          log.warn({ err: error }, 'sending invalidations to other processes failed'),
        )
      for (const [, resolvers] of batch) for (const resolve of resolvers) resolve()
      await pause(sendPauseMs)
    }
    sending = null
  }

  async function listen(): Promise<void> {
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // Signing out waits for this.
      query_timeout: 2_000,
      // The connection can be idle for days.
      options: '-c idle_session_timeout=0',
    })
    const handleLoss = () => {
      if (client !== connection) return
      client = null
      log.warn('lost the connection that receives invalidations from other processes')
      invalidations.deliver(null)
      reconnect(reconnectMs.first)
    }
    connection.on('error', handleLoss).on('end', handleLoss)
    connection.on('notification', ({ payload = '' }) => {
      const separator = payload.indexOf(' ')
      if (payload.slice(0, separator) !== processId)
        invalidations.deliver(payload.slice(separator + 1) as Topic) // as written by `send`
    })
    await connection.connect()
    await connection.query(`listen ${channel}`)
    client = connection
  }

  function reconnect(ms: number): void {
    if (isClosed) return
    timer = setTimeout(() => {
      listen().then(
        // Messages may have been missed in the meantime.
        () => invalidations.deliver(null),
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
