/**
 * The connection for live updates, shared by all pages of a browser. The page that holds the lock listens and forwards events to
 * the others. If the browser does not support sharing, each page has its own connection.
 */
import * as liveCalls from '#model/calls/live.ts'
import type { LiveEvent } from '#model/wire/jobs.ts'
import { apiAddress } from './http.ts'

export interface LiveHandlers {
  onEvent(event: LiveEvent): void
  /** Whether events arrive reliably. While they do not, dependent data must be fetched. */
  onState(isLive: boolean): void
}

type Told = { readonly event: LiveEvent } | { readonly isLive: boolean } | 'hello'

const eventTypes = ['change', 'job', 'presence', 'unread', 'many', 'reset', 'signedOut'] as const satisfies readonly LiveEvent['type'][]
const firstRetryMs = 2_000
const longestRetryMs = 60_000

/** Listens to the events of a user. Returns a function that stops. Does nothing if the browser has no `EventSource`. */
export function openLive(personId: string, handlers: LiveHandlers): () => void {
  if (typeof EventSource === 'undefined') return () => {}
  const name = `matricola.live.${personId}`
  const locks: LockManager | undefined = navigator.locks
  if (!locks || typeof BroadcastChannel === 'undefined') return listen(handlers)
  const channel = new BroadcastChannel(name)
  const stopping = new AbortController()
  let stop = () => {}
  channel.onmessage = ({ data }: MessageEvent<Told>) => pass(data, handlers)
  channel.postMessage('hello' satisfies Told)
  locks
    .request(name, { signal: stopping.signal }, () => {
      stop = lead(channel, handlers)
      return new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
    })
    // Aborted while waiting for the lock.
    .catch(() => {})
  return () => {
    stop()
    stopping.abort()
    channel.close()
  }
}

function pass(told: Told, { onEvent, onState }: LiveHandlers): void {
  if (told === 'hello') return
  if ('event' in told) onEvent(told.event)
  else onState(told.isLive)
}

/** Listens on behalf of all pages of the browser. Sends the current state to pages that open later. */
function lead(channel: BroadcastChannel, handlers: LiveHandlers): () => void {
  const standing = new Map<string, LiveEvent>()
  let isLive = false
  const tell = (told: Exclude<Told, 'hello'>) => {
    pass(told, handlers)
    channel.postMessage(told)
  }
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data !== 'hello') return
    channel.postMessage({ isLive } satisfies Told)
    for (const event of standing.values()) channel.postMessage({ event } satisfies Told)
  }
  return listen({
    onEvent(event) {
      if (event.type === 'presence') standing.set(`${event.resource} ${event.id}`, event)
      if (event.type === 'unread') standing.set('unread', event)
      tell({ event })
    },
    onState(next) {
      isLive = next
      // A new connection receives the state again.
      if (!next) standing.clear()
      tell({ isLive })
    },
  })
}

/**
 * The browser reconnects by itself after a lost connection and sends the id of the last event. After a rejected connection,
 * retries with exponential backoff.
 */
function listen({ onEvent, onState }: LiveHandlers): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isFirst = true
  const open = () => {
    source = new EventSource(apiAddress(liveCalls.events.path), { withCredentials: true })
    source.onopen = () => {
      tries = 0
      onState(true)
      // The new connection may have missed events.
      if (!isFirst) onEvent({ type: 'reset' })
      isFirst = false
    }
    source.onerror = () => {
      onState(false)
      if (source.readyState === EventSource.CLOSED) again()
    }
    // The server sends `LiveEvent` objects, and the event name is their type.
    for (const type of eventTypes) source.addEventListener(type, ({ data }) => onEvent(JSON.parse(data) as LiveEvent))
  }
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(open, Math.min(longestRetryMs, firstRetryMs * 2 ** tries) * (0.75 + Math.random() / 2))
    tries += 1
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
