/** JSON schemas of the API's responses, derived from the declarations. */

import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import { type AnyResource, fieldOf, valueEntries } from '@matricola/schema/resource.ts'
import { valueSchema } from '@matricola/schema/validation.ts'
import type { ErrorTypes } from '@matricola/schema/wire/errors.ts'
import { issueSchema } from '@matricola/schema/wire/shapes.ts'
import { changeSchema } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import { jsonSchemaOf, type Schemas } from './json-schema.ts'
import { type JsonSchema, nullableSchema, objectSchema } from './openapi-parts.ts'

/** Properties of single records in addition to their fields, by resource. */
export type DetailShapes = { readonly [resource: string]: { readonly [part: string]: z.ZodMiniType } }

/** The parts of an application that the API document describes in addition to routes. */
export interface ApiParts {
  /** Name of the program. */
  readonly name: string
  readonly registry: Registry
  readonly errors: ErrorTypes
  readonly details: DetailShapes
}

export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** A page of a list with rows of type `item`. */
export const pageResponseSchema = (item: JsonSchema): JsonSchema => extended('Page', { list: { type: 'array', items: item } })

/** A named schema, with more precise types for some of its properties. */
const extended = (name: string, properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({ ...schemaRef(name), properties })

const text: JsonSchema = { type: 'string' }
const atLeastOne: JsonSchema = { type: 'integer', minimum: 1 }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const mapOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })
const issues = mapOf({ type: 'array', items: schemaRef('Issue') })

/** The success envelope with `data`. */
export const successSchema = (data: JsonSchema): JsonSchema => extended('Success', { data })

/**
 * Returns the named schemas: the ones collected in `schemas`, and schemas that no declared call adds. A role that may not read a
 * field receives records without it.
 */
export function componentSchemas({ registry, errors, details }: ApiParts, schemas: Schemas): { readonly [name: string]: JsonSchema } {
  schemas.of(changeSchema, 'output')
  schemas.of(issueSchema, 'output')
  const records = Object.fromEntries(
    registry.resources.flatMap((resource) => {
      const parts = details[resource.name]
      const detailed = parts && detailsOf(schemas.of(z.strictObject(parts), 'output'))
      return [[resource.name, recordSchema(resource)], ...(detailed ? [[detailedName(resource), recordSchema(resource, detailed)]] : [])]
    }),
  )
  return {
    ...schemas.named(),
    // Derived from resources. Calls refer to them only by name.
    ...records,
    Success: objectSchema({ success: { const: true }, data: {}, message: text }),
    Page: objectSchema({
      totalCount: { type: 'integer', minimum: 0 },
      page: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1 },
      list: { type: 'array' },
    }),
    /** Number of records for each value of a field. */
    FacetValues: {
      type: 'array',
      items: objectSchema({ value: text, title: text, count: { type: 'integer', minimum: 0 } }, ['title']),
    },
    Failure: objectSchema(
      {
        success: { const: false },
        data: { type: 'null' },
        message: text,
        code: { enum: Object.keys(errors).sort() },
        requestId: uuid,
        fields: issues,
        current: { type: 'object' },
        allowed: { type: 'array', items: text },
        queue: objectSchema({ position: atLeastOne, waitSeconds: atLeastOne, retryAfterSeconds: atLeastOne, ticket: text }),
      },
      ['fields', 'current', 'allowed', 'queue'],
    ),
  }
}

/** A reference to a single record, including parts of the record that are not fields. */
export const detailedRecordRef = (resource: AnyResource, details: DetailShapes): JsonSchema =>
  schemaRef(details[resource.name] ? detailedName(resource) : resource.name)
const detailedName = ({ name }: AnyResource) => `${name}-detailed`

/** Parts of a record that are not fields. Some roles do not receive the optional ones. */
interface Details {
  readonly properties: { readonly [part: string]: JsonSchema }
  readonly optional: readonly string[]
}

function detailsOf({ properties = {}, required = [] }: JsonSchema): Details {
  const parts = properties as Details['properties']
  return { properties: parts, optional: Object.keys(parts).filter((part) => !(required as readonly string[]).includes(part)) }
}

function recordSchema(resource: AnyResource, { properties, optional }: Details = { properties: {}, optional: [] }): JsonSchema {
  const fields = valueEntries(resource).map(([name, spec]): [string, JsonSchema] => [name, responseSchema(spec)])
  const restricted = valueEntries(resource)
    .filter(([, spec]) => spec.options.read)
    .map(([name]) => name)
  return objectSchema(
    {
      id: uuid,
      version: { type: 'integer', minimum: 1 },
      createdAt: instant,
      updatedAt: instant,
      ...Object.fromEntries(fields),
      _title: text,
      _titles: mapOf(text),
      _translated: { type: 'array', items: text },
      _can: { type: 'array', items: text },
      ...properties,
    },
    ['_translated', ...restricted, ...optional],
  )
}

/** A referenced record. */
export const referenceSchema = (resource: AnyResource): JsonSchema =>
  objectSchema(
    {
      id: uuid,
      ...Object.fromEntries(resource.title.map((name) => [name, responseSchema(fieldOf(resource, name))])),
      _title: text,
      _titles: mapOf(text),
      _translated: { type: 'array', items: text },
    },
    ['_translated'],
  )

/** Schema of a value in a response. It equals the schema of the stored value, except that files are paths and national ids are masked. */
function responseSchema(spec: FieldSpec): JsonSchema {
  const family = familyOf(spec)
  const orNull = (schema: JsonSchema) => (spec.options.optional ? nullableSchema(schema) : schema)
  // The limits of a field apply to input. Computed values may exceed them.
  const isComputed = typeof spec.options.computed === 'object'
  if (isComputed && family === 'number') return orNull({ type: 'number' })
  if (['file', 'secret'].includes(family) || (isComputed && family === 'text')) return orNull(text)
  // Values have no words of an application: choices are declared.
  return jsonSchemaOf(valueSchema(spec), 'output', { roles: [], languages: [] })
}
