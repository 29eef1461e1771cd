import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '#server/engine/caller.ts'
import { checkAccess } from './route-access.ts'

/**
 * Finds who asks, or null for nobody. Throws `session.expired` for a session that has ended and `password.mustChange`
 * where the person must first choose a password; `server/engine/session` makes the real one.
 */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person; null where nobody is, or where the route never looks. */
    caller: Caller | null
  }
}

/** Looks the caller up once per request and lets the request through only where the route's own `access` says so. */
export function addCallerHook(app: FastifyInstance, findCaller: FindCaller): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config?.access
    if (request.is404 || access === undefined || access === 'public') return
    request.caller = await findCaller(request)
    checkAccess(access, request.caller)
  })
}

/** The caller of a route that demands one. Its `access` has made sure of it before any handler runs. */
export function callerIn(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('the route does not demand a signed-in person')
  return request.caller
}
