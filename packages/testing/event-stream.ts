/** A client of the event stream over a real connection. */
import type { AddressInfo } from 'node:net'
import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import type { FastifyInstance } from 'fastify'
import type { TestBrowser } from './session-app.ts'

export interface EventStreamClient {
  readonly status: number
  readonly headers: Headers
  readonly events: readonly LiveEvent[]
  /** Id of the last change received. */
  lastId(): string
  /** Waits for a matching event. Throws if the stream ends first. */
  next(matches: (event: LiveEvent) => boolean): Promise<LiveEvent>
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** Returns the address of the application, and makes it listen first if it does not yet. */
export async function listenAndGetOrigin(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Opens the event stream with the browser's session. */
export async function openEventStream(
  app: FastifyInstance,
  browser: TestBrowser,
  headers: Record<string, string> = {},
): Promise<EventStreamClient> {
  const stopping = new AbortController()
  const answer = await fetch(`${await listenAndGetOrigin(app)}/api/live`, {
    headers: {
      accept: 'text/event-stream',
      cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    signal: stopping.signal,
  })
  const events: LiveEvent[] = []
  const waiting = new Set<() => void>()
  let lastId = ''
  let isOver = false
  const read = async () => {
    let text = ''
    // Closing the page aborts the stream, which raises an expected error.
    try {
      for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId
          const data = /^data: (.*)$/m.exec(block)?.[1]
          if (data) events.push(JSON.parse(data) as LiveEvent)
        }
        for (const wake of waiting) wake()
      }
    } catch {}
    isOver = true
    for (const wake of waiting) wake()
  }
  const ended = read()
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    lastId: () => lastId,
    async next(fits) {
      for (;;) {
        const found = events.find(fits)
        if (found) return found
        if (isOver) throw new Error(`the stream ended after ${JSON.stringify(events)}`)
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    },
    ended,
    close: () => stopping.abort(),
  }
}
