/** Requires every API route to declare who may call it. There is no default. */

import { isGranted } from '@matricola/schema/access.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Call, CallAccess as RouteAccess } from '@matricola/schema/wire/call.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type * as z from 'zod/mini'
import type { Caller } from '../caller.ts'
import { acceptsIdempotencyKey } from './idempotency.ts'

export type { CallAccess as RouteAccess } from '@matricola/schema/wire/call.ts'

/**
 * OpenAPI description of a generated call. `answer` is the schema of `data` in the envelope;
 * absent: a plain object.
 */
export interface RouteDoc {
  readonly summary: string
  readonly tag?: string
  readonly query?: { readonly [name: string]: string }
  /** Headers specific to this call. */
  readonly headers?: { readonly [name: string]: string }
  readonly body?: z.ZodMiniType
  readonly answer?: z.ZodMiniType
  /** Media type of a body outside the envelope, such as a download. */
  readonly media?: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
    /** Marks a GET request that another site must not be able to start: files, exports, backups. */
    refuseForeignGet?: true
    doc?: RouteDoc
  }
}

export interface RegisteredRoute {
  readonly method: string
  readonly path: string
  readonly access: RouteAccess
  readonly doc?: RouteDoc
  /** The declaration of the call, if it has one. */
  readonly call?: Call
  /** Whether the call accepts the header `Idempotency-Key`. */
  readonly acceptsKey: boolean
}

/**
 * Collects all routes. Throws during startup if a route under `/api` does not declare its access.
 */
export function collectRoutes(app: FastifyInstance): RegisteredRoute[] {
  const registered: RegisteredRoute[] = []
  app.addHook('onRoute', (route: RouteOptions) => {
    const access = route.config?.access
    if (!access && /^\/api(\/|$)/.test(route.url))
      throw new Error(`${route.method} ${route.url} has no access rule: declare who may call it`)
    const methods = Array.isArray(route.method) ? route.method : [route.method]
    for (const method of methods) {
      registered.push({
        method,
        path: route.url,
        access: access ?? 'public',
        acceptsKey: acceptsIdempotencyKey(method, route),
        ...(route.config?.doc && { doc: route.config.doc }),
        ...(route.config?.call && { call: route.config.call }),
      })
    }
  })
  return registered
}

/**
 * Throws `session.required` if nobody is signed in, and `access.denied` if the role may not call
 * the route.
 */
export function assertAccess(
  { adminRole }: Registry,
  access: RouteAccess,
  caller: Caller | null,
): void {
  if (access === 'public' || access === 'optional') return
  if (!caller) throw new AppError('session.required')
  if (access === 'signedIn') return
  if (!mayCall(adminRole, access, caller)) throw new AppError('access.denied')
}

function mayCall(
  adminRole: Role,
  access: Exclude<RouteAccess, 'public' | 'optional' | 'signedIn'>,
  { role }: Caller,
): boolean {
  if (access === 'admin') return role === adminRole
  return 'roles' in access
    ? access.roles.includes(role)
    : isGranted(access.resource, role, access.grant)
}
