import { validateInput } from '@matricola/schema/validation.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

/**
 * Parses the body of a request. Throws `input.invalid` with the issues of each field. An absent
 * body counts as an empty object.
 */
export function parseBody<T>(schema: z.ZodMiniType<T>, request: FastifyRequest): T {
  const result = validateInput(schema, request.body ?? {})
  if (!result.ok) throw invalidInput(result.fields)
  return result.value
}
