import type { FastifyInstance } from 'fastify'
import { totalLater } from '#model/wire/list-query.ts'
import type { Config } from '#server/engine/config.ts'
import { queryTokenHeader } from '#server/engine/jobs/query-token.ts'
import { isListed } from '../session/request-origin.ts'

/** Headers of an answer that a page may read beside its body. */
const readable = ['Content-Disposition', 'Retry-After', queryTokenHeader, totalLater.applied].join(', ')

/** Answer to a browser that asks before it sends. */
const asked = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers': 'Content-Type, If-Match, Idempotency-Key, Queue-Ticket, Accept-Language, Last-Event-ID, Prefer',
  'access-control-max-age': '600',
}

/**
 * Lets pages of exactly the listed origins call the API with cookies and read what it answers. To be added before
 * whatever refuses a call, so that they can read refusals too.
 */
export function addCors(app: FastifyInstance, config: Config): void {
  if (config.corsOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/api(\/|$|\?)/.test(request.url)) return
    reply.header('vary', 'Origin')
    if (!isListed(request, config)) return
    reply.headers({
      'access-control-allow-origin': request.headers.origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': readable,
    })
    // Only the question is answered: it reaches no route, and counts for no limit.
    if (request.method === 'OPTIONS') return reply.headers(asked).code(204).send()
  })
}
