import type { FastifyInstance } from 'fastify'
import { combinedPacks } from '../../../server/packs/index.ts'
import type { Context } from '../context.ts'
import type { FindCaller } from '../http/caller-hook.ts'
import type { RegisteredRoute } from '../http/route-access.ts'
import { authenticationRoutes } from '../routes/authentication.ts'
import { bulkRoutes } from '../routes/bulk.ts'
import { exportRoutes } from '../routes/exports.ts'
import { fileRoutes } from '../routes/files.ts'
import { healthRoutes } from '../routes/health-routes.ts'
import { importRoutes } from '../routes/imports.ts'
import { jobRoutes } from '../routes/jobs.ts'
import { listPartRoutes } from '../routes/list-parts.ts'
import { liveRoutes } from '../routes/live.ts'
import { localeRoutes } from '../routes/locale-routes.ts'
import { mailRoutes } from '../routes/mails.ts'
import { openApiRoutes } from '../routes/openapi-routes.ts'
import { resourceRoutes } from '../routes/resource-routes.ts'
import { searchRoutes } from '../routes/search-routes.ts'
import { selectionRoutes } from '../routes/selections.ts'
import { viewerRoutes } from '../routes/viewers.ts'

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
  openApiRoutes(app, context.registry, combinedPacks.errors, routes)
}
