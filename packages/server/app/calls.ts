import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { FindCaller } from '../http/caller-hook.ts'
import type { RegisteredRoute } from '../http/route-access.ts'
import { authenticationRoutes } from '../routes/authentication.ts'
import { bulkRoutes } from '../routes/bulk.ts'
import { exportRoutes } from '../routes/exports.ts'
import { fileRoutes } from '../routes/files.ts'
import { healthRoutes } from '../routes/health-routes.ts'
import { importRoutes } from '../routes/imports.ts'
import { inboxRoutes } from '../routes/inbox.ts'
import { jobRoutes } from '../routes/jobs.ts'
import { listPartRoutes } from '../routes/list-parts.ts'
import { liveRoutes } from '../routes/live.ts'
import { localeRoutes } from '../routes/locale-routes.ts'
import { mailRoutes } from '../routes/mails.ts'
import { menuRoutes } from '../routes/menu-routes.ts'
import { openApiRoutes } from '../routes/openapi-routes.ts'
import { processRoutes } from '../routes/process-routes.ts'
import { resourceRoutes } from '../routes/resource-routes.ts'
import { savedViewRoutes } from '../routes/saved-views.ts'
import { searchRoutes } from '../routes/search-routes.ts'
import { selectionRoutes } from '../routes/selections.ts'
import { settingsRoutes } from '../routes/settings.ts'
import { settingsDataRoutes } from '../routes/settings-data.ts'
import { viewerRoutes } from '../routes/viewers.ts'
import { apiPartsOf, type ServerApp } from './server-app.ts'

interface CallOptions {
  readonly app: ServerApp
  /** Collects the registered routes, from which the API document is generated. */
  readonly routes: readonly RegisteredRoute[]
  readonly findCaller: FindCaller
}

/** Registers every call of the API. */
export function addCalls(
  server: FastifyInstance,
  context: Context,
  { app, routes, findCaller }: CallOptions,
): void {
  const { packs } = app
  authenticationRoutes(server, context)
  inboxRoutes(server, context)
  menuRoutes(server, context)
  savedViewRoutes(server, context)
  settingsDataRoutes(server, context)
  settingsRoutes(server, context, packs.publicSettings)
  packs.routes(server, context)
  fileRoutes(server, context)
  mailRoutes(server, context)
  healthRoutes(server, context, findCaller)
  localeRoutes(server, context, packs.locales)
  liveRoutes(server, context)
  selectionRoutes(server, context)
  bulkRoutes(server, context)
  resourceRoutes(server, context, packs.details)
  exportRoutes(server, context)
  listPartRoutes(server, context)
  searchRoutes(server, context)
  jobRoutes(server, context)
  importRoutes(server, context)
  viewerRoutes(server, context)
  processRoutes(server, context, packs.processes)
  openApiRoutes(server, apiPartsOf(app), routes, context.config.root)
}
