/** Waiting for one's turn while the server is full: the call is sent again with its key until it is answered. */
import type { QueuePlace } from '#model/wire/errors.ts'
import { HttpError } from '#providers/http.ts'

/** A connection that breaks in the queue costs no place. */
const brokenMs = 5_000
const maxBroken = 12

/**
 * Sends until there is an answer. `send` gets the latest ticket, null before the first; `onQueued` gets the place after each answer of
 * a full server. Once there is a place, a lost connection is tried again as well; throws what the last try threw.
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
