/** Signed tickets by which any process knows an applicant's place in the queue. The client sends the latest one back. */
import type { FastifyRequest } from 'fastify'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { readNote, signNote } from './signed-note.ts'

/** A place in the queue, in milliseconds since 1970. */
export interface Claim {
  /** First arrival: the order of the queue. */
  readonly arrivedAt: number
  /** Arrival that counts for the closing of the admission; later than the first for applicants who came back too late. */
  readonly countsFrom: number
  /** When the applicant is to come back. */
  readonly dueAt: number
}

const purposeOf = (key: string) => `queue:${key}`

/** The ticket of a place; it is worth nothing with another idempotency key. */
export const newTicket = (keys: SecretKeys, key: string, { arrivedAt, countsFrom, dueAt }: Claim) =>
  signNote(keys, purposeOf(key), [arrivedAt, countsFrom, dueAt].map((at) => at.toString(36)).join('.'))

/** The place that a ticket stands for; null for one that is forged or belongs to another key. */
export function claimOf(keys: SecretKeys, key: string, ticket: string): Claim | null {
  const text = readNote(keys, purposeOf(key), ticket)
  if (text === null) return null
  const [arrivedAt = Number.NaN, countsFrom = Number.NaN, dueAt = Number.NaN] = text.split('.').map((part) => Number.parseInt(part, 36))
  return { arrivedAt, countsFrom, dueAt }
}

/** The ticket that a call brings; null for none, and for what cannot be one. */
export function ticketIn({ headers }: FastifyRequest): string | null {
  const ticket = headers['queue-ticket']
  return typeof ticket === 'string' && ticket.length <= 100 ? ticket : null
}
