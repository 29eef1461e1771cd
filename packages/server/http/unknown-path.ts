import { idPattern } from '@matricola/schema/values/ids.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Environment } from '../environment.ts'
import { sendError } from './error-handler.ts'
import type { RegisteredRoute } from './route-access.ts'
import { anyPath } from './static-files.ts'

/**
 * Handles requests without a route: 405 with `Allow` if the path exists for another method, else
 * 404.
 */
export function addUnknownPath(
  app: FastifyInstance,
  context: Environment,
  routes: readonly RegisteredRoute[],
): void {
  let patterns: { readonly method: string; readonly matches: RegExp }[] | undefined
  app.setNotFoundHandler((request, reply) => {
    patterns ??= routes
      .filter(({ method, path }) => method !== 'OPTIONS' && path !== anyPath)
      .map(({ method, path }) => ({ method, matches: patternOf(path) }))
    const path = request.url.split('?')[0] ?? ''
    const methods = [
      ...new Set(patterns.filter(({ matches }) => matches.test(path)).map(({ method }) => method)),
    ]
    if (methods.length === 0 || methods.includes(request.method))
      return sendError(context, new AppError('path.unknown'), request, reply)
    return sendError(
      context,
      new AppError('method.notAllowed'),
      request,
      reply.header('allow', methods.join(', ')),
    )
  })
}

/** Record ids are UUIDs, so no other path segment can be mistaken for one. */
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/[.()[\]{}+?^$|\\]/g, '\\$&')
      .replace(/:id\b/g, idPattern)
      .replace(/:[A-Za-z]+/g, '[^/]+')}$`,
  )
