/**
 * The header `Idempotency-Key`. Every call that makes changes honours or rejects it
 * (docs/decisions/0027).
 */

import type { RepeatPolicy } from '@matricola/schema/wire/call.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Environment } from '../environment.ts'
import type { RepeatableCall } from '../session/repeated-call.ts'
import { type RepeatableRequest, runOnce, runOnceInParts } from '../session/run-once.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a call that makes changes handles the header `Idempotency-Key`. */
    repeats?: RepeatPolicy
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a call accepts the header. */
export const acceptsIdempotencyKey = (method: string, { config }: Pick<RouteOptions, 'config'>) =>
  !safeMethods.has(method) && config?.repeats !== 'never'

/** Returns the key of a call, or null. Throws `input.invalid` for a key that cannot be random. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key))
    throw invalidInput({ 'Idempotency-Key': [{ code: 'type.wrong' }] })
  return key
}

/**
 * Returns the key to store. It includes the caller's rights, so that a stored response is not
 * returned after they change.
 */
export const keyWithRights = (
  caller: Caller | null,
  key: string | null,
): Pick<RepeatableCall, 'key' | 'former'> =>
  caller && key !== null
    ? {
        key: `${key} ${caller.role} ${caller.personId ?? ''}`,
        former: { key, callerId: caller.id },
      }
    : { key }

/**
 * Returns the data by which a repeated call is recognised. `content` stands for the request body.
 */
export function repeatableRequestOf(
  request: FastifyRequest,
  { config, anonymousScope }: Pick<Environment, 'config' | 'anonymousScope'>,
  content: unknown,
): RepeatableRequest {
  const { caller, method, url, headers } = request
  const scope = caller ? `call:${caller.id}` : (anonymousScope(headers.cookie, config) ?? 'anyone')
  return {
    scope,
    ...keyWithRights(caller, idempotencyKeyOf(request)),
    request: [method, url, headers['if-match'] ?? null, content ?? null],
  }
}

/** The parts of a response that are stored. */
interface StoredResponse {
  readonly status: number
  readonly body: unknown
  readonly cookies?: string | string[]
}

/**
 * Makes every route that is added later return the stored response to a repeated call with the same
 * key, without running the call again. Call this before adding routes. Throws
 * `request.notRepeatable` if a call does not support keys.
 */
export function addIdempotency(app: FastifyInstance, context: Environment): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const methods = [route.method].flat()
    if (methods.every((method) => safeMethods.has(method)) || route.config?.repeats === 'itself')
      return
    const { handler } = route
    if (route.config?.repeats === 'never') {
      route.handler = function (request, reply) {
        if (request.headers['idempotency-key'] !== undefined)
          throw new AppError('request.notRepeatable')
        return handler.call(this, request, reply)
      }
      return
    }
    const once = route.config?.repeats === 'inParts' ? runOnceInParts : runOnce
    route.handler = async function (request, reply) {
      const repeatable = repeatableRequestOf(request, context, request.body)
      if (repeatable.key === null) return await handler.call(this, request, reply)
      const answer = await once<StoredResponse>(context, repeatable, async () =>
        storedResponseOf(reply, await handler.call(this, request, reply)),
      )
      return answer === null ? reply : applyStoredResponse(reply, answer)
    }
  })
}

/** Returns the response of a handler; null if it was sent elsewhere, as for an unknown path. */
export function storedResponseOf(reply: FastifyReply, body: unknown): StoredResponse | null {
  if (reply.sent || body === reply || body === undefined) return null
  const cookies = reply.getHeader('set-cookie')
  return {
    status: reply.statusCode,
    body,
    ...(cookies !== undefined && { cookies: cookies as string | string[] }),
  }
}

function applyStoredResponse(
  reply: FastifyReply,
  { status, body, cookies }: StoredResponse,
): unknown {
  reply.code(status)
  if (cookies !== undefined) {
    reply.removeHeader('set-cookie')
    reply.header('set-cookie', cookies)
  }
  return body
}

/**
 * Does the same for a handler that reads the request body itself. `content` stands for the body.
 */
export async function runOnceByKey<T>(
  context: Environment,
  {
    request,
    reply,
    content,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly content: unknown },
  work: () => Promise<T>,
): Promise<T | FastifyReply> {
  const repeatable = repeatableRequestOf(request, context, content)
  const answer = await runOnceInParts<StoredResponse>(context, repeatable, async () =>
    storedResponseOf(reply, await work()),
  )
  // The response was made by `work`, now or on the first call.
  return answer === null ? reply : (applyStoredResponse(reply, answer) as T)
}
