/** Calls that list who viewed a record, for resources with `logsReads`. */

import { accessLogCall } from '@matricola/schema/calls/access-log.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { readViewers } from '../records/reading/viewers.ts'

export function viewerRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of context.registry.resources)
    if (resource.logsReads)
      registerCall(app, accessLogCall(resource), async ({ caller, params, query }) =>
        ok(await readViewers(context, caller, { resource, ...params, ...query })),
      )
}
