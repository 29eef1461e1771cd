import { deferredTotalHeaders } from '@matricola/schema/wire/list-query.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { queryTokenHeader } from '../jobs/query-token.ts'
import { isListedOrigin } from '../session/request-origin.ts'

/** Response headers that scripts of another origin may read. */
const exposedHeaders = [
  'Content-Disposition',
  'Retry-After',
  queryTokenHeader,
  deferredTotalHeaders.response,
].join(', ')

/** Response to a preflight request. */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers':
    'Content-Type, If-Match, Idempotency-Key, Queue-Ticket, Accept-Language, Last-Event-ID, Prefer',
  'access-control-max-age': '600',
}

/**
 * Lets pages of the listed origins call the API with cookies and read its responses. Add this
 * before any hook that rejects requests, so that these pages can also read error responses.
 */
export function addCors(app: FastifyInstance, config: Config): void {
  if (config.corsOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/api(\/|$|\?)/.test(request.url)) return
    reply.header('vary', 'Origin')
    if (!isListedOrigin(request, config)) return
    reply.headers({
      'access-control-allow-origin': request.headers.origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': exposedHeaders,
    })
    // This handles only the preflight request, which reaches no route and does not count towards
    // any rate limit.
    if (request.method === 'OPTIONS') return reply.headers(preflightHeaders).code(204).send()
  })
}
