/** Registers a declared call: parses its input with its schemas and passes it to the handler. */

import { isId } from '@matricola/schema/paths.ts'
import type { Call, InputOf, ParamsOf, QueryOf, ResponseOf } from '@matricola/schema/wire/call.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { toFieldIssues } from '@matricola/schema/wire/issue.ts'
import type { Success } from '@matricola/schema/wire/wire.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Caller } from '../caller.ts'
import { parseQueryEntries, unknownParameter } from '../records/reading/parse-list-query.ts'
import { parseBody } from '../session/parse-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the call, for the OpenAPI document. */
    call?: Call
  }
}

/** A call as its handler receives it, validated against the declaration. */
export interface CallContext<C extends Call> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: C['access'] extends 'public' | 'optional' ? Caller | null : Caller
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly input: InputOf<C>
}

/**
 * A handler returns the envelope of its response, or a reply that it has sent itself, such as a
 * file.
 */
export type CallHandler<C extends Call> = (
  call: CallContext<C>,
) => Promise<Success<ResponseOf<C>> | FastifyReply>

/**
 * Registers a call. Path parameters are validated before the query, and the query before the body.
 */
export function registerCall<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: CallHandler<C>,
): void {
  const { method, path, access, status, repeats, limits: { bodyBytes, ...limits } = {} } = call
  app.route({
    method,
    url: path,
    ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
    config: { access, call, ...limits, ...(repeats && { repeats }) },
    async handler(request, reply) {
      const callContext = {
        request,
        reply,
        caller: request.caller,
        params: parseParams(call, request.params ?? {}),
        query: call.query && parseQuery(call.query, request.query),
        input:
          call.reads === 'itself' ? request.body : call.input && parseBody(call.input, request),
      }
      if (status !== undefined) reply.code(status)
      // The schemas of the call have parsed the input, and its access has been checked, so the cast
      // is safe.
      return await handler(callContext as CallContext<C>)
    },
  })
}

/** Parses path parameters. Throws the `missing` error of the call if one is invalid. */
function parseParams(
  { params: schema, missing = 'record.missing' }: Call,
  params: unknown,
): unknown {
  if (schema) {
    const result = schema.safeParse(params)
    if (!result.success) throw new AppError(missing)
    return result.data
  }
  const { id } = params as { readonly id?: string } // set by the router
  if (id !== undefined && !isId(id)) throw new AppError(missing)
  return params
}

/**
 * Parses the query. Throws `filter.unknown` for a parameter that the call does not have, and
 * `input.invalid` for other errors.
 */
function parseQuery(schema: z.ZodMiniType, query: unknown): unknown {
  const result = schema.safeParse(Object.fromEntries(parseQueryEntries(query)), {
    reportInput: true,
  })
  if (result.success) return result.data
  const unknown = result.error.issues.find(({ code }) => code === 'unrecognized_keys')
  if (unknown?.code === 'unrecognized_keys') throw unknownParameter(unknown.keys[0] ?? '')
  throw invalidInput(toFieldIssues(result.error.issues))
}
