/** Calls for bulk changes: a selection, and the change to make to each of its records. */

import { bulkCall } from '@matricola/schema/calls/bulk-and-import.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { startBulkJob } from '../jobs/start-bulk.ts'
import { getWireJob } from '../jobs/wire-job.ts'

export function bulkRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of context.registry.resources)
    if (allowsBulk(resource))
      registerCall(app, bulkCall(resource), async ({ caller, input }) =>
        ok(
          await getWireJob(
            context,
            caller,
            await startBulkJob(context, { caller, resource }, input),
          ),
        ),
      )
}

const allowsBulk = ({ access, singleton }: AnyResource) =>
  !singleton && Object.values(access).some(({ bulk }) => bulk)
