/** Generates the OpenAPI document from the routes that are registered. */
import type { Registry } from '@matricola/schema/registry.ts'
import type { Call } from '@matricola/schema/wire/call.ts'
import { describedSchema, id, text } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { collectSchemas, type JsonSchema, type Schemas } from './json-schema.ts'
import { type ApiParts, componentSchemas, successSchema } from './openapi-schemas.ts'
import { type Operation, shareComponents } from './openapi-shared.ts'
import type { RegisteredRoute } from './route-access.ts'

/** Returns an OpenAPI 3.1 document. The same routes always give the same bytes. */
export function generateOpenApi(parts: ApiParts, routes: readonly RegisteredRoute[]): JsonSchema {
  const operationsByPath: Record<string, Record<string, Operation>> = {}
  const schemas = collectSchemas(parts.registry)
  for (const route of [...routes].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
  )) {
    if (route.method === 'HEAD' || route.method === 'OPTIONS' || !isDescribed(route.path)) continue
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}')
    operationsByPath[path] = {
      ...operationsByPath[path],
      [route.method.toLowerCase()]: operationOf(route, parts.registry, schemas),
    }
  }
  const { paths, components } = shareComponents(operationsByPath, {
    parameters: { IdempotencyKey: idempotencyKey },
    schemas: componentSchemas(parts, schemas),
  })
  return {
    openapi: '3.1.0',
    info: {
      title: parts.name,
      version: '1',
      description: 'Every response except downloads is an envelope of success, data and message.',
    },
    security: [{ session: [] }],
    paths,
    components: {
      ...components,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-at' } },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Drawn at random by the caller for one intent, such as a form that was opened. For 24 hours the same call with the same key is answered as the first one was, and nothing is done again; another call with that key is refused with 422 (`request.differs`), and one that comes while the first is still being answered waits, or is refused with 409 (`request.inFlight`). Calls without this parameter refuse the header with 400 (`request.notRepeatable`).',
  schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[!-~]+$' },
}

/** Whether the path is a call of the API, other than the document and its viewer. */
const isDescribed = (path: string) =>
  path.startsWith('/api/') && !path.includes('*') && !/^\/api\/(docs|openapi\.json)/.test(path)

function operationOf(
  { method, path, access, doc, call, acceptsKey }: RegisteredRoute,
  registry: Registry,
  schemas: Schemas,
): Operation {
  const { summary = `${method} ${path}`, tag, media } = call ?? doc ?? {}
  const body = call ? bodyOf(call, schemas) : doc?.body && jsonBody(schemas.of(doc.body, 'input'))
  const answer = schemas.of((call ? call.output : doc?.answer) ?? z.looseObject({}), 'output')
  const parameters = [
    ...parametersOf(schemas.of(call?.params ?? pathSchema(path), 'input'), 'path'),
    ...parametersOf(schemas.of(call?.query ?? querySchema(doc?.query ?? {}), 'input'), 'query'),
    ...Object.entries(call?.headers ?? doc?.headers ?? {}).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
    ...(acceptsKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  const content = media
    ? { [media]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: successSchema(answer) } }
  return {
    summary,
    ...(tag && { tags: [tag] }),
    description: accessText(registry, access),
    ...(access === 'public' && { security: [] }),
    ...(access === 'optional' && { security: [{}, { session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      '2XX': { description: 'Done', content },
      default: failed,
    },
  }
}

const jsonBody = (schema: JsonSchema): JsonSchema => ({
  required: true,
  content: { 'application/json': { schema } },
})

function bodyOf({ input, form }: Call, schemas: Schemas): JsonSchema | undefined {
  const json = input && jsonBody(schemas.of(input, 'input'))
  if (!form) return json
  const parts = Object.entries(form).map(([name, description]) => [
    name,
    { type: 'string', description },
  ])
  const multipart = {
    'multipart/form-data': { schema: { type: 'object', properties: Object.fromEntries(parts) } },
  }
  return { required: true, content: { ...(json?.content as JsonSchema | undefined), ...multipart } }
}

/** Parameters of a path whose call does not declare them. */
const pathSchema = (path: string) =>
  z.strictObject(
    Object.fromEntries(
      [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => [
        name,
        name === 'id' ? id() : text(),
      ]),
    ),
  )

const filterName = /^filters\[(\w+|<field>)\]$/

/**
 * Combines filters such as `filters[status]=active` into one parameter, with a property per named
 * field and one for all others.
 */
function querySchema(query: { readonly [name: string]: string }): z.ZodMiniType {
  const described = (description: string) =>
    z.optional(description === '' ? text() : describedSchema(description, text()))
  const parameters: { [name: string]: z.ZodMiniType } = {}
  const filters: { [name: string]: z.ZodMiniType } = {}
  for (const [name, description] of Object.entries(query)) {
    const [, filter] = filterName.exec(name) ?? []
    if (filter === undefined) parameters[name] = described(description)
    else filters[filter] = described(description)
  }
  const { '<field>': anyField = z.never(), ...named } = filters
  if (Object.keys(filters).length > 0)
    parameters.filters = z.optional(
      describedSchema(
        'Returns only records whose fields match.',
        z.catchall(z.object(named), anyField),
      ),
    )
  return z.strictObject(parameters)
}

/** Converts the properties of an object schema to parameters. */
function parametersOf(
  { properties = {}, required = [] }: JsonSchema,
  location: 'path' | 'query',
): JsonSchema[] {
  const requiredNames = required as readonly string[]
  return Object.entries(properties as { readonly [name: string]: JsonSchema }).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: location,
      ...(requiredNames.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
      schema,
    }),
  )
}

/** Response with any other status: a refusal or a server error. */
const failed: JsonSchema = {
  description: 'Rejected or failed',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

function accessText({ adminRole }: Registry, access: RegisteredRoute['access']): string {
  if (access === 'public' || access === 'optional') return 'Open to anyone.'
  if (access === 'signedIn') return 'For all signed-in users.'
  if (access === 'admin') return `For ${adminRole}.`
  const roles =
    'roles' in access
      ? access.roles
      : Object.entries(access.resource.access)
          .filter(([, grants]) => grants[access.grant])
          .map(([role]) => role)
  return `For ${roles.join(', ')}.`
}
