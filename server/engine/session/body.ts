import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { AppError, type ErrorCode, invalidInput } from '#model/errors.ts'
import { isId } from '#model/paths.ts'
import { check } from '#model/validation.ts'

/** The body as its schema reads it. Throws `input.invalid`, naming each field; a missing body is an empty one. */
export function bodyOf<T>(schema: z.ZodMiniType<T>, request: FastifyRequest): T {
  const result = check(schema, request.body ?? {})
  if (!result.ok) throw invalidInput(result.fields)
  return result.value
}

/** The id in the path. Throws `missing` for what cannot be one. */
export function idIn(request: FastifyRequest, missing: ErrorCode = 'record.missing'): string {
  const { id } = (request.params ?? {}) as { id?: unknown }
  if (typeof id !== 'string' || !isId(id)) throw new AppError(missing)
  return id
}
