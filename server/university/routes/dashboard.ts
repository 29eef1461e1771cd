import type { FastifyInstance } from 'fastify'
import { sessionEndpoints } from '#model/endpoints.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { overfullClasses } from '../dashboard/overfull-classes.ts'
import { readDashboard } from '../dashboard/read-dashboard.ts'

/** The figures of the staff's home page and of the settings, counted from the records. */
export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(sessionEndpoints.dashboard),
    config: { access: { roles: ['admin', 'secretary'] }, doc: { summary: 'Figures and the latest changes', tag: 'Dashboard' } },
    async handler(request) {
      return ok(await readDashboard(context, callerIn(request)))
    },
  })
  const settings = resourceNamed('settings')
  app.route({
    ...routeAt(sessionEndpoints.overfullClasses),
    config: {
      access: { resource: settings, grant: 'update' },
      doc: { summary: 'Classes with more students than allowed', tag: 'settings' },
    },
    async handler() {
      return ok(await overfullClasses(context.database))
    },
  })
}
