/** Generates TypeScript types from the API document. */
type Schema = { readonly [keyword: string]: unknown }
type SchemaMap = { readonly [name: string]: Schema }

export interface ApiDocument {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Schema } }
  readonly components: { readonly [section: string]: SchemaMap }
}

/** Returns the type name of a component: `academic-years` becomes `AcademicYears`. */
const typeName = (name: string) => name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
const parenthesize = (text: string) => (/[|&]/.test(text) ? `(${text})` : text)
const asSchema = (value: unknown) => value as Schema // Parts of a document that this program wrote.

export function typescriptTypeOf(schema: Schema): string {
  if ('$ref' in schema) {
    const name = typeName(String(schema.$ref).split('/').at(-1) ?? '')
    const list = (schema.properties as SchemaMap | undefined)?.list
    return name === 'Page' ? `Page<${list ? parenthesize(typescriptTypeOf(asSchema(list.items ?? {}))) : 'unknown'}>` : name
  }
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  for (const [keyword, separator] of [
    ['anyOf', ' | '],
    ['oneOf', ' | '],
    ['allOf', ' & '],
  ] as const)
    if (Array.isArray(schema[keyword]))
      return [...new Set(schema[keyword].map((part) => parenthesize(typescriptTypeOf(asSchema(part)))))].join(separator)
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type]
  return [...new Set(kinds.map((kind) => plainType(String(kind), schema)))].join(' | ')
}

function plainType(kind: string, schema: Schema): string {
  if (kind === 'integer' || kind === 'number') return 'number'
  if (kind === 'string' || kind === 'boolean' || kind === 'null') return kind
  if (kind === 'array') return `readonly ${parenthesize(typescriptTypeOf(asSchema(schema.items ?? {})))}[]`
  if (kind !== 'object') return 'unknown'
  return objectType(schema)
}

function objectType({ properties = {}, required = [], additionalProperties = true }: Schema): string {
  const requiredNames = required as readonly string[]
  const parts = Object.entries(properties as SchemaMap).map(
    ([name, part]) =>
      `readonly ${keyOf(name)}${requiredNames.includes(name) ? '' : '?'}: ${typescriptTypeOf(part)}${requiredNames.includes(name) ? '' : ' | undefined'}`,
  )
  const isOpen = additionalProperties === true ? parts.length === 0 : additionalProperties !== false
  if (isOpen)
    parts.push(
      `readonly [name: string]: ${typeof additionalProperties === 'object' && parts.length === 0 ? typescriptTypeOf(asSchema(additionalProperties)) : 'unknown'}`,
    )
  return parts.length === 0 ? 'Record<never, never>' : `{ ${parts.join('; ')} }`
}

/** Returns the types of records and calls, and the sets of calls that accept a key or return a file. */
export function generateClientTypes(document: ApiDocument): string {
  const { schemas = {} } = document.components
  const types = Object.entries(schemas)
    .filter(([name]) => !['Success', 'Page', 'Failure', 'Issue'].includes(name))
    .map(([name, schema]) => `export type ${typeName(name)} = ${typescriptTypeOf(schema)}`)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callTypeOf(document, `${method.toUpperCase()} ${path}`, operation)),
  )
  const namesOf = (trait: 'isKeyed' | 'isFile') =>
    calls
      .filter((call) => call[trait])
      .map(({ name }) => `  ${JSON.stringify(name)},\n`)
      .join('')
  return `export interface Page<Row> {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly list: readonly Row[]
}

${types.join('\n\n')}

/** Every call by its method and path. */
export interface Calls {
${calls.map(({ name, summary, type }) => `  /** ${summary} */\n  ${JSON.stringify(name)}: ${type}`).join('\n')}
}

const keyed = new Set<string>([\n${namesOf('isKeyed')}])
const files = new Set<string>([\n${namesOf('isFile')}])
`
}

interface CallType {
  readonly name: string
  readonly summary: string
  readonly type: string
  readonly isKeyed: boolean
  readonly isFile: boolean
}

function callTypeOf(document: ApiDocument, name: string, operation: Schema): CallType {
  const resolve = <T>(part: unknown): T => {
    const reference = (part as Schema | undefined)?.$ref
    if (reference === undefined) return part as T
    const [, , section = '', key = ''] = String(reference).split('/')
    return document.components[section]?.[key] as T
  }
  const parameters = ((operation.parameters ?? []) as readonly unknown[]).map((one) => resolve<Schema>(one))
  const isKeyed = parameters.some((one) => one.name === 'Idempotency-Key')
  const inputs = ['params', 'query'].flatMap((part) => {
    const matching = parameters.filter((one) => one.in === (part === 'params' ? 'path' : 'query'))
    if (matching.length === 0) return []
    const fields = matching.map(
      (one) =>
        `readonly ${keyOf(String(one.name))}${one.required ? '' : '?'}: ${parameterType(one, part)}${one.required ? '' : ' | undefined'}`,
    )
    return [`readonly ${part}${matching.some((one) => one.required) ? '' : '?'}: { ${fields.join('; ')} }`]
  })
  const body = resolve<{ content?: { [media: string]: { schema: Schema } } } | undefined>(operation.requestBody)?.content
  if (body) {
    const json = body['application/json']
    const kinds = [...(json ? [typescriptTypeOf(json.schema)] : []), ...(body['multipart/form-data'] ? ['FormData'] : [])]
    inputs.push(`readonly body: ${kinds.join(' | ') || 'unknown'}`)
  }
  const answer = resolve<{ content?: { [media: string]: { schema?: Schema } } }>((operation.responses as Schema)['2XX']).content ?? {}
  const success = answer['application/json']?.schema
  const data = (success?.properties as SchemaMap | undefined)?.data
  const type = `{ readonly given: ${inputs.length > 0 ? `{ ${inputs.join('; ')} }` : 'Record<never, never>'}; readonly answer: ${success ? (data ? typescriptTypeOf(data) : 'unknown') : 'Response'} }`
  return { name, summary: String(operation.summary ?? name).replaceAll('*/', ''), type, isKeyed, isFile: success === undefined }
}

/** Query parameters are text on the wire, so numbers and booleans are accepted as well. */
function parameterType({ schema }: Schema, part: string): string {
  const type = typescriptTypeOf(asSchema(schema ?? {}))
  if (part === 'params') return type
  return type === 'string' ? 'string | number | boolean' : type.replace(/(?<!\[name): string/g, ': string | number | boolean')
}
