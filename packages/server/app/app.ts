import { randomUUID } from 'node:crypto'
import { AppError } from '@matricola/schema/wire/errors.ts'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { combinedPacks } from '../../../server/packs/index.ts'
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

/** Parts that tests replace. */
export interface TestOverrides {
  readonly findCaller?: FindCaller
  readonly loadPageRenderer?: LoadPageRenderer
}

/** The registered routes of each application. */
const routesOfApp = new WeakMap<FastifyInstance, readonly RegisteredRoute[]>()
export const registeredRoutesOf = (app: FastifyInstance): readonly RegisteredRoute[] => routesOfApp.get(app) ?? []

const maxUrlLength = 4096

/** Builds the application with all routes and the checks before them. It does not start listening; `main.ts` and the tests do that. */
export function buildApp(context: Context, overrides: TestOverrides = {}): FastifyInstance {
  const app = createServer(context)
  const routes = collectRoutes(app)
  routesOfApp.set(app, routes)
  addArrival(app, context)
  addErrorHandler(app, context)
  addUnknownPath(app, context, routes)
  addSecurityHeaders(app, context.config)
  addHostCheck(app)
  addRequestLog(app)
  metricsRoutes(app, context, combinedPacks.housekeeping)
  addCors(app, context.config)
  app.addHook('onRequest', async (request) => {
    if (request.url.length > maxUrlLength) throw new AppError('path.tooLong')
  })
  addAddressLimit(app, context)
  addOriginCheck(app, context.config)
  addBodyParsers(app)
  const findCaller = overrides.findCaller ?? createFindCaller(context)
  addCallerHook(app, findCaller)
  addSessionLimit(app, context)
  addDiskCheck(app, context)
  addIdempotency(app, context)
  addReadYourWrites(app, context)
  addCalls(app, context, routes, findCaller)
  addStaticFiles(app, context, combinedPacks.pages(app, context, overrides.loadPageRenderer ?? findPageRendererLoader(context.config)))
  // Writes the pending entries of the access log before the database is closed.
  app.addHook('onClose', () => recordsOf(context).accessLogger.flush())
  return app
}

/** Creates the server with its limits on requests and connections. */
function createServer(context: Context): FastifyInstance {
  const { config } = context
  const log: FastifyBaseLogger = context.log
  const app = fastify({
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
      void sendError(context, error, request as never, reply.headers(apiResponseHeaders(config)) as never),
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, context),
  })
  addServerLimits(app)
  return app
}
