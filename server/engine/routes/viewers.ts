/** Who looked at records whose declaration says `logsReads`. */
import type { FastifyInstance } from 'fastify'
import { viewerKinds } from '#model/admission/wire.ts'
import { viewersEndpoint } from '#model/console-endpoints.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '../context.ts'
import { callerIn } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import { routeAt } from '../http/route-at.ts'
import { pageQuery } from '../records/list-query.ts'
import { viewersOf } from '../records/viewers.ts'
import { idIn } from '../session/body.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const viewer = {
  type: 'object',
  properties: { at: text, name: text, kind: { enum: viewerKinds } },
  required: ['at', 'name', 'kind'],
}
const answer = {
  type: 'object',
  properties: { totalCount: count, page: count, pageSize: count, list: { type: 'array', items: viewer } },
  required: ['totalCount', 'page', 'pageSize', 'list'],
}

export function viewerRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of allResources)
    if (resource.logsReads)
      app.route({
        ...routeAt(viewersEndpoint(resource)),
        config: {
          access: { roles: ['admin'] },
          doc: { summary: `Who looked at a record of ${resource.name}, newest first`, tag: resource.name, answer },
        },
        async handler(request) {
          return ok(await viewersOf(context, callerIn(request), { resource, id: idIn(request), ...pageQuery(request.query) }))
        },
      })
}
