import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import type { FastifyInstance } from 'fastify'
import { dashboard, overfullClasses as overfullCall } from '#resources/calls/dashboard.ts'
import { readOverfullClasses } from '../dashboard/overfull-classes.ts'
import { readDashboard } from '../dashboard/read-dashboard.ts'

/** Figures for the start page of staff and for the settings page. */
export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, dashboard, async ({ caller }) => ok(await readDashboard(context, caller)))
  registerCall(app, overfullCall, async () => ok(await readOverfullClasses(context.database)))
}
