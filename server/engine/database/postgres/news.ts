/**
 * Invalidations between processes through PostgreSQL's NOTIFY. They need a direct connection: LISTEN does not work behind a
 * transaction pooler.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type News, newsAmong, type Topic } from '../news.ts'

const channel = 'matricola_news'
/** Delay before a reconnect in milliseconds, doubled after each failure up to `longest`. */
const againMs = { first: 100, longest: 5_000 }
/** Pause after a send, in milliseconds. The first message of a burst is sent at once, the rest together. */
const restMs = 20

export async function postgresNews(url: string, log: Logger): Promise<News & { close(): Promise<void> }> {
  const me = randomUUID()
  const waiting = new Map<Topic, (() => void)[]>()
  let client: pg.Client | null = null
  let sending: Promise<void> | null = null
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const news = newsAmong(carry)

  /** Queues a topic for the next send, which happens once the last one is finished. A topic that is already queued is sent once. */
  function carry(topic: Topic): Promise<void> {
    return new Promise((told) => {
      const known = waiting.get(topic)
      if (known) known.push(told)
      else waiting.set(topic, [told])
      sending ??= send()
    })
  }

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const some = [...waiting]
      waiting.clear()
      const topics = some.map(([topic]) => `${me} ${topic}`)
      // If sending fails, other processes use their cached data for a second or two, until it expires.
      await client
        ?.query({ name: 'tell', text: 'select pg_notify($1, topic) from unnest($2::text[]) topic', values: [channel, topics] })
        .catch((error: unknown) => log.warn({ err: error }, 'other processes could not be told the news'))
      for (const [, heard] of some) for (const told of heard) told()
      await pause(restMs)
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
      log.warn('the connection that hears the news of other processes was lost')
      news.reach(null)
      again(againMs.first)
    }
    made.on('error', lose).on('end', lose)
    made.on('notification', ({ payload = '' }) => {
      const at = payload.indexOf(' ')
      if (payload.slice(0, at) !== me) news.reach(payload.slice(at + 1) as Topic) // as written by `send`
    })
    await made.connect()
    await made.query(`listen ${channel}`)
    client = made
  }

  function again(ms: number): void {
    if (isOver) return
    timer = setTimeout(() => {
      listen().then(
        // Messages may have been missed in the meantime.
        () => news.reach(null),
        () => again(Math.min(2 * ms, againMs.longest)),
      )
    }, ms)
    timer.unref()
  }

  await listen()
  return {
    tell: news.tell,
    hear: news.hear,
    async close() {
      isOver = true
      clearTimeout(timer)
      await sending
      const last = client
      client = null
      await last?.end()
    },
  }
}
