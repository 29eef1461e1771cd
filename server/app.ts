import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { AppError } from '#model/errors.ts'
import { faceStyle, readFace } from './actions/university-face.ts'
import { readUniversity } from './admission/submission/intake-config.ts'
import type { Context } from './context.ts'
import { addCallerHook, type FindCaller } from './http/caller-hook.ts'
import { addCors } from './http/cors.ts'
import { addDiskCheck } from './http/disk-check.ts'
import { addErrorHandler, answerError } from './http/error-handler.ts'
import { addBodyParsers } from './http/json-body.ts'
import { addOriginCheck } from './http/origin-check.ts'
import { builtPainter, type FindPainter } from './http/painter.ts'
import { addRepeats } from './http/repeatable.ts'
import { addAddressLimit, addSessionLimit } from './http/request-limit.ts'
import { addRequestLog } from './http/request-log.ts'
import { type KnownRoute, watchRoutes } from './http/route-access.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { addServerLimits, serverLimits } from './http/server-limits.ts'
import { addStaticFiles } from './http/static-files.ts'
import { addUnknownPath } from './http/unknown-path.ts'
import { answerUnreadable } from './http/unreadable-request.ts'
import { joined } from './packs/index.ts'
import { recordsOf } from './records/store.ts'
import { authenticationRoutes } from './routes/authentication.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { exportRoutes } from './routes/exports.ts'
import { fileRoutes } from './routes/files.ts'
import { frontDoorRoutes } from './routes/front-door.ts'
import { healthRoutes } from './routes/health-routes.ts'
import { importRoutes } from './routes/imports.ts'
import { jobRoutes } from './routes/jobs.ts'
import { listPartRoutes } from './routes/list-parts.ts'
import { liveRoutes } from './routes/live.ts'
import { localeRoutes } from './routes/locale-routes.ts'
import { mailRoutes } from './routes/mails.ts'
import { openApiRoutes } from './routes/openapi-routes.ts'
import { resourceRoutes } from './routes/resource-routes.ts'
import { savedViewRoutes } from './routes/saved-views.ts'
import { searchEngineRoutes } from './routes/search-engines.ts'
import { searchRoutes } from './routes/search-routes.ts'
import { selectionRoutes } from './routes/selections.ts'
import { settingsRoutes } from './routes/settings-routes.ts'
import { statusFormRoutes } from './routes/status-form.ts'
import { viewerRoutes } from './routes/viewers.ts'
import { callerOf } from './session/caller.ts'

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
  addErrorHandler(app, context)
  addUnknownPath(app, context, routes)
  addSecurityHeaders(app, context.config)
  addRequestLog(app)
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
  authenticationRoutes(app, context)
  joined.routes(app, context)
  fileRoutes(app, context)
  mailRoutes(app, context)
  healthRoutes(app, context, findCaller)
  localeRoutes(app, context)
  savedViewRoutes(app, context)
  liveRoutes(app, context)
  selectionRoutes(app, context)
  bulkRoutes(app, context)
  resourceRoutes(app, context)
  exportRoutes(app, context)
  listPartRoutes(app, context)
  settingsRoutes(app, context)
  searchRoutes(app, context)
  jobRoutes(app, context)
  importRoutes(app, context)
  viewerRoutes(app, context)
  openApiRoutes(app, routes)
  const findPainter = internals.findPainter ?? builtPainter(context.config)
  // Without it pages have the program's own colours: better than no page.
  const readStyle = () => readFace(context).then(faceStyle, () => '')
  const painting = { readUniversity: () => readUniversity(context), readStyle }
  if (findPainter) {
    frontDoorRoutes(app, context, { findPainter, ...painting })
    searchEngineRoutes(app, context)
    statusFormRoutes(app, context, { findPainter, ...painting })
  }
  addStaticFiles(app, context, { findPainter, ...painting })
  // Who looked is written before the database is closed.
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
    // `prepareStop` answers in its place, in the envelope.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(context, error, request as never, reply as never),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, context),
  })
  addServerLimits(app)
  return app
}
