/** Answers a declared call: reads what it takes by its schemas, and hands that to its handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { isId } from '#model/paths.ts'
import type { AnswerOf, Call, InputOf, ParamsOf, QueryOf } from '#model/wire/call.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import { toFieldIssues } from '#model/wire/issue.ts'
import type { Success } from '#model/wire/wire.ts'
import type { Caller } from '../caller.ts'
import { queryEntries, unknownPart } from '../records/reading/list-query.ts'
import { bodyOf } from '../session/body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the call, for the API's document. */
    call?: Call
  }
}

/** A call as its handler gets it: checked by its declaration. */
export interface Given<C extends Call> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: C['access'] extends 'public' | 'optional' ? Caller | null : Caller
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly input: InputOf<C>
}

/** Result of a handler: the envelope of its answer, or a reply that was sent by hand, such as a file. */
export type Handler<C extends Call> = (given: Given<C>) => Promise<Success<AnswerOf<C>> | FastifyReply>

/** Registers a call. A path is refused before a query, and a query before a body. */
export function serve<const C extends Call>(app: FastifyInstance, call: C, handler: Handler<C>): void {
  const { method, path, access, status, repeats, limits: { bodyBytes, ...limits } = {} } = call
  app.route({
    method,
    url: path,
    ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
    config: { access, call, ...limits, ...(repeats && { repeats }) },
    async handler(request, reply) {
      const given = {
        request,
        reply,
        caller: request.caller,
        params: paramsIn(call, request.params ?? {}),
        query: call.query && queryIn(call.query, request.query),
        input: call.reads === 'itself' ? request.body : call.input && bodyOf(call.input, request),
      }
      if (status !== undefined) reply.code(status)
      // The schemas of the call have read it, and its access has made sure of a caller.
      return await handler(given as Given<C>)
    },
  })
}

/** Reads the parts of the path. Throws what the call says of one that names nothing. */
function paramsIn({ params: schema, missing = 'record.missing' }: Call, params: unknown): unknown {
  if (schema) {
    const result = schema.safeParse(params)
    if (!result.success) throw new AppError(missing)
    return result.data
  }
  const { id } = params as { readonly id?: string } // the router's own
  if (id !== undefined && !isId(id)) throw new AppError(missing)
  return params
}

/** The query as its schema reads it. Throws `filter.unknown` for a part that the call does not have, else `input.invalid`. */
function queryIn(schema: z.ZodMiniType, query: unknown): unknown {
  const result = schema.safeParse(Object.fromEntries(queryEntries(query)), { reportInput: true })
  if (result.success) return result.data
  const unknown = result.error.issues.find(({ code }) => code === 'unrecognized_keys')
  if (unknown?.code === 'unrecognized_keys') throw unknownPart(unknown.keys[0] ?? '')
  throw invalidInput(toFieldIssues(result.error.issues))
}
