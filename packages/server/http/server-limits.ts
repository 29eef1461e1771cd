/** Limits on the resources that one connection may use. */
import type { IncomingMessage, Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Time for an upload over a slow line. Other requests must arrive within `bodyMs`. */
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

const awaitingContinue = new WeakSet<IncomingMessage>()

/**
 * Allows uploads to these paths to be rejected before the body is sent, for clients that send
 * `Expect: 100-continue`. For other calls, the server requests the body immediately.
 */
export function addExpectContinue(app: FastifyInstance, paths: readonly string[]): void {
  app.server.on('checkContinue', (request, response) => {
    const isUpload = /^multipart\//i.test(request.headers['content-type'] ?? '')
    if (isUpload && paths.includes(request.url?.split('?')[0] ?? '')) awaitingContinue.add(request)
    else response.writeContinue()
    app.server.emit('request', request, response)
  })
}

/** Requests the body of a call if the client waits for `100 Continue`. */
export function continueRequest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (awaitingContinue.delete(raw)) reply.raw.writeContinue()
}

/** Sets the limits of the server itself, and a shorter timeout for bodies that are not uploads. */
export function addServerLimits(app: FastifyInstance, waitMs = bodyMs): void {
  app.server.maxHeadersCount = 100
  const waiting = new WeakMap<object, NodeJS.Timeout>()
  app.addHook('onRequest', async ({ raw }) => {
    if (
      raw.complete ||
      raw.method === 'GET' ||
      /^multipart\//i.test(raw.headers['content-type'] ?? '')
    )
      return
    // A client that is still sending cannot receive a response, so the connection is closed.
    waiting.set(
      raw,
      setTimeout(() => raw.destroy(), waitMs),
    )
  })
  app.addHook('preValidation', async ({ raw }) => clearTimeout(waiting.get(raw)))
  app.addHook('onResponse', async ({ raw }) => clearTimeout(waiting.get(raw)))
  app.addHook('onRequestAbort', async ({ raw }) => clearTimeout(waiting.get(raw)))
}
