/** The queue for submissions that arrive while the server is at its limit. One per process. */

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import type { FastifyRequest } from 'fastify'
import { admissionErrors } from '#resources/admission/errors.ts'
import { signText, verifySignedText } from './signed-text.ts'

/** A request that takes longer to arrive has a slow connection and does not count as load. */
const arrivingMs = 3_000
/** How late applicants may return and still make everyone behind them wait. */
const transitMs = 2_000
/** How long others still wait for applicants who have not returned on time. */
const graceMs = 15_000
/** How late applicants may return so that their first arrival still counts for the closing time. */
const onTimeMs = 120_000
/** How late applicants may return and keep their position. */
const positionRetentionMs = 30 * 60_000
const maxPositions = 10_000
/** Longest interval between two calls of a waiting client, so that its estimate stays fresh. */
const longestRetrySeconds = 10

interface StoredPosition extends QueueTicket {
  /** Whether the application of its holder is being processed. */
  readonly isInside: boolean
}

/** A submission in progress. */
export interface QueueVisit {
  /** When the applicant arrived, for comparison with the closing time. */
  readonly startedAt: Date
  readonly waitedMs: number
  /** Call once the whole request has arrived. */
  markReceived(): void
  /** Call at the end. An applicant who got no response keeps the position. */
  leave(isAnswered: boolean): void
}

interface RunningVisit {
  readonly since: number
  isReceived: boolean
}

interface QueueOptions {
  /** Number of submissions in progress at once. */
  readonly concurrency: number
  readonly keys: SecretKeys
  readonly now: () => number
}

/**
 * First come, first served. A position is stored under the call's idempotency key, or comes from
 * the ticket if another process gave it.
 */
export class SubmissionQueue {
  readonly #options: QueueOptions
  readonly #positions = new Map<string, StoredPosition>()
  readonly #runningVisits = new Set<RunningVisit>()
  /** Moving average of the time between two responses while the server is busy. */
  #paceMs = 100
  #lastLeftAt = 0
  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Whether the caller would have to wait and has no position yet. */
  wouldJoin(key: string | null, ticket: string | null = null): boolean {
    const now = this.#options.now()
    return (
      this.#findPosition(key, ticket, now) === undefined && this.#excess(key, undefined, now) >= 0
    )
  }

  /**
   * Lets the caller in, or throws `registration.queued` with the position and the time to wait. A
   * caller without a key cannot be recognised again and gets `server.busy`, as does every newcomer
   * while the queue is full. `ticket` is the latest one that any process gave for the key.
   */
  enter(key: string | null, ticket: string | null = null): QueueVisit {
    const now = this.#options.now()
    const position = this.#findPosition(key, ticket, now)
    const excess = this.#excess(key, position, now)
    if (excess >= 0) throw this.#defer(key, position, { excess, now })
    const startedAt = position ? effectiveStart(position, now) : now
    if (key !== null && position)
      this.#positions.set(key, { ...position, countsFrom: startedAt, isInside: true })
    const visit: RunningVisit = { since: now, isReceived: false }
    this.#runningVisits.add(visit)
    return {
      startedAt: new Date(startedAt),
      waitedMs: now - startedAt,
      markReceived: () => {
        visit.isReceived = true
      },
      leave: (isAnswered) => this.#leave(visit, key, isAnswered),
    }
  }

  /** Merges the position in this process with that of the ticket. The earliest arrival counts. */
  #findPosition(
    key: string | null,
    ticket: string | null,
    now: number,
  ): StoredPosition | undefined {
    if (key === null) return undefined
    const stored = this.#positions.get(key)
    const fromTicket = ticket === null ? null : readQueueTicket(this.#options.keys, key, ticket)
    if (!fromTicket || !isCurrent(fromTicket, now)) return stored
    if (!stored) return { ...fromTicket, isInside: false }
    return {
      arrivedAt: Math.min(stored.arrivedAt, fromTicket.arrivedAt),
      countsFrom: Math.min(effectiveStart(stored, now), effectiveStart(fromTicket, now)),
      dueAt: Math.max(stored.dueAt, fromTicket.dueAt),
      isInside: stored.isInside,
    }
  }

  /**
   * Number of callers who must leave or enter before this one, minus one; negative if the caller
   * can enter now.
   */
  #excess(key: string | null, position: StoredPosition | undefined, now: number): number {
    const { concurrency } = this.#options
    const arrivedAt = position?.arrivedAt ?? now
    let waitingAhead = 0
    let overdueAhead = 0
    let isBehind = false
    for (const [other, { arrivedAt: otherArrivedAt, dueAt, isInside }] of this.#positions) {
      if (other === key) isBehind = true
      // Callers that arrived in the same millisecond keep the order in which they were stored.
      const isAhead = otherArrivedAt < arrivedAt || (otherArrivedAt === arrivedAt && !isBehind)
      if (other === key || isInside || !isAhead) continue
      if (now <= dueAt + transitMs) waitingAhead += 1
      else if (now <= dueAt + graceMs) overdueAhead += 1
    }
    let running = 0
    for (const { since, isReceived } of this.#runningVisits)
      if (isReceived || now - since < arrivingMs) running += 1
    // Another process may have let the overdue ones in, so they block at most half of the capacity.
    return running + waitingAhead + Math.min(overdueAhead, Math.ceil(concurrency / 2)) - concurrency
  }

  #defer(
    key: string | null,
    position: StoredPosition | undefined,
    { excess, now }: { readonly excess: number; readonly now: number },
  ): AppError {
    const waitSeconds = Math.max(1, Math.ceil(((excess + 1) * this.#paceMs) / 1000))
    // Half of the estimate, so that a client is back even if its turn comes early.
    const retryAfterSeconds = Math.min(Math.ceil(waitSeconds / 2), longestRetrySeconds)
    if (key === null || !(position || this.#hasRoom(now)))
      return new AppError('server.busy', { retryAfterSeconds })
    const next: StoredPosition = {
      arrivedAt: position?.arrivedAt ?? now,
      countsFrom: position ? effectiveStart(position, now) : now,
      dueAt: now + retryAfterSeconds * 1000,
      isInside: false,
    }
    // If this process has no room, only the ticket keeps the position.
    if (this.#positions.has(key) || this.#hasRoom(now)) this.#positions.set(key, next)
    const ticket = createQueueTicket(this.#options.keys, key, next)
    return new AppError(admissionErrors['registration.queued'], {
      retryAfterSeconds,
      queue: { position: excess + 1, waitSeconds, retryAfterSeconds, ticket },
    })
  }

  /** Whether there is room for another position, after dropping overdue ones if necessary. */
  #hasRoom(now: number): boolean {
    if (this.#positions.size >= maxPositions) this.#drop(({ dueAt }) => now > dueAt + graceMs)
    return this.#positions.size < maxPositions
  }

  #drop(isOver: (position: StoredPosition) => boolean): void {
    for (const [key, position] of this.#positions)
      if (!position.isInside && isOver(position)) this.#positions.delete(key)
  }

  #leave(visit: RunningVisit, key: string | null, isAnswered: boolean): void {
    const now = this.#options.now()
    const sinceLast = now - this.#lastLeftAt
    // With fewer submissions in progress, the interval between two responses reflects the pace of
    // the applicants, not of the server.
    if (
      this.#runningVisits.size > this.#options.concurrency / 2 &&
      sinceLast >= 0 &&
      sinceLast < 10_000
    )
      this.#paceMs += (sinceLast - this.#paceMs) / 20
    this.#lastLeftAt = now
    this.#runningVisits.delete(visit)
    const position = key === null ? undefined : this.#positions.get(key)
    if (key !== null && isAnswered) this.#positions.delete(key)
    else if (key !== null && position)
      this.#positions.set(key, { ...position, dueAt: now, isInside: false })
    this.#drop(({ dueAt }) => now > dueAt + positionRetentionMs)
  }
}

/**
 * The arrival that counts for the closing time: the first one if the applicant is back in time,
 * else this call.
 */
const effectiveStart = ({ countsFrom, dueAt }: QueueTicket, now: number) =>
  now <= dueAt + onTimeMs ? countsFrom : now

/** Whether the ticket was issued in the past and has not expired. */
const isCurrent = ({ arrivedAt, countsFrom, dueAt }: QueueTicket, now: number) =>
  arrivedAt <= now &&
  countsFrom <= now &&
  dueAt <= now + longestRetrySeconds * 1000 &&
  now <= dueAt + positionRetentionMs

/** A position in the queue. Times are milliseconds since 1970. */
interface QueueTicket {
  /** First arrival, which determines the order. */
  readonly arrivedAt: number
  /**
   * Arrival that is compared with the closing time. It is later than the first arrival if the
   * applicant returned too late.
   */
  readonly countsFrom: number
  /** When the client should return. */
  readonly dueAt: number
}

const purposeOf = (key: string) => `queue:${key}`

/** Returns a ticket. It is valid for one idempotency key only. */
export const createQueueTicket = (
  keys: SecretKeys,
  key: string,
  { arrivedAt, countsFrom, dueAt }: QueueTicket,
) =>
  signText(
    keys,
    purposeOf(key),
    [arrivedAt, countsFrom, dueAt].map((at) => at.toString(36)).join('.'),
  )

/** Returns the position in a ticket; null if it is forged or belongs to another key. */
function readQueueTicket(keys: SecretKeys, key: string, ticket: string): QueueTicket | null {
  const text = verifySignedText(keys, purposeOf(key), ticket)
  if (text === null) return null
  const [arrivedAt = Number.NaN, countsFrom = Number.NaN, dueAt = Number.NaN] = text
    .split('.')
    .map((part) => Number.parseInt(part, 36))
  return { arrivedAt, countsFrom, dueAt }
}

/** Returns the ticket of a request; null if there is none or it is too long. */
export function queueTicketOf({ headers }: FastifyRequest): string | null {
  const ticket = headers['queue-ticket']
  return typeof ticket === 'string' && ticket.length <= 100 ? ticket : null
}
