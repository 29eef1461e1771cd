/** The queue of applicants who send while the server is working on as many applications as it can. One per process. */
import { AppError } from '#model/wire/errors.ts'

/** A request that takes longer to arrive is slowed down by its connection, and does not count as work of this server. */
const arrivingMs = 3_000
/** Time after their turn in which others still wait for applicants who have not come back. */
const graceMs = 15_000
/** Time after their turn in which the arrival of applicants still counts for the closing of the admission. */
const onTimeMs = 120_000
/** Time after their turn in which applicants who come back are let in before those who arrived later. */
const keptMs = 30 * 60_000
const maxPlaces = 10_000
/** Longest time until applicants are to ask again: the estimate they see stays fresh. */
const longestRetrySeconds = 10

interface Place {
  readonly arrivedAt: number
  /** When its holder is to come back. */
  dueAt: number
  /** Whether its holder has been let in and not been answered yet. */
  isInside: boolean
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

interface Limits {
  /** Applications that are worked on at once. */
  readonly atOnce: number
  readonly now: () => number
}

/** Places are known by the key of the call, first come, first served. */
export class WaitingLine {
  readonly #atOnce: number
  readonly #now: () => number
  /** In the order of arrival. */
  readonly #places = new Map<string, Place>()
  readonly #inside = new Set<Inside>()
  /** Moving average of the time between two answers while the server is busy. */
  #paceMs = 100
  #lastLeft = 0
  constructor({ atOnce, now }: Limits) {
    this.#atOnce = atOnce
    this.#now = now
  }

  /** Whether a caller with this key would be put off without having had a place before. */
  wouldJoin(key: string | null): boolean {
    return !this.#hasPlace(key) && this.#excess(key) >= 0
  }

  /**
   * Lets the caller in, or throws `registration.queued` with the place and the time to wait. A caller without a key cannot be
   * told from others and has no place: it gets `server.busy`, as does everyone once the queue is full.
   */
  enter(key: string | null): Visit {
    const now = this.#now()
    const excess = this.#excess(key)
    if (excess >= 0) throw this.#putOff(key, excess, now)
    const place = key === null ? undefined : this.#places.get(key)
    if (place) place.isInside = true
    const began = place && now <= place.dueAt + onTimeMs ? place.arrivedAt : now
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

  #hasPlace(key: string | null): boolean {
    return key !== null && this.#places.has(key)
  }

  /** Number of callers who have to leave or to be let in before this one can be; negative: none. */
  #excess(key: string | null): number {
    const now = this.#now()
    let ahead = 0
    for (const [other, { dueAt, isInside }] of this.#places) {
      if (other === key) break
      if (!isInside && now <= dueAt + graceMs) ahead += 1
    }
    let underWay = 0
    for (const { since, isReceived } of this.#inside) if (isReceived || now - since < arrivingMs) underWay += 1
    return underWay + ahead - this.#atOnce
  }

  #putOff(key: string | null, excess: number, now: number): AppError {
    const waitSeconds = Math.max(1, Math.ceil(((excess + 1) * this.#paceMs) / 1000))
    // Halfway, so that nobody is away when an estimate was too long and it is their turn.
    const retryAfterSeconds = Math.min(Math.ceil(waitSeconds / 2), longestRetrySeconds)
    if (key === null || !this.#makeRoom(key, now)) return new AppError('server.busy', { retryAfterSeconds })
    const dueAt = now + retryAfterSeconds * 1000
    const place = this.#places.get(key)
    if (place) Object.assign(place, { dueAt, isInside: false })
    else this.#places.set(key, { arrivedAt: now, dueAt, isInside: false })
    return new AppError('registration.queued', { retryAfterSeconds, queue: { position: excess + 1, waitSeconds, retryAfterSeconds } })
  }

  /** Drops the places of those who have not come back; answers whether there is one for the key. */
  #makeRoom(key: string, now: number): boolean {
    if (this.#places.has(key) || this.#places.size < maxPlaces) return true
    for (const [other, { dueAt, isInside }] of this.#places) if (!isInside && now > dueAt + graceMs) this.#places.delete(other)
    return this.#places.size < maxPlaces
  }

  #leave(inside: Inside, key: string | null, isAnswered: boolean): void {
    const now = this.#now()
    const sinceLast = now - this.#lastLeft
    // With fewer at work, the time between two answers is the applicants' pace rather than the server's.
    if (this.#inside.size > this.#atOnce / 2 && sinceLast >= 0 && sinceLast < 10_000) this.#paceMs += (sinceLast - this.#paceMs) / 20
    this.#lastLeft = now
    this.#inside.delete(inside)
    const place = key === null ? undefined : this.#places.get(key)
    if (key !== null && isAnswered) this.#places.delete(key)
    else if (place) Object.assign(place, { dueAt: now, isInside: false })
    for (const [other, { dueAt, isInside }] of this.#places) {
      if (isInside || now <= dueAt + keptMs) break
      this.#places.delete(other)
    }
  }
}
