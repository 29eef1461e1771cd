/** Calls for bulk changes: a selection, and the change to make to each of its records. */
import type { FastifyInstance } from 'fastify'
import { bulkCall } from '#model/calls/many.ts'
import type { AnyResource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { serve } from '../http/serve.ts'
import { startBulk } from '../jobs/start-bulk.ts'
import { wireJob } from '../jobs/wire-job.ts'

export function bulkRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of allResources)
    if (isForMany(resource))
      serve(app, bulkCall(resource), async ({ caller, input }) =>
        ok(await wireJob(context, caller, await startBulk(context, { caller, resource }, input))),
      )
}

const isForMany = ({ access, single }: AnyResource) => !single && Object.values(access).some(({ bulk }) => bulk)
