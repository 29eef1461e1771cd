/**
 * Calls of a list's pages other than its rows: counts of values, names, and the neighbours of a
 * record.
 */

import { hasSeparateNameGrant, rolesWithAccess } from '@matricola/schema/access.ts'
import { dynamicFieldsFor } from '@matricola/schema/dynamic-fields.ts'
import { isId } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { count, idOrNull, positive, text } from '@matricola/schema/wire/shapes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { facetValuesSchema } from '../http/openapi-schemas.ts'
import { lastWritePosition } from '../http/read-your-writes.ts'
import { routeOptionsOf } from '../http/route-options.ts'
import { authorize } from '../policy/permit.ts'
import { parseAsOf } from '../records/as-of/parse-as-of.ts'
import { resourceForLists } from '../records/dynamic-resource.ts'
import { checkedNameQuery, readNames } from '../records/reading/names.ts'
import { parseListQuery } from '../records/reading/parse-list-query.ts'
import { recordsOf } from '../records/store.ts'
import { listDoc, namesDoc } from './resource-docs.ts'

const labelsSchema = z.record(z.string(), text())
const dynamicFieldsSchema = z.record(
  z.string(),
  z.strictObject({
    /** As in a declaration. */
    spec: z.looseObject({ type: text(), options: z.looseObject({}) }),
    label: labelsSchema,
    choices: z.optional(z.record(z.string(), labelsSchema)),
  }),
)

const neighboursSchema = z.strictObject({
  position: positive(),
  total: count(),
  previous: idOrNull(),
  next: idOrNull(),
})

/** Registers the calls for every resource with a list. */
export function listPartRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of context.registry.resources)
    if (!resource.singleton) addRoutes(app, context, resource)
}

function addRoutes(app: FastifyInstance, context: Context, resource: AnyResource): void {
  const { facets, fields, names: namesCall, neighbours } = endpointsOf(resource)
  const records = recordsOf(context)
  const lists = (request: FastifyRequest) => records.listsAfter(lastWritePosition(request, context))
  const access = { resource, grant: 'read' } as const
  const { pageNumber: _number, pageSize: _size, ...query } = listDoc(resource).query ?? {}
  const { asOf: _asOf, ...queryOfToday } = query
  const names = resource.list.facets ?? []

  if (records.hooksFor(resource)?.dynamicFields)
    app.route({
      ...routeOptionsOf(fields),
      config: {
        access,
        doc: {
          summary: `Returns the fields that lists of ${resource.name} have in addition to the declared ones, by name, with their labels by language. Filters, order, counts and exports accept them like declared fields, except as of an earlier day`,
          tag: resource.name,
          answer: dynamicFieldsSchema,
        },
      },
      async handler(request) {
        const { role } = authorize(request.caller, resource, 'read')
        return ok(dynamicFieldsFor(await resourceForLists(context, resource), role))
      },
    })

  if (names.length > 0)
    app.route({
      ...routeOptionsOf(facets),
      config: {
        access,
        doc: {
          summary: `Counts the values of ${names.join(', ')} in a list of ${resource.name}. The field's own filter is ignored`,
          tag: resource.name,
          query,
          answer: z.strictObject(
            Object.fromEntries(names.map((name) => [name, z.optional(facetValuesSchema)])),
          ),
        },
      },
      async handler(request) {
        const { asOf, rest } = parseAsOf(request.query)
        const listed = asOf ? resource : await resourceForLists(context, resource)
        const permit = authorize(request.caller, listed, 'read')
        return ok(
          await lists(request).facets(
            permit,
            parseListQuery(listed, permit.role, rest, { isPast: asOf !== null }),
            asOf,
          ),
        )
      },
    })

  if (rolesWithAccess(resource).some((role) => hasSeparateNameGrant(resource, role)))
    app.route({
      ...routeOptionsOf(namesCall),
      config: { access: { resource, grant: 'name' }, doc: namesDoc(resource) },
      async handler(request) {
        const permit = authorize(request.caller, resource, 'name')
        return ok(
          await readNames(records, permit, checkedNameQuery(resource, permit.role, request.query)),
        )
      },
    })

  app.route<{ Params: { id: string } }>({
    ...routeOptionsOf(neighbours),
    config: {
      access,
      doc: {
        summary: `Returns the position of a record in a list of ${resource.name}`,
        tag: resource.name,
        query: queryOfToday,
        answer: neighboursSchema,
      },
    },
    async handler(request, reply) {
      const { id } = request.params
      if (!isId(id)) return reply.callNotFound()
      const listed = await resourceForLists(context, resource)
      const permit = authorize(request.caller, listed, 'read')
      return ok(
        await lists(request).neighbours(
          permit,
          id,
          parseListQuery(listed, permit.role, request.query),
        ),
      )
    },
  })
}
