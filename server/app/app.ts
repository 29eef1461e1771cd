import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { AppError } from '#model/wire/errors.ts'
import type { Context } from '#server/engine/context.ts'
import { addArrival } from '#server/engine/http/arrival.ts'
import { addCallerHook, type FindCaller } from '#server/engine/http/caller-hook.ts'
import { addCors } from '#server/engine/http/cors.ts'
import { addDiskCheck } from '#server/engine/http/disk-check.ts'
import { addErrorHandler, answerError } from '#server/engine/http/error-handler.ts'
import { addHostCheck } from '#server/engine/http/host-check.ts'
import { addBodyParsers } from '#server/engine/http/json-body.ts'
import { addOriginCheck } from '#server/engine/http/origin-check.ts'
import { addOwnWrites } from '#server/engine/http/own-writes.ts'
import { builtPainter, type FindPainter } from '#server/engine/http/painter.ts'
import { addRepeats } from '#server/engine/http/repeatable.ts'
import { addAddressLimit, addSessionLimit } from '#server/engine/http/request-limit.ts'
import { addRequestLog } from '#server/engine/http/request-log.ts'
import { type KnownRoute, watchRoutes } from '#server/engine/http/route-access.ts'
import { addSecurityHeaders, answerHeaders } from '#server/engine/http/security-headers.ts'
import { addServerLimits, serverLimits } from '#server/engine/http/server-limits.ts'
import { addStaticFiles } from '#server/engine/http/static-files.ts'
import { addUnknownPath } from '#server/engine/http/unknown-path.ts'
import { answerUnreadable } from '#server/engine/http/unreadable-request.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { authenticationRoutes } from '#server/engine/routes/authentication.ts'
import { bulkRoutes } from '#server/engine/routes/bulk.ts'
import { exportRoutes } from '#server/engine/routes/exports.ts'
import { fileRoutes } from '#server/engine/routes/files.ts'
import { healthRoutes } from '#server/engine/routes/health-routes.ts'
import { importRoutes } from '#server/engine/routes/imports.ts'
import { jobRoutes } from '#server/engine/routes/jobs.ts'
import { listPartRoutes } from '#server/engine/routes/list-parts.ts'
import { liveRoutes } from '#server/engine/routes/live.ts'
import { localeRoutes } from '#server/engine/routes/locale-routes.ts'
import { mailRoutes } from '#server/engine/routes/mails.ts'
import { metricsRoutes } from '#server/engine/routes/metrics-routes.ts'
import { openApiRoutes } from '#server/engine/routes/openapi-routes.ts'
import { resourceRoutes } from '#server/engine/routes/resource-routes.ts'
import { searchRoutes } from '#server/engine/routes/search-routes.ts'
import { selectionRoutes } from '#server/engine/routes/selections.ts'
import { viewerRoutes } from '#server/engine/routes/viewers.ts'
import { callerOf } from '#server/engine/session/find-caller.ts'
import { joined } from './packs/index.ts'

/** Parts that tests exchange. */
export interface Internals {
  readonly findCaller?: FindCaller
  readonly findPainter?: FindPainter
}

/** The routes of an application, as they were registered. */
const routesOfApp = new WeakMap<FastifyInstance, readonly KnownRoute[]>()
export const routesOf = (app: FastifyInstance): readonly KnownRoute[] => routesOfApp.get(app) ?? []

const maxUrlLength = 4096

/** The application: every route and what stands before it. Nothing listens yet; `main.ts` and tests decide that. */
export function buildApp(context: Context, internals: Internals = {}): FastifyInstance {
  const app = newServer(context)
  const routes = watchRoutes(app)
  routesOfApp.set(app, routes)
  addArrival(app, context)
  addErrorHandler(app, context)
  addUnknownPath(app, context, routes)
  addSecurityHeaders(app, context.config)
  addHostCheck(app)
  addRequestLog(app)
  metricsRoutes(app, context, joined.upkeep)
  addCors(app, context.config)
  app.addHook('onRequest', async (request) => {
    if (request.url.length > maxUrlLength) throw new AppError('path.tooLong')
  })
  addAddressLimit(app, context)
  addOriginCheck(app, context.config)
  addBodyParsers(app)
  const findCaller = internals.findCaller ?? callerOf(context)
  addCallerHook(app, findCaller)
  addSessionLimit(app, context)
  addDiskCheck(app, context)
  addRepeats(app, context)
  addOwnWrites(app, context)
  authenticationRoutes(app, context)
  joined.routes(app, context)
  fileRoutes(app, context)
  mailRoutes(app, context)
  healthRoutes(app, context, findCaller)
  localeRoutes(app, context)
  liveRoutes(app, context)
  selectionRoutes(app, context)
  bulkRoutes(app, context)
  resourceRoutes(app, context)
  exportRoutes(app, context)
  listPartRoutes(app, context)
  searchRoutes(app, context)
  jobRoutes(app, context)
  importRoutes(app, context)
  viewerRoutes(app, context)
  openApiRoutes(app, routes)
  addStaticFiles(app, context, joined.pages(app, context, internals.findPainter ?? builtPainter(context.config)))
  // Looks at records are written before the database is closed.
  app.addHook('onClose', () => recordsOf(context).reads.written())
  return app
}

/** The server with its limits (S-2.4, S-11.1). */
function newServer(context: Context): FastifyInstance {
  const { config } = context
  const log: FastifyBaseLogger = context.log
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    ...serverLimits,
    // The check of hosts answers in the envelope, with the headers of every answer.
    http: { ...serverLimits.http, requireHostHeader: false },
    // `prepareStop` answers in its place, in the envelope.
    return503OnClosing: false,
    // Before routing no hook has put the headers on.
    frameworkErrors: (error, request, reply) =>
      void answerError(context, error, request as never, reply.headers(answerHeaders(config)) as never),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, context),
  })
  addServerLimits(app)
  return app
}
