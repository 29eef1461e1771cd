/** JSON schemas of what the API answers, computed from the declarations. */
import { errorStatus } from '#model/errors.ts'
import type { FieldSpec } from '#model/field.ts'
import { type AnyResource, valueEntries } from '#model/resource.ts'
import { valueSchema } from '#model/validation.ts'
import { allResources } from '#resources/index.ts'
import { jsonSchemaOf } from './json-schema.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** A reference to a named schema. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** A page of a list of `item`. */
export const pageOfSchema = (item: JsonSchema): JsonSchema =>
  objectOf({
    totalCount: { type: 'integer', minimum: 0 },
    page: { type: 'integer', minimum: 1 },
    pageSize: { type: 'integer', minimum: 1 },
    list: { type: 'array', items: item },
  })

const objectOf = (properties: { readonly [name: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const text: JsonSchema = { type: 'string' }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const mapOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const issues = mapOf({ type: 'array', items: ref('Issue') })

/** The success envelope around `data`. */
export const successOf = (data: JsonSchema): JsonSchema => objectOf({ success: { const: true }, data, message: text })

/** Every named schema of the document. A role that may not read a field gets the record without it. */
export function componentSchemas(): { readonly [name: string]: JsonSchema } {
  return {
    ...Object.fromEntries(allResources.map((resource) => [resource.name, recordSchema(resource)])),
    Change: objectOf({
      id: uuid,
      version: { type: 'integer' },
      at: instant,
      action: text,
      actor: objectOf({ id: orNull(uuid), name: text }),
      reason: orNull(text),
      changes: {
        type: 'array',
        items: objectOf({ field: text, before: {}, after: {}, beforeTitle: text, afterTitle: text }, ['beforeTitle', 'afterTitle']),
      },
    }),
    Issue: objectOf({ code: text, params: mapOf({ type: ['string', 'number'] }) }, ['params']),
    Failure: objectOf(
      {
        success: { const: false },
        data: { type: 'null' },
        message: text,
        code: { enum: Object.keys(errorStatus) },
        requestId: uuid,
        fields: issues,
        current: { type: 'object' },
        allowed: { type: 'array', items: text },
      },
      ['fields', 'current', 'allowed'],
    ),
  }
}

function recordSchema(resource: AnyResource): JsonSchema {
  const fields = valueEntries(resource).map(([name, spec]): [string, JsonSchema] => [name, shownSchema(spec)])
  const restricted = valueEntries(resource)
    .filter(([, spec]) => spec.options.read)
    .map(([name]) => name)
  return objectOf(
    {
      id: uuid,
      version: { type: 'integer', minimum: 1 },
      createdAt: instant,
      updatedAt: instant,
      ...Object.fromEntries(fields),
      _title: text,
      _titles: mapOf(text),
      _can: { type: 'array', items: text },
    },
    restricted,
  )
}

/** A value as it is answered: as it is written, but for ids of files (paths) and national ids (masked). */
function shownSchema(spec: FieldSpec): JsonSchema {
  if (['file', 'image', 'nationalId'].includes(spec.kind) || spec.options.computed === 'recordId')
    return spec.options.optional ? orNull(text) : text
  return jsonSchemaOf(valueSchema(spec), 'output')
}
