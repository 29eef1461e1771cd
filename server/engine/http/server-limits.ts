/** Limits on what one connection may take of the server (S-2.4). */
import type { IncomingMessage, Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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

const unasked = new WeakSet<IncomingMessage>()

/**
 * Lets uploads to these paths be refused before their body is sent, for clients that ask first (`Expect: 100-continue`). The body of
 * every other call is asked for at once.
 */
export function addAskingFirst(app: FastifyInstance, paths: readonly string[]): void {
  app.server.on('checkContinue', (request, response) => {
    const isUpload = /^multipart\//i.test(request.headers['content-type'] ?? '')
    if (isUpload && paths.includes(request.url?.split('?')[0] ?? '')) unasked.add(request)
    else response.writeContinue()
    app.server.emit('request', request, response)
  })
}

/** Asks for the body of a call, where its sender waits to be asked. */
export function askForBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (unasked.delete(raw)) reply.raw.writeContinue()
}

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
