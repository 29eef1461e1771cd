import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#model/errors.ts'
import type { Config } from '#server/config.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes started by another site (S-4): a browser tells where a request comes from, and nothing but a browser
 * carries somebody's cookies unasked. Reading of files, exports and backups is guarded alike. Throws `origin.foreign`.
 */
export function addOriginCheck(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) && !request.routeOptions.config?.refuseForeignGet) return
    if (!isOwn(request, config)) throw new AppError('origin.foreign')
  })
  if (config.corsOrigins.length > 0) addCors(app, config.corsOrigins)
}

function isOwn(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin') return true
    if (site === 'none') return reading.has(request.method)
    return site === 'same-site' && typeof origin === 'string' && config.corsOrigins.includes(origin)
  }
  if (origin !== undefined) return origin === config.publicOrigin || config.corsOrigins.includes(origin)
  return true
}

/** Lets exactly the listed origins read answers and send cookies. */
function addCors(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true')
  })
  app.options('/api/*', { config: { access: 'public' } }, async (_, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE')
      .header('access-control-allow-headers', 'Content-Type, If-Match, Idempotency-Key, Accept-Language')
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  )
}
