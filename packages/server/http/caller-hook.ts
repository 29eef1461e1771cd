import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Environment } from '../environment.ts'
import { assertAccess } from './route-access.ts'

/**
 * Finds the caller of a request, or null if nobody is signed in. Throws `session.expired`, or
 * `password.mustChange` if the user must choose a new password first. Implemented in
 * `packages/server/session`.
 */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; null if nobody is signed in or the route is public. */
    caller: Caller | null
  }
}

/**
 * Looks up the caller once per request and rejects the request if the route's `access` does not
 * allow it.
 */
export function addCallerHook(
  app: FastifyInstance,
  { registry }: Pick<Environment, 'registry'>,
  findCaller: FindCaller,
): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config?.access
    if (request.is404 || access === undefined || access === 'public') return
    request.caller = await findCaller(request)
    assertAccess(registry, access, request.caller)
  })
}

/**
 * Returns the caller of a route that requires one. The route's `access` has been checked before any
 * handler runs.
 */
export function getCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('the route does not require a signed-in user')
  return request.caller
}
