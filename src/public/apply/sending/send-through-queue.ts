/** Waits in the queue of a busy server: repeats the call with its idempotency key until it succeeds or fails. */

import { HttpError } from '@matricola/providers/http.ts'
import type { QueuePosition } from '@matricola/schema/wire/errors.ts'

/** Delay before retrying after a lost connection. The queue ticket keeps the position in the meantime. */
const reconnectMs = 5_000
const maxReconnects = 12

/**
 * Sends until there is a final response. `send` receives the latest queue ticket, or null at first. `onQueued` receives the
 * position after each response of a busy server. Once there is a ticket, lost connections are retried too. Throws the error of the
 * last attempt.
 */
export async function sendThroughQueue<T>(
  send: (ticket: string | null) => Promise<T>,
  onQueued: (position: QueuePosition) => void,
): Promise<T> {
  let ticket: string | null = null
  for (let lostResponses = 0; ; ) {
    try {
      return await send(ticket)
    } catch (error) {
      const queuePlace = error instanceof HttpError ? error.queue : undefined
      const isBroken = !(error instanceof HttpError) || error.statusCode === 0 || error.statusCode >= 500
      if (!queuePlace && !(ticket !== null && isBroken && lostResponses < maxReconnects)) throw error
      lostResponses = queuePlace ? 0 : lostResponses + 1
      if (queuePlace) {
        ticket = queuePlace.ticket
        onQueued(queuePlace)
      }
      await new Promise((resolve) => setTimeout(resolve, queuePlace ? queuePlace.retryAfterSeconds * 1000 : reconnectMs))
    }
  }
}
