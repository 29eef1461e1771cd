import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isCrossSite, isListedOrigin } from '../session/request-origin.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects changes that another site started, using the headers in which browsers state the origin.
 * Only browsers send a user's cookies automatically, so other clients need no check. Reading files,
 * exports and backups is protected as well. Throws `origin.foreign`.
 */
export function addOriginCheck(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) && !request.routeOptions.config?.refuseForeignGet) return
    if (!isAllowed(request, config)) throw new AppError('origin.foreign')
  })
  if (config.corsOrigins.length === 0) return
  // With listed origins, cookies cannot be `SameSite=Strict`. This keeps unlisted sites from using
  // them.
  app.addHook('onRequest', async (request) => {
    if (isCrossSite(request, config) && !isListedOrigin(request, config))
      delete request.headers.cookie
  })
}

function isAllowed(request: FastifyRequest, config: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin') return true
  if (site === 'none') return safeMethods.has(request.method)
  if (isListedOrigin(request, config)) return true
  return site === undefined && (origin === undefined || origin === config.publicOrigin)
}
