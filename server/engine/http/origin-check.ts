import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#model/wire/errors.ts'
import type { Config } from '#server/engine/config.ts'
import { isListed, isOfOtherSite } from '../session/request-origin.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects changes started by another site, by the headers in which browsers state the origin. Only browsers send a user's cookies
 * unasked, so other clients need no check. Reading files, exports and backups is protected as well. Throws `origin.foreign`.
 */
export function addOriginCheck(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) && !request.routeOptions.config?.refuseForeignGet) return
    if (!isWelcome(request, config)) throw new AppError('origin.foreign')
  })
  if (config.corsOrigins.length === 0) return
  // With listed origins, cookies cannot be `SameSite=Strict`. This keeps unlisted sites from using them.
  app.addHook('onRequest', async (request) => {
    if (isOfOtherSite(request, config) && !isListed(request, config)) delete request.headers.cookie
  })
}

function isWelcome(request: FastifyRequest, config: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin') return true
  if (site === 'none') return reading.has(request.method)
  if (isListed(request, config)) return true
  return site === undefined && (origin === undefined || origin === config.publicOrigin)
}
