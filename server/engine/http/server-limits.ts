/** Limits on what one connection may take of the server (S-2.4). */
import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'

/** An upload over a slow line; everything else must arrive by `bodyMs`. */
const uploadMs = 120_000
const bodyMs = 60_000

export const serverLimits = {
  bodyLimit: 256 * 1024,
  requestTimeout: uploadMs,
  keepAliveTimeout: 10_000,
  maxRequestsPerSocket: 1000,
  routerOptions: { maxParamLength: 64 },
  http: { maxHeaderSize: 16 * 1024, headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
} as const satisfies FastifyHttpOptions<Server>

/** The limits that are set on the server itself, and the shorter time of bodies that are no uploads. */
export function addServerLimits(app: FastifyInstance, waitMs = bodyMs): void {
  app.server.maxHeadersCount = 100
  const waiting = new WeakMap<object, NodeJS.Timeout>()
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete || raw.method === 'GET' || /^multipart\//i.test(raw.headers['content-type'] ?? '')) return
    // Nothing can be answered to whom is still speaking; the connection ends.
    waiting.set(
      raw,
      setTimeout(() => raw.destroy(), waitMs),
    )
  })
  app.addHook('preValidation', async ({ raw }) => clearTimeout(waiting.get(raw)))
  app.addHook('onResponse', async ({ raw }) => clearTimeout(waiting.get(raw)))
  app.addHook('onRequestAbort', async ({ raw }) => clearTimeout(waiting.get(raw)))
}
