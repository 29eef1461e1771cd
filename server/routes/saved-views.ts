import type { FastifyInstance } from 'fastify'
import type { Context } from '#packages/server/context.ts'
import { ok } from '#packages/server/http/envelope.ts'
import { registerCall } from '#packages/server/http/register-call.ts'
import * as calls from '#resources/calls/saved-views.ts'
import { countViews } from '../views/count-views.ts'

/** Record counts for the tabs of a list's views. */
export function savedViewRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.getViewCounts, async ({ caller, query: { list } }) => ok(await countViews(context, caller, list)))
}
