import { PassThrough } from 'node:stream'
import type { LiveEvent } from '#model/wire/jobs.ts'
import type { Caller } from '#server/engine/caller.ts'

/** When a browser comes back after the connection was lost, in milliseconds; spread, so that not all come at once. */
const retryMs = () => 2000 + Math.floor(Math.random() * 3000)
/** Bytes that may wait for a slow listener. It comes back, and is sent what it missed. */
const maxWaitingBytes = 256 * 1024

/** One listener's connection: server-sent events, as HTML spells them. */
export class LiveStream {
  readonly caller: Caller
  readonly body = new PassThrough({ highWaterMark: maxWaitingBytes })
  /** Text that this listener was sent last under a key: the same is not sent twice. */
  readonly sent = new Map<string, string>()

  constructor(caller: Caller) {
    this.caller = caller
    this.#write(`retry: ${retryMs()}\n\n`)
  }

  /** `id` is the change from which the listener goes on when the connection is lost. */
  send(event: LiveEvent, id?: string): void {
    this.#write(`event: ${event.type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`)
  }

  /** Sends an event that says how something stands, unless it was sent already. */
  sendState(key: string, event: LiveEvent): void {
    const text = JSON.stringify(event)
    if (this.sent.get(key) === text) return
    this.sent.set(key, text)
    this.send(event)
  }

  /** Shows to everybody in between that the connection is alive. The id alone is no event: it is only remembered. */
  beat(id: string | null): void {
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
