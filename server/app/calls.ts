import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/engine/context.ts'
import type { FindCaller } from '#server/engine/http/caller-hook.ts'
import type { RegisteredRoute } from '#server/engine/http/route-access.ts'
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
import { openApiRoutes } from '#server/engine/routes/openapi-routes.ts'
import { resourceRoutes } from '#server/engine/routes/resource-routes.ts'
import { searchRoutes } from '#server/engine/routes/search-routes.ts'
import { selectionRoutes } from '#server/engine/routes/selections.ts'
import { viewerRoutes } from '#server/engine/routes/viewers.ts'
import { combinedPacks } from './packs/index.ts'

/** Registers every call of the API. `routes` collects the registered routes, from which the API document is generated. */
export function addCalls(app: FastifyInstance, context: Context, routes: readonly RegisteredRoute[], findCaller: FindCaller): void {
  authenticationRoutes(app, context)
  combinedPacks.routes(app, context)
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
}
