import type { FastifyRequest } from 'fastify'
import { invalidInput } from '#model/errors.ts'

/** The `Idempotency-Key` header, null without one. Throws `input.invalid` for one that could not have been drawn at random. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) throw invalidInput({ 'Idempotency-Key': [{ code: 'type.wrong' }] })
  return key
}
