import * as calls from '@matricola/schema/calls/saved-views.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { countViews } from '../system/count-views.ts'

/** Record counts for the tabs of a list's views. */
export function savedViewRoutes(app: FastifyInstance, context: Context): void {
  const access = { resource: context.registry.get('saved-views'), grant: 'read' } as const
  registerCall(app, { ...calls.getViewCounts, access }, async ({ caller, query: { list } }) =>
    ok(await countViews(context, caller, list)),
  )
}
