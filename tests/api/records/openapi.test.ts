import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { registeredRoutesOf } from '@matricola/server/app/build-server.ts'
import { formattedOpenApi } from '@matricola/server/app/commands/openapi.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'
import { testedApp } from '#tests/support/tested-app.ts'

type Schema = { readonly [keyword: string]: unknown }
interface Operation {
  readonly parameters?: readonly Schema[]
  readonly responses: { readonly [status: string]: Schema }
}
interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly [section: string]: { readonly [name: string]: Schema } }
}

let api: TestApp
let university: SeededUniversity
let document: Document
beforeAll(async () => {
  api = await startApp(openTestDatabase)
  university = await seedUniversity(api)
  document = JSON.parse((await api.call(null, 'GET', '/api/openapi.json')).text)
})
afterAll(() => api.close())

const schemaOf = (path: string, method = 'get') => {
  const answer = partOf(document.paths[path]?.[method]?.responses['2XX'] ?? {})
  const { 'application/json': found } = (answer.content ?? {}) as {
    readonly [media: string]: { readonly schema: Schema }
  }
  if (!found) throw new Error(`the document does not contain ${method} ${path}`)
  return found.schema
}
/** Resolves a reference. */
function partOf(part: Schema): Schema {
  if (typeof part.$ref !== 'string') return part
  const [section = '', name = ''] = part.$ref.replace('#/components/', '').split('/')
  const found = document.components[section]?.[name]
  if (!found) throw new Error(`${part.$ref} leads nowhere`)
  return found
}
const templateOf = (path: string) => path.replace(/:([A-Za-z]+)/g, '{$1}')

/** Validation errors of a value, for the subset of JSON Schema that the API document uses. */
function faults(schema: Schema, value: unknown, at: string): string[] {
  if (typeof schema.$ref === 'string') {
    const { $ref: _, ...rest } = schema
    return [...faults(partOf(schema), value, at), ...faults(rest, value, at)]
  }
  if (Array.isArray(schema.allOf))
    return schema.allOf.flatMap((part: Schema) => faults(part, value, at))
  const options = schema.anyOf as Schema[] | undefined
  if (options)
    return options.some((option) => faults(option, value, at).length === 0)
      ? []
      : [`${at}: none of anyOf`]
  if ('const' in schema) return value === schema.const ? [] : [`${at}: not ${schema.const}`]
  if (Array.isArray(schema.enum))
    return schema.enum.includes(value) ? [] : [`${at}: not one of ${schema.enum}`]
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (
    types.length > 0 &&
    !types.includes(typeOf(value)) &&
    !(types.includes('number') && typeOf(value) === 'integer')
  )
    return [`${at}: ${typeOf(value)} for ${types}`]
  if (Array.isArray(value))
    return value.flatMap((item, i) => faults((schema.items ?? {}) as Schema, item, `${at}[${i}]`))
  if (typeof value !== 'object' || value === null) return []
  const properties = (schema.properties ?? {}) as { [name: string]: Schema }
  const missing = ((schema.required ?? []) as string[])
    .filter((name) => !(name in value))
    .map((name) => `${at}.${name}: missing`)
  const inner = Object.entries(value).flatMap(([name, part]) => {
    const known =
      properties[name] ??
      (typeof schema.additionalProperties === 'object'
        ? (schema.additionalProperties as Schema)
        : undefined)
    return known
      ? faults(known, part, `${at}.${name}`)
      : schema.additionalProperties === false
        ? [`${at}.${name}: not in the document`]
        : []
  })
  return [...missing, ...inner]
}
const typeOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'number' && Number.isInteger(value)
        ? 'integer'
        : typeof value

describe.each(
  allResources
    .filter((resource) => !resource.singleton)
    .map((resource) => [resource.name, resource] as const),
)('%s', (name, resource) => {
  const paths = endpointsOf(resource)
  test.each(['admin', 'secretary', 'professor', 'student'] as const)(
    'a %s receives the responses that the document describes',
    async (role) => {
      const list = await api.call<Page<WireRecord>>(
        university[role],
        'GET',
        `${paths.list.path}?pageSize=100`,
      )
      if (list.status === 403)
        return expect(
          faults({ $ref: '#/components/schemas/Failure' }, list.body, 'failure'),
        ).toEqual([])
      expect(faults(schemaOf(paths.list.path), list.body, 'list')).toEqual([])
      for (const { id } of list.data.list) {
        const single = await api.call(university[role], 'GET', fillPath(paths.single.path, { id }))
        expect(faults(schemaOf(templateOf(paths.single.path)), single.body, 'single')).toEqual([])
      }
      const { id = '' } = list.data.list[0] ?? {}
      const history = await api.call(university[role], 'GET', fillPath(paths.history.path, { id }))
      if (history.status === 200)
        expect(faults(schemaOf(templateOf(paths.history.path)), history.body, 'history')).toEqual(
          [],
        )
      else
        expect(faults({ $ref: '#/components/schemas/Failure' }, history.body, 'failure')).toEqual(
          [],
        )
    },
  )

  test('the document contains every filter of the list', () => {
    const parameters = (document.paths[paths.list.path]?.get?.parameters ?? []).map(partOf)
    const properties = Object.fromEntries(
      (resource.list.filters ?? []).map((filter) => [filter, { type: 'string' }]),
    )
    const filters = { name: 'filters', in: 'query', style: 'deepObject', schema: { properties } }
    expect(parameters.find((parameter) => parameter.name === 'filters')).toMatchObject(filters)
    const named = parameters.map((parameter) => parameter.name)
    expect(named).toEqual(expect.arrayContaining(['pageNumber', 'pageSize', 'sort', 'search']))
    expect(name).toBe(resource.name)
  })
})

test('the settings match the document', async () => {
  const { body } = await api.call(university.admin, 'GET', '/api/settings')
  expect(faults(schemaOf('/api/settings'), body, 'settings')).toEqual([])
})

test('the document contains every call under /api and nothing else', () => {
  const isDeclared = (path: string) =>
    path.startsWith('/api/') &&
    !path.startsWith('/api/docs') &&
    path !== '/api/openapi.json' &&
    !path.includes('*')
  const real = registeredRoutesOf(api.app)
    .filter(({ method, path }) => method !== 'HEAD' && method !== 'OPTIONS' && isDeclared(path))
    .map(({ method, path }) => `${method} ${templateOf(path)}`)
  const written = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(written.sort()).toEqual([...new Set(real)].sort())
})

test('shared parts of calls are defined once, and every definition is used', () => {
  const parts = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters = [], responses, ...rest }) => [
      ...parameters,
      ...Object.values(responses),
      ...('requestBody' in rest ? [rest.requestBody as Schema] : []),
    ]),
  )
  const inline = parts.filter((part) => !('$ref' in part)).map((part) => JSON.stringify(part))
  expect(inline.filter((part, index) => inline.indexOf(part) !== index)).toEqual([])
  const text = JSON.stringify(document)
  const names = Object.entries(document.components).flatMap(([section, named]) =>
    Object.keys(named).map((name) => [section, name]),
  )
  for (const [section, name] of names) {
    expect(name).toMatch(/^[\w.-]+$/)
    if (section !== 'securitySchemes')
      expect(text, `${section} ${name}`).toContain(`"#/components/${section}/${name}"`)
  }
})

test('the document in the repository equals the one that the program serves', async () => {
  const storedDocument = readFileSync(join(projectRoot, 'docs/openapi.json'), 'utf8')
  expect(storedDocument).toBe(await formattedOpenApi(testedApp, api.context.config))
  expect(JSON.parse(storedDocument)).toEqual(document)
})

test('the document can be read in a browser without external resources', async () => {
  const page = await api.app.inject({ url: '/api/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self';/)
  expect(page.body).not.toMatch(/(?:src|href)="https?:/)
  const initializer = await api.app.inject({ url: '/api/docs/static/swagger-initializer.js' })
  expect(initializer.body).toContain('/api/openapi.json')
})
