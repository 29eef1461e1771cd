/** Calls of a list's pages other than its rows: counts of values, names, and the neighbours of a record. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { namesApart } from '#model/access.ts'
import { isId } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { roles } from '#model/vocabulary.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { objectOf } from '../http/openapi-parts.ts'
import { ref } from '../http/openapi-schemas.ts'
import { writtenBefore } from '../http/own-writes.ts'
import { routeAt } from '../http/route-at.ts'
import { authorize } from '../policy/permit.ts'
import { asOfIn } from '../records/as-of/time.ts'
import { checkedQuery } from '../records/reading/list-query.ts'
import { checkedNames, namesOf } from '../records/reading/names.ts'
import { recordsOf } from '../records/store.ts'
import { listDoc, namesDoc } from './resource-docs.ts'

const uuid = { type: 'string', format: 'uuid' }
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const whole = { type: 'integer', minimum: 0 }

const neighboursAnswer = {
  type: 'object',
  properties: { position: { type: 'integer', minimum: 1 }, total: whole, previous: orNull(uuid), next: orNull(uuid) },
  required: ['position', 'total', 'previous', 'next'],
  additionalProperties: false,
}
/** Registers the calls for every resource with a list. */
export function listPartRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of allResources) if (!resource.single) addRoutes(app, context, resource)
}

function addRoutes(app: FastifyInstance, context: Context, resource: AnyResource): void {
  const { facets, names: namesCall, neighbours } = endpointsOf(resource)
  const records = recordsOf(context)
  const lists = (request: FastifyRequest) => records.lists(writtenBefore(request, context))
  const access = { resource, grant: 'read' } as const
  const { pageNumber: _number, pageSize: _size, ...query } = listDoc(resource).query ?? {}
  const { asOf: _asOf, ...queryOfToday } = query
  const names = resource.list.facets ?? []

  if (names.length > 0)
    app.route({
      ...routeAt(facets),
      config: {
        access,
        doc: {
          summary: `How often each value of ${names.join(', ')} occurs in a list of ${resource.name}, its own filter left out`,
          tag: resource.name,
          query,
          answer: objectOf(Object.fromEntries(names.map((name) => [name, ref('FacetValues')])), names),
        },
      },
      async handler(request) {
        const permit = authorize(request.caller, resource, 'read')
        const { asOf, rest } = asOfIn(request.query)
        return ok(await lists(request).facets(permit, checkedQuery(resource, permit.role, rest, { isPast: asOf !== null }), asOf))
      },
    })

  if (roles.some((role) => namesApart(resource, role)))
    app.route({
      ...routeAt(namesCall),
      config: { access: { resource, grant: 'name' }, doc: namesDoc(resource) },
      async handler(request) {
        const permit = authorize(request.caller, resource, 'name')
        return ok(await namesOf(records, permit, checkedNames(resource, permit.role, request.query)))
      },
    })

  app.route<{ Params: { id: string } }>({
    ...routeAt(neighbours),
    config: {
      access,
      doc: {
        summary: `Where a record stands in a list of ${resource.name}`,
        tag: resource.name,
        query: queryOfToday,
        answer: neighboursAnswer,
      },
    },
    async handler(request, reply) {
      const { id } = request.params
      if (!isId(id)) return reply.callNotFound()
      const permit = authorize(request.caller, resource, 'read')
      return ok(await lists(request).neighbours(permit, id, checkedQuery(resource, permit.role, request.query)))
    },
  })
}
