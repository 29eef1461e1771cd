/** The header `Idempotency-Key`: every call that changes something honours it, or refuses it (docs/decisions/0027). */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Repeats } from '#model/wire/call.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { Environment } from '../environment.ts'
import { type Asked, answeredInParts, answeredWhole } from '../session/answered-once.ts'
import { readCookie } from '../session/cookies.ts'
import { fingerprintOf } from '../session/repeated-call.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Way in which a call that changes something keeps the header `Idempotency-Key`. */
    repeats?: Repeats
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Tells whether a call takes the header. */
export const takesKey = (method: string, { config }: Pick<RouteOptions, 'config'>) => !reading.has(method) && config?.repeats !== 'never'

/** The key of a call, null without one. Throws `input.invalid` for one that could not have been drawn at random. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) throw invalidInput({ 'Idempotency-Key': [{ code: 'type.wrong' }] })
  return key
}

/** A key as it is kept: with the rights of its caller, so that whoever has others since does not get the answer of before. */
export const keyOfRights = (caller: Caller | null, key: string | null): string | null =>
  caller && key !== null ? `${key} ${caller.role} ${caller.personId ?? ''}` : key

/** The call as its equals are known by; `content`: what was sent as its body. */
export function askedIn(request: FastifyRequest, { config }: Pick<Environment, 'config'>, content: unknown): Asked {
  const { caller, method, url, headers } = request
  const applicant = caller ? null : readCookie(config, headers.cookie, 'ap')
  const scope = caller ? `call:${caller.id}` : applicant ? `applicant:${fingerprintOf(applicant)}` : 'anyone'
  return {
    scope,
    key: keyOfRights(caller, idempotencyKeyOf(request)),
    request: [method, url, headers['if-match'] ?? null, content ?? null],
  }
}

/** Parts of an answer that are kept. */
interface Answer {
  readonly status: number
  readonly body: unknown
  readonly cookies?: string | string[]
}

/**
 * Has every route that is added from now on answer a call that comes again with its key as it was answered before, without
 * doing anything. To be added before the routes. Refuses with `request.notRepeatable` where a call has no use for a key.
 */
export function addRepeats(app: FastifyInstance, context: Environment): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const methods = [route.method].flat()
    if (methods.every((method) => reading.has(method)) || route.config?.repeats === 'itself') return
    const { handler } = route
    if (route.config?.repeats === 'never') {
      route.handler = function (request, reply) {
        if (request.headers['idempotency-key'] !== undefined) throw new AppError('request.notRepeatable')
        return handler.call(this, request, reply)
      }
      return
    }
    const once = route.config?.repeats === 'inParts' ? answeredInParts : answeredWhole
    route.handler = async function (request, reply) {
      const asked = askedIn(request, context, request.body)
      if (asked.key === null) return await handler.call(this, request, reply)
      const answer = await once<Answer>(context, asked, async () => answerIn(reply, await handler.call(this, request, reply)))
      return answer === null ? reply : given(reply, answer)
    }
  })
}

/** Answer of a handler; null where it has had somebody else answer, such as for an unknown path. */
export function answerIn(reply: FastifyReply, body: unknown): Answer | null {
  if (reply.sent || body === reply || body === undefined) return null
  const cookies = reply.getHeader('set-cookie')
  return { status: reply.statusCode, body, ...(cookies !== undefined && { cookies: cookies as string | string[] }) }
}

function given(reply: FastifyReply, { status, body, cookies }: Answer): unknown {
  reply.code(status)
  if (cookies !== undefined) {
    reply.removeHeader('set-cookie')
    reply.header('set-cookie', cookies)
  }
  return body
}

/** As the other calls do, for a handler that has read its body itself: `content` stands for that body. */
export async function answeredByKey<T>(
  context: Environment,
  { request, reply, content }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly content: unknown },
  work: () => Promise<T>,
): Promise<T | FastifyReply> {
  const asked = askedIn(request, context, content)
  const answer = await answeredInParts<Answer>(context, asked, async () => answerIn(reply, await work()))
  // It was `work` that answered, now or the first time.
  return answer === null ? reply : (given(reply, answer) as T)
}
