/** The queue for submissions that arrive while the server is at its limit. One per process. */
import { AppError } from '#model/wire/errors.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { createQueueTicket, type QueueTicket, readQueueTicket } from './queue-ticket.ts'

/** A request that takes longer to arrive has a slow connection and does not count as load. */
const arrivingMs = 3_000
/** How late applicants may return and still count as on their way, so that everyone behind them waits. */
const onTheWayMs = 2_000
/** How long others still wait for applicants who have not returned on time. */
const graceMs = 15_000
/** How late applicants may return and keep their first arrival for the closing time. */
const onTimeMs = 120_000
/** How late applicants may return and keep their position. */
const keptMs = 30 * 60_000
const maxPlaces = 10_000
/** Longest interval between two calls of a waiting client, so that its estimate stays fresh. */
const longestRetrySeconds = 10

interface StoredPosition extends QueueTicket {
  /** Whether its holder was let in and has not been answered yet. */
  readonly isInside: boolean
}

/** A submission in progress. */
export interface QueueVisit {
  /** When the applicant arrived, for comparison with the closing time. */
  readonly startedAt: Date
  readonly waitedMs: number
  /** Call once the whole request has arrived. */
  received(): void
  /** Call at the end. An applicant who got no answer keeps the position. */
  leave(isAnswered: boolean): void
}

interface RunningVisit {
  readonly since: number
  isReceived: boolean
}

interface QueueOptions {
  /** Number of submissions in progress at once. */
  readonly atOnce: number
  readonly keys: SecretKeys
  readonly now: () => number
}

/**
 * First come, first served. A position is stored under the call's idempotency key, or comes from the ticket if another process
 * gave it.
 */
export class SubmissionQueue {
  readonly #parts: QueueOptions
  readonly #places = new Map<string, StoredPosition>()
  readonly #inside = new Set<RunningVisit>()
  /** Moving average of the time between two answers while the server is busy. */
  #paceMs = 100
  #lastLeft = 0
  constructor(parts: QueueOptions) {
    this.#parts = parts
  }

  /** Whether the caller would have to wait and has no position yet. */
  wouldJoin(key: string | null, ticket: string | null = null): boolean {
    const now = this.#parts.now()
    return this.#findPlace(key, ticket, now) === undefined && this.#excess(key, undefined, now) >= 0
  }

  /**
   * Lets the caller in, or throws `registration.queued` with the position and the time to wait. A caller without a key cannot be
   * recognised again and gets `server.busy`, as does every newcomer while the queue is full. `ticket` is the latest one that any
   * process gave for the key.
   */
  enter(key: string | null, ticket: string | null = null): QueueVisit {
    const now = this.#parts.now()
    const place = this.#findPlace(key, ticket, now)
    const excess = this.#excess(key, place, now)
    if (excess >= 0) throw this.#putOff(key, place, { excess, now })
    const startedAt = place ? arrivalNow(place, now) : now
    if (key !== null && place) this.#places.set(key, { ...place, countsFrom: startedAt, isInside: true })
    const inside: RunningVisit = { since: now, isReceived: false }
    this.#inside.add(inside)
    return {
      startedAt: new Date(startedAt),
      waitedMs: now - startedAt,
      received: () => {
        inside.isReceived = true
      },
      leave: (isAnswered) => this.#leave(inside, key, isAnswered),
    }
  }

  /** Merges the position in this process with that of the ticket. The earliest arrival counts. */
  #findPlace(key: string | null, ticket: string | null, now: number): StoredPosition | undefined {
    if (key === null) return undefined
    const own = this.#places.get(key)
    const claim = ticket === null ? null : readQueueTicket(this.#parts.keys, key, ticket)
    if (!claim || !isCurrent(claim, now)) return own
    if (!own) return { ...claim, isInside: false }
    return {
      arrivedAt: Math.min(own.arrivedAt, claim.arrivedAt),
      countsFrom: Math.min(arrivalNow(own, now), arrivalNow(claim, now)),
      dueAt: Math.max(own.dueAt, claim.dueAt),
      isInside: own.isInside,
    }
  }

  /** Number of callers who must leave or be let in before this one, minus one; negative if the caller can enter now. */
  #excess(key: string | null, place: StoredPosition | undefined, now: number): number {
    const { atOnce } = this.#parts
    const arrivedAt = place?.arrivedAt ?? now
    let awaited = 0
    let overdue = 0
    let isBehind = false
    for (const [other, { arrivedAt: otherArrivedAt, dueAt, isInside }] of this.#places) {
      if (other === key) isBehind = true
      // Among callers of the same millisecond, the one stored first comes first.
      const isAhead = otherArrivedAt < arrivedAt || (otherArrivedAt === arrivedAt && !isBehind)
      if (other === key || isInside || !isAhead) continue
      if (now <= dueAt + onTheWayMs) awaited += 1
      else if (now <= dueAt + graceMs) overdue += 1
    }
    let underWay = 0
    for (const { since, isReceived } of this.#inside) if (isReceived || now - since < arrivingMs) underWay += 1
    // Another process may have let the overdue ones in, so they block at most half of the capacity.
    return underWay + awaited + Math.min(overdue, Math.ceil(atOnce / 2)) - atOnce
  }

  #putOff(
    key: string | null,
    place: StoredPosition | undefined,
    { excess, now }: { readonly excess: number; readonly now: number },
  ): AppError {
    const waitSeconds = Math.max(1, Math.ceil(((excess + 1) * this.#paceMs) / 1000))
    // Half of the estimate, so that no client is away when it is its turn earlier than estimated.
    const retryAfterSeconds = Math.min(Math.ceil(waitSeconds / 2), longestRetrySeconds)
    if (key === null || !(place || this.#hasRoom(now))) return new AppError('server.busy', { retryAfterSeconds })
    const next: StoredPosition = {
      arrivedAt: place?.arrivedAt ?? now,
      countsFrom: place ? arrivalNow(place, now) : now,
      dueAt: now + retryAfterSeconds * 1000,
      isInside: false,
    }
    // Without room in this process, the ticket alone keeps the position.
    if (this.#places.has(key) || this.#hasRoom(now)) this.#places.set(key, next)
    const ticket = createQueueTicket(this.#parts.keys, key, next)
    return new AppError('registration.queued', {
      retryAfterSeconds,
      queue: { position: excess + 1, waitSeconds, retryAfterSeconds, ticket },
    })
  }

  /** Whether there is room for another position, after dropping overdue ones if necessary. */
  #hasRoom(now: number): boolean {
    if (this.#places.size >= maxPlaces) this.#drop(({ dueAt }) => now > dueAt + graceMs)
    return this.#places.size < maxPlaces
  }

  #drop(isOver: (place: StoredPosition) => boolean): void {
    for (const [key, place] of this.#places) if (!place.isInside && isOver(place)) this.#places.delete(key)
  }

  #leave(inside: RunningVisit, key: string | null, isAnswered: boolean): void {
    const now = this.#parts.now()
    const sinceLast = now - this.#lastLeft
    // With fewer in progress, the interval between two answers reflects the applicants' pace, not the server's.
    if (this.#inside.size > this.#parts.atOnce / 2 && sinceLast >= 0 && sinceLast < 10_000) this.#paceMs += (sinceLast - this.#paceMs) / 20
    this.#lastLeft = now
    this.#inside.delete(inside)
    const place = key === null ? undefined : this.#places.get(key)
    if (key !== null && isAnswered) this.#places.delete(key)
    else if (key !== null && place) this.#places.set(key, { ...place, dueAt: now, isInside: false })
    this.#drop(({ dueAt }) => now > dueAt + keptMs)
  }
}

/** The arrival that counts for the closing time: the first one if the applicant is back in time, else this call. */
const arrivalNow = ({ countsFrom, dueAt }: QueueTicket, now: number) => (now <= dueAt + onTimeMs ? countsFrom : now)

/** Whether the ticket was issued in the past and has not expired. */
const isCurrent = ({ arrivedAt, countsFrom, dueAt }: QueueTicket, now: number) =>
  arrivedAt <= now && countsFrom <= now && dueAt <= now + longestRetrySeconds * 1000 && now <= dueAt + keptMs
