/**
 * The connection for live updates, shared by all pages of a browser. The page that holds the lock
 * listens and forwards events to the others. If the browser does not support sharing, each page has
 * its own connection.
 */
import { liveEndpoints } from '@matricola/schema/calls/endpoints.ts'
import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import type { Http } from './http.ts'

export interface LiveHandlers {
  onEvent(event: LiveEvent): void
  /** Whether events arrive reliably. While they do not, dependent data must be fetched. */
  onState(isLive: boolean): void
}

type ChannelMessage = { readonly event: LiveEvent } | { readonly isLive: boolean } | 'hello'

const eventTypes = [
  'change',
  'job',
  'presence',
  'unread',
  'many',
  'reset',
  'signedOut',
] as const satisfies readonly LiveEvent['type'][]
const firstRetryMs = 2_000
const maxRetryMs = 60_000

export interface LiveProvider {
  /**
   * Listens to the events of a user. Returns a function that stops. Does nothing if the browser has
   * no `EventSource`.
   */
  readonly open: (userId: string, handlers: LiveHandlers) => () => void
}

export const createLiveProvider = ({ apiUrl }: Http): LiveProvider => ({
  open: (userId, handlers) =>
    typeof EventSource === 'undefined'
      ? () => {}
      : openConnection(userId, { url: apiUrl(liveEndpoints.events.path), ...handlers }),
})

interface LiveListener extends LiveHandlers {
  readonly url: string
}

function openConnection(userId: string, handlers: LiveListener): () => void {
  const name = `matricola.live.${userId}`
  const locks: LockManager | undefined = navigator.locks
  if (!locks || typeof BroadcastChannel === 'undefined') return listen(handlers)
  const channel = new BroadcastChannel(name)
  const stopping = new AbortController()
  let stop = () => {}
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => handleMessage(data, handlers)
  channel.postMessage('hello' satisfies ChannelMessage)
  locks
    .request(name, { signal: stopping.signal }, () => {
      stop = listenAsLeader(channel, handlers)
      return new Promise<void>((resolve) =>
        stopping.signal.addEventListener('abort', () => resolve()),
      )
    })
    // Rejects if it is aborted while waiting for the lock.
    .catch(() => {})
  return () => {
    stop()
    stopping.abort()
    channel.close()
  }
}

function handleMessage(message: ChannelMessage, { onEvent, onState }: LiveHandlers): void {
  if (message === 'hello') return
  if ('event' in message) onEvent(message.event)
  else onState(message.isLive)
}

/**
 * Listens on behalf of all pages of the browser. Sends the current state to pages that open later.
 */
function listenAsLeader(channel: BroadcastChannel, handlers: LiveListener): () => void {
  const latestEvents = new Map<string, LiveEvent>()
  let isLive = false
  const broadcast = (message: Exclude<ChannelMessage, 'hello'>) => {
    handleMessage(message, handlers)
    channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data !== 'hello') return
    channel.postMessage({ isLive } satisfies ChannelMessage)
    for (const event of latestEvents.values())
      channel.postMessage({ event } satisfies ChannelMessage)
  }
  return listen({
    url: handlers.url,
    onEvent(event) {
      if (event.type === 'presence') latestEvents.set(`${event.resource} ${event.id}`, event)
      if (event.type === 'unread') latestEvents.set('unread', event)
      broadcast({ event })
    },
    onState(next) {
      isLive = next
      // A new connection receives the state again.
      if (!next) latestEvents.clear()
      broadcast({ isLive })
    },
  })
}

/**
 * The browser reconnects automatically after a lost connection and sends the id of the last event.
 * After a rejected connection, retries with exponential backoff.
 */
function listen({ url, onEvent, onState }: LiveListener): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isFirst = true
  const open = () => {
    source = new EventSource(url, { withCredentials: true })
    source.onopen = () => {
      tries = 0
      onState(true)
      // The new connection may have missed events.
      if (!isFirst) onEvent({ type: 'reset' })
      isFirst = false
    }
    source.onerror = () => {
      onState(false)
      if (source.readyState === EventSource.CLOSED) reconnect()
    }
    // The server sends `LiveEvent` objects, and the event name is their type.
    for (const type of eventTypes)
      source.addEventListener(type, ({ data }) => onEvent(JSON.parse(data) as LiveEvent))
  }
  const reconnect = () => {
    clearTimeout(timer)
    timer = setTimeout(
      open,
      Math.min(maxRetryMs, firstRetryMs * 2 ** tries) * (0.75 + Math.random() / 2),
    )
    tries += 1
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
