/** The document of the whole API, computed from the routes that the program really has. */
import { errorStatus } from '#model/errors.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { JsonSchema } from './openapi-parts.ts'
import { componentSchemas, ref, successOf } from './openapi-schemas.ts'
import { type Operation, share } from './openapi-shared.ts'
import type { KnownRoute } from './route-access.ts'

/** OpenAPI 3.1. The same routes make the same document, byte for byte. */
export function openApiOf(routes: readonly KnownRoute[]): JsonSchema {
  const described: Record<string, Record<string, Operation>> = {}
  for (const route of [...routes].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    if (route.method === 'HEAD' || route.method === 'OPTIONS' || !isDescribed(route.path)) continue
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}')
    described[path] = { ...described[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  const { paths, components } = share(described, {
    parameters: { IdempotencyKey: idempotencyKey },
    schemas: componentSchemas(),
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Matricola', version: '1', description: 'Every answer is an envelope of success, data and message; downloads are not.' },
    security: [{ session: [] }],
    paths,
    components: { ...components, securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-at' } } },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Drawn at random by the caller for one intent, such as a form that was opened. For 24 hours the same call with the same key is answered as the first one was, and nothing is done again; another call with that key is refused with 422 (`request.differs`), and one that comes while the first is still being answered waits, or is refused with 409 (`request.inFlight`). Calls without this parameter refuse the header with 400 (`request.notRepeatable`).',
  schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[!-~]+$' },
}

/** Calls of the API, without the document itself and its viewer. */
const isDescribed = (path: string) => path.startsWith('/api/') && !path.includes('*') && !/^\/api\/(docs|openapi\.json)/.test(path)

function operationOf({ method, path, access, doc, takesKey }: KnownRoute): Operation {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? '')
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))
  const query = Object.entries(doc?.query ?? {})
  const filters = query.filter(([name]) => filterName.test(name))
  const inQuery = query
    .filter(([name]) => !filterName.test(name))
    .map(([name, description]) => ({ name, in: 'query', description, schema: { type: 'string' } }))
  const parameters = [
    ...inPath,
    ...inQuery,
    ...(filters.length > 0 ? [filterParameter(filters)] : []),
    ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  const content = doc?.media
    ? { [doc.media]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: successOf(doc?.answer ?? {}) } }
  return {
    summary: doc?.summary ?? `${method} ${path}`,
    ...(doc?.tag && { tags: [doc.tag] }),
    description: accessText(access),
    ...(access === 'public' && { security: [] }),
    ...(access === 'optional' && { security: [{}, { session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(doc?.body && { requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(doc.body, 'input') } } } }),
    responses: {
      '2XX': { description: 'Done', content },
      '4XX': refused,
      '5XX': failed,
    },
  }
}

const filterName = /^filters\[(\w+|<field>)\]$/

/** `filters[status]=active` and its like as one parameter: a property for each field that is named, and what any other may be. */
function filterParameter(filters: readonly (readonly [name: string, description: string])[]): JsonSchema {
  const fields = filters.map(([name, description]) => [filterName.exec(name)?.[1] ?? name, { type: 'string', description }] as const)
  const { '<field>': other, ...properties } = Object.fromEntries(fields)
  return {
    name: 'filters',
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', properties, additionalProperties: other ?? false },
  }
}

const statuses = `Failed: ${[...new Set(Object.values(errorStatus).filter((status) => status >= 500))].sort().join(', ')}`

const failure = (description: string): JsonSchema => ({ description, content: { 'application/json': { schema: ref('Failure') } } })
const refused = failure('Refused')
const failed = failure(statuses)

function accessText(access: KnownRoute['access']): string {
  if (access === 'public' || access === 'optional') return 'Open to anyone.'
  if (access === 'signedIn') return 'For everyone who is signed in.'
  const roles =
    'roles' in access
      ? access.roles
      : Object.entries(access.resource.access)
          .filter(([, held]) => held[access.grant])
          .map(([role]) => role)
  return `For ${roles.join(', ')}.`
}
