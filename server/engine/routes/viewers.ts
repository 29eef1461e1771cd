/** Calls that list who viewed a record, for resources with `logsReads`. */
import type { FastifyInstance } from 'fastify'
import { viewersCall } from '#model/calls/viewers.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { serve } from '../http/serve.ts'
import { viewersOf } from '../records/reading/viewers.ts'

export function viewerRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of allResources)
    if (resource.logsReads)
      serve(app, viewersCall(resource), async ({ caller, params, query }) =>
        ok(await viewersOf(context, caller, { resource, ...params, ...query })),
      )
}
