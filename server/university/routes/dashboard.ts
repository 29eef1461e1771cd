import type { FastifyInstance } from 'fastify'
import { dashboard, overfullClasses as overfullCall } from '#resources/calls/dashboard.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { overfullClasses } from '../dashboard/overfull-classes.ts'
import { readDashboard } from '../dashboard/read-dashboard.ts'

/** Figures for the start page of staff and for the settings page. */
export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, dashboard, async ({ caller }) => ok(await readDashboard(context, caller)))
  serve(app, overfullCall, async () => ok(await overfullClasses(context.database)))
}
