/** Waits in the queue of a full server: the call is repeated with its idempotency key until it is answered. */
import type { QueuePlace } from '#model/wire/errors.ts'
import { HttpError } from '#providers/http.ts'

/** Delay before retrying after a lost connection. The queue ticket keeps the position meanwhile. */
const brokenMs = 5_000
const maxBroken = 12

/**
 * Sends until there is an answer. `send` receives the latest queue ticket, or null at first. `onQueued` receives the position
 * after each answer of a full server. Once there is a ticket, lost connections are retried too. Throws the error of the last
 * attempt.
 */
export async function sendInTurn<T>(send: (ticket: string | null) => Promise<T>, onQueued: (place: QueuePlace) => void): Promise<T> {
  let ticket: string | null = null
  for (let broken = 0; ; ) {
    try {
      return await send(ticket)
    } catch (error) {
      const place = error instanceof HttpError ? error.queue : undefined
      const isBroken = !(error instanceof HttpError) || error.statusCode === 0 || error.statusCode >= 500
      if (!place && !(ticket !== null && isBroken && broken < maxBroken)) throw error
      broken = place ? 0 : broken + 1
      if (place) {
        ticket = place.ticket
        onQueued(place)
      }
      await new Promise((resolve) => setTimeout(resolve, place ? place.retryAfterSeconds * 1000 : brokenMs))
    }
  }
}
