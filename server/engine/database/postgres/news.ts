/** News between processes on one PostgreSQL, by a connection of their own: behind a pooler for transactions it must lead past it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type News, newsAmong, type Topic } from '../news.ts'

const channel = 'matricola_news'
/** Pause before the connection is tried again, doubled up to the longest. */
const againMs = { first: 100, longest: 5_000 }
/** Pause after news were sent. The first of a burst of writes is told at once, the rest of them together. */
const restMs = 20

export async function postgresNews(url: string, log: Logger): Promise<News & { close(): Promise<void> }> {
  const me = randomUUID()
  const waiting = new Map<Topic, (() => void)[]>()
  let client: pg.Client | null = null
  let sending: Promise<void> | null = null
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const news = newsAmong(carry)

  /** Topics told while the last news are on their way, or have just been sent, which go with the next statement; nobody tells the same twice. */
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
      // A process that cannot be told believes what it knows for a second or two, and asks then.
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
      // A person who signs out waits for it.
      query_timeout: 2_000,
      // It may hear nothing for days.
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
      if (payload.slice(0, at) !== me) news.reach(payload.slice(at + 1) as Topic) // as `send` wrote it
    })
    await made.connect()
    await made.query(`listen ${channel}`)
    client = made
  }

  function again(ms: number): void {
    if (isOver) return
    timer = setTimeout(() => {
      listen().then(
        // Anything may have been told meanwhile.
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
