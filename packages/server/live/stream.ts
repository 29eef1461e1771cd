import { PassThrough } from 'node:stream'
import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'

/**
 * Delay before a browser reconnects, in milliseconds. It is random, so that clients do not all
 * reconnect at once.
 */
const retryMs = () => 2000 + Math.floor(Math.random() * 3000)
/**
 * Maximum number of buffered bytes for a slow client. A client above this limit is disconnected; it
 * reconnects and receives the missed events.
 */
const maxWaitingBytes = 256 * 1024

/** The connection of one client: server-sent events. */
export class LiveStream {
  readonly caller: Caller
  readonly body = new PassThrough({ highWaterMark: maxWaitingBytes })
  /** The last text sent under each key, to avoid sending it twice. */
  readonly sent = new Map<string, string>()

  constructor(caller: Caller) {
    this.caller = caller
    this.#write(`retry: ${retryMs()}\n\n`)
  }

  /**
   * Sends an event. `id` is the change after which the client resumes if the connection is lost.
   */
  send(event: LiveEvent, id?: string): void {
    this.#write(
      `event: ${event.type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`,
    )
  }

  /** Sends a state, unless it equals the one last sent under this key. */
  sendState(key: string, event: LiveEvent): void {
    const text = JSON.stringify(event)
    if (this.sent.get(key) === text) return
    this.sent.set(key, text)
    this.send(event)
  }

  /**
   * Keeps the connection alive. A message with only an id is not an event, but the browser stores
   * the id.
   */
  sendHeartbeat(id: string | null): void {
    this.#write(`: alive\n${id === null ? '' : `id: ${id}\n`}\n`)
  }

  end(): void {
    this.body.end()
  }

  get isOver(): boolean {
    return this.body.writableEnded || this.body.destroyed
  }

  #write(text: string): void {
    if (this.isOver) return
    this.body.write(text)
    if (this.body.writableLength + this.body.readableLength > maxWaitingBytes) this.body.destroy()
  }
}
