/** Changes of many records: a selection, and what is to become of each of its records. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { editsSchema } from '#model/bulk.ts'
import { endpointsOf } from '#model/endpoints.ts'
import type { AnyResource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '../context.ts'
import { callerIn } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import { ref } from '../http/openapi-schemas.ts'
import { startBulk } from '../jobs/start-bulk.ts'
import { wireJob } from '../jobs/wire-job.ts'
import { bodyOf } from '../session/body.ts'

const body = z.strictObject({
  selection: z.uuid(),
  edit: z.optional(editsSchema),
  action: z.optional(z.string().check(z.maxLength(60))),
  input: z.optional(z.record(z.string(), z.unknown())),
  start: z.optional(z.boolean()),
})

export function bulkRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of allResources) if (isForMany(resource)) addRoute(app, context, resource)
}

const isForMany = ({ access, single }: AnyResource) => !single && Object.values(access).some(({ bulk }) => bulk)

function addRoute(app: FastifyInstance, context: Context, resource: AnyResource): void {
  const doc = {
    summary: `Edits the records of a selection of ${resource.name}, or takes an action on them: makes a job that checks every one first`,
    tag: resource.name,
    body,
    answer: ref('Job'),
  }
  app.post(endpointsOf(resource).bulk.path, { config: { access: { resource, grant: 'bulk' }, doc } }, async (request, reply) => {
    const caller = callerIn(request)
    const id = await startBulk(context, { caller, resource }, bodyOf(body, request))
    reply.code(202)
    return ok(await wireJob(context, caller, id))
  })
}
