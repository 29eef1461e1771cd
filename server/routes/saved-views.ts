import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/saved-views.ts'
import { countViews } from '../views/count-views.ts'

/** Record counts for the tabs of a list's views. */
export function savedViewRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.getViewCounts, async ({ caller, query: { list } }) => ok(await countViews(context, caller, list)))
}
