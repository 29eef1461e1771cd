import { randomUUID } from 'node:crypto'
import { AppError } from '@matricola/schema/wire/errors.ts'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { addArrival } from '../http/arrival-time.ts'
import { addCallerHook, type FindCaller } from '../http/caller-hook.ts'
import { addCors } from '../http/cors.ts'
import { addDiskCheck } from '../http/disk-check.ts'
import { addErrorHandler, sendError } from '../http/error-handler.ts'
import { addHostCheck } from '../http/host-check.ts'
import { addIdempotency } from '../http/idempotency.ts'
import { addBodyParsers } from '../http/json-body.ts'
import { rejectMalformedRequest } from '../http/malformed-request.ts'
import { addOriginCheck } from '../http/origin-check.ts'
import { findPageRendererLoader, type LoadPageRenderer } from '../http/page-renderer.ts'
import { addReadYourWrites } from '../http/read-your-writes.ts'
import { addAddressLimit, addSessionLimit } from '../http/request-limit.ts'
import { addRequestLog } from '../http/request-log.ts'
import { collectRoutes, type RegisteredRoute } from '../http/route-access.ts'
import { addSecurityHeaders, apiResponseHeaders } from '../http/security-headers.ts'
import { addServerLimits, serverLimits } from '../http/server-limits.ts'
import { addStaticFiles } from '../http/static-files.ts'
import { addUnknownPath } from '../http/unknown-path.ts'
import { recordsOf } from '../records/store.ts'
import { metricsRoutes } from '../routes/metrics-routes.ts'
import { createFindCaller } from '../session/find-caller.ts'
import { addCalls } from './calls.ts'
import type { ServerApp } from './server-app.ts'

/** Parts that tests replace. */
export interface TestOverrides {
  readonly findCaller?: FindCaller
  readonly loadPageRenderer?: LoadPageRenderer
}

/** The registered routes of each server. */
const routesOfServer = new WeakMap<FastifyInstance, readonly RegisteredRoute[]>()
export const registeredRoutesOf = (server: FastifyInstance): readonly RegisteredRoute[] =>
  routesOfServer.get(server) ?? []

const maxUrlLength = 4096

/**
 * Builds the server of an application, with all routes and the checks before them. It does not
 * start listening.
 */
export function buildServer(
  app: ServerApp,
  context: Context,
  overrides: TestOverrides = {},
): FastifyInstance {
  const { packs } = app
  const server = createServer(context)
  const routes = collectRoutes(server)
  routesOfServer.set(server, routes)
  addArrival(server, context)
  addErrorHandler(server, context)
  addUnknownPath(server, context, routes)
  addSecurityHeaders(server, context.config)
  addHostCheck(server)
  addRequestLog(server)
  metricsRoutes(server, context, packs.housekeeping)
  addCors(server, context.config)
  server.addHook('onRequest', async (request) => {
    if (request.url.length > maxUrlLength) throw new AppError('path.tooLong')
  })
  addAddressLimit(server, context)
  addOriginCheck(server, context.config)
  addBodyParsers(server)
  const findCaller = overrides.findCaller ?? createFindCaller(context)
  addCallerHook(server, context, findCaller)
  addSessionLimit(server, context)
  addDiskCheck(server, context)
  addIdempotency(server, context)
  addReadYourWrites(server, context)
  addCalls(server, context, { app, routes, findCaller })
  addStaticFiles(
    server,
    context,
    packs.pages(
      server,
      context,
      overrides.loadPageRenderer ?? findPageRendererLoader(context.config),
    ),
  )
  // Writes the pending entries of the access log before the database is closed.
  server.addHook('onClose', () => recordsOf(context).accessLogger.flush())
  return server
}

/** Creates the server with its limits on requests and connections. */
function createServer(context: Context): FastifyInstance {
  const { config } = context
  const log: FastifyBaseLogger = context.log
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    ...serverLimits,
    // `addHostCheck` rejects these requests in the envelope and with the usual headers.
    http: { ...serverLimits.http, requireHostHeader: false },
    // `createShutdown` rejects these requests in the envelope.
    return503OnClosing: false,
    // Before routing, no hook has set the headers.
    frameworkErrors: (error, request, reply) =>
      void sendError(
        context,
        error,
        request as never,
        reply.headers(apiResponseHeaders(config)) as never,
      ),
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, context),
  })
  server.decorate('languages', context.registry.languages)
  addServerLimits(server)
  return server
}
