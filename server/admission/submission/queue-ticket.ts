/** Signed tickets that carry an applicant's position in the queue across processes. The client sends the latest one back. */

import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import type { FastifyRequest } from 'fastify'
import { signText, verifySignedText } from './signed-text.ts'

/** A position in the queue. Times are milliseconds since 1970. */
export interface QueueTicket {
  /** First arrival, which determines the order. */
  readonly arrivedAt: number
  /** Arrival that is compared with the closing time. It is later than the first arrival if the applicant returned too late. */
  readonly countsFrom: number
  /** When the client should return. */
  readonly dueAt: number
}

const purposeOf = (key: string) => `queue:${key}`

/** Returns a ticket. It is valid for one idempotency key only. */
export const createQueueTicket = (keys: SecretKeys, key: string, { arrivedAt, countsFrom, dueAt }: QueueTicket) =>
  signText(keys, purposeOf(key), [arrivedAt, countsFrom, dueAt].map((at) => at.toString(36)).join('.'))

/** Returns the position in a ticket; null if it is forged or belongs to another key. */
export function readQueueTicket(keys: SecretKeys, key: string, ticket: string): QueueTicket | null {
  const text = verifySignedText(keys, purposeOf(key), ticket)
  if (text === null) return null
  const [arrivedAt = Number.NaN, countsFrom = Number.NaN, dueAt = Number.NaN] = text.split('.').map((part) => Number.parseInt(part, 36))
  return { arrivedAt, countsFrom, dueAt }
}

/** Returns the ticket of a request; null if there is none or it is too long. */
export function queueTicketOf({ headers }: FastifyRequest): string | null {
  const ticket = headers['queue-ticket']
  return typeof ticket === 'string' && ticket.length <= 100 ? ticket : null
}
