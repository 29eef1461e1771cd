import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { check } from '#model/validation.ts'
import { invalidInput } from '#model/wire/errors.ts'

/** The body as its schema reads it. Throws `input.invalid`, naming each field; a missing body is an empty one. */
export function bodyOf<T>(schema: z.ZodMiniType<T>, request: FastifyRequest): T {
  const result = check(schema, request.body ?? {})
  if (!result.ok) throw invalidInput(result.fields)
  return result.value
}
