/** The queue of applicants who send while the server is working on as many applications as it can. One per process. */
import { AppError } from '#model/wire/errors.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { type Claim, claimOf, newTicket } from './queue-ticket.ts'

/** A request that takes longer to arrive is slowed down by its connection, and does not count as work of this server. */
const arrivingMs = 3_000
/** Applicants who come back no later than this after their turn are on their way, and everyone behind them waits. */
const onTheWayMs = 2_000
/** Time after their turn in which others still wait for applicants who have not come back. */
const graceMs = 15_000
/** Time after their turn in which the arrival of applicants still counts for the closing of the admission. */
const onTimeMs = 120_000
/** Time after their turn in which applicants who come back are let in before those who arrived later. */
const keptMs = 30 * 60_000
const maxPlaces = 10_000
/** Longest time until applicants are to ask again: the estimate they see stays fresh. */
const longestRetrySeconds = 10

interface Place extends Claim {
  /** Whether its holder has been let in and not been answered yet. */
  readonly isInside: boolean
}

/** An application that the server works on. */
export interface Visit {
  /** When the applicant arrived, which is what counts for the closing of the admission. */
  readonly began: Date
  /** Time spent in the queue since then. */
  readonly waitedMs: number
  /** To be called once the whole request is there. */
  received(): void
  /** To be called at the end; an applicant who got no answer keeps the place. */
  leave(isAnswered: boolean): void
}

interface Inside {
  readonly since: number
  isReceived: boolean
}

interface Parts {
  /** Applications that are worked on at once. */
  readonly atOnce: number
  readonly keys: SecretKeys
  readonly now: () => number
}

/** First come, first served. Places are known by the key of the call, and by the ticket where another process has given them. */
export class WaitingLine {
  readonly #parts: Parts
  readonly #places = new Map<string, Place>()
  readonly #inside = new Set<Inside>()
  /** Moving average of the time between two answers while the server is busy. */
  #paceMs = 100
  #lastLeft = 0
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether a caller would be put off without having had a place before. */
  wouldJoin(key: string | null, ticket: string | null = null): boolean {
    const now = this.#parts.now()
    return this.#findPlace(key, ticket, now) === undefined && this.#excess(key, undefined, now) >= 0
  }

  /**
   * Lets the caller in, or throws `registration.queued` with the place and the time to wait. A caller without a key cannot be
   * told from others and has no place: it gets `server.busy`, as does every newcomer once the queue is full. `ticket`: the latest that
   * this or another process has given with the key.
   */
  enter(key: string | null, ticket: string | null = null): Visit {
    const now = this.#parts.now()
    const place = this.#findPlace(key, ticket, now)
    const excess = this.#excess(key, place, now)
    if (excess >= 0) throw this.#putOff(key, place, { excess, now })
    const began = place ? arrivalNow(place, now) : now
    if (key !== null && place) this.#places.set(key, { ...place, countsFrom: began, isInside: true })
    const inside: Inside = { since: now, isReceived: false }
    this.#inside.add(inside)
    return {
      began: new Date(began),
      waitedMs: now - began,
      received: () => {
        inside.isReceived = true
      },
      leave: (isAnswered) => this.#leave(inside, key, isAnswered),
    }
  }

  /** The place as this process knows it, joined with that of the ticket: the earliest arrival counts. */
  #findPlace(key: string | null, ticket: string | null, now: number): Place | undefined {
    if (key === null) return undefined
    const own = this.#places.get(key)
    const claim = ticket === null ? null : claimOf(this.#parts.keys, key, ticket)
    if (!claim || !isCurrent(claim, now)) return own
    if (!own) return { ...claim, isInside: false }
    return {
      arrivedAt: Math.min(own.arrivedAt, claim.arrivedAt),
      countsFrom: Math.min(arrivalNow(own, now), arrivalNow(claim, now)),
      dueAt: Math.max(own.dueAt, claim.dueAt),
      isInside: own.isInside,
    }
  }

  /** Number of callers who have to leave or to be let in before this one can be; negative: none. */
  #excess(key: string | null, place: Place | undefined, now: number): number {
    const { atOnce } = this.#parts
    const arrivedAt = place?.arrivedAt ?? now
    let awaited = 0
    let overdue = 0
    let isBehind = false
    for (const [other, { arrivedAt: otherArrivedAt, dueAt, isInside }] of this.#places) {
      if (other === key) isBehind = true
      // Of those who arrived in the same millisecond, the first known comes first.
      const isAhead = otherArrivedAt < arrivedAt || (otherArrivedAt === arrivedAt && !isBehind)
      if (other === key || isInside || !isAhead) continue
      if (now <= dueAt + onTheWayMs) awaited += 1
      else if (now <= dueAt + graceMs) overdue += 1
    }
    let underWay = 0
    for (const { since, isReceived } of this.#inside) if (isReceived || now - since < arrivingMs) underWay += 1
    // Another process may have let them in: they hold up half of the work at most.
    return underWay + awaited + Math.min(overdue, Math.ceil(atOnce / 2)) - atOnce
  }

  #putOff(key: string | null, place: Place | undefined, { excess, now }: { readonly excess: number; readonly now: number }): AppError {
    const waitSeconds = Math.max(1, Math.ceil(((excess + 1) * this.#paceMs) / 1000))
    // Halfway, so that nobody is away when an estimate was too long and it is their turn.
    const retryAfterSeconds = Math.min(Math.ceil(waitSeconds / 2), longestRetrySeconds)
    if (key === null || !(place || this.#hasRoom(now))) return new AppError('server.busy', { retryAfterSeconds })
    const next: Place = {
      arrivedAt: place?.arrivedAt ?? now,
      countsFrom: place ? arrivalNow(place, now) : now,
      dueAt: now + retryAfterSeconds * 1000,
      isInside: false,
    }
    // The ticket is enough for a place that this process has no room for.
    if (this.#places.has(key) || this.#hasRoom(now)) this.#places.set(key, next)
    const ticket = newTicket(this.#parts.keys, key, next)
    return new AppError('registration.queued', {
      retryAfterSeconds,
      queue: { position: excess + 1, waitSeconds, retryAfterSeconds, ticket },
    })
  }

  /** Whether there is room for one more place; drops those whose holders have not come back. */
  #hasRoom(now: number): boolean {
    if (this.#places.size >= maxPlaces) this.#drop(({ dueAt }) => now > dueAt + graceMs)
    return this.#places.size < maxPlaces
  }

  #drop(isOver: (place: Place) => boolean): void {
    for (const [key, place] of this.#places) if (!place.isInside && isOver(place)) this.#places.delete(key)
  }

  #leave(inside: Inside, key: string | null, isAnswered: boolean): void {
    const now = this.#parts.now()
    const sinceLast = now - this.#lastLeft
    // With fewer at work, the time between two answers is the applicants' pace rather than the server's.
    if (this.#inside.size > this.#parts.atOnce / 2 && sinceLast >= 0 && sinceLast < 10_000) this.#paceMs += (sinceLast - this.#paceMs) / 20
    this.#lastLeft = now
    this.#inside.delete(inside)
    const place = key === null ? undefined : this.#places.get(key)
    if (key !== null && isAnswered) this.#places.delete(key)
    else if (key !== null && place) this.#places.set(key, { ...place, dueAt: now, isInside: false })
    this.#drop(({ dueAt }) => now > dueAt + keptMs)
  }
}

/** The arrival that counts for the closing: the first one of applicants who are back in time, else this call. */
const arrivalNow = ({ countsFrom, dueAt }: Claim, now: number) => (now <= dueAt + onTimeMs ? countsFrom : now)

/** Whether a ticket was given before now and is still good. */
const isCurrent = ({ arrivedAt, countsFrom, dueAt }: Claim, now: number) =>
  arrivedAt <= now && countsFrom <= now && dueAt <= now + longestRetrySeconds * 1000 && now <= dueAt + keptMs
