/** Schemas of the API's responses, derived from the declarations. */

import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, valueEntries } from '@matricola/schema/resource-fields.ts'
import { valueSchema } from '@matricola/schema/validation.ts'
import type { ErrorTypes } from '@matricola/schema/wire/errors.ts'
import {
  count,
  detailedRecordSchema,
  id,
  issuesSchema,
  namedSchema,
  pageShape,
  positive,
  recordSchema,
  recordShape,
  text,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import type { JsonSchema, Schemas } from './json-schema.ts'

/** Properties of single records in addition to their fields, by resource. */
export type DetailShapes = {
  readonly [resource: string]: { readonly [part: string]: z.ZodMiniType }
}

/** The parts of an application that the API document describes in addition to routes. */
export interface ApiParts {
  /** Name of the program. */
  readonly name: string
  readonly registry: Registry
  readonly errors: ErrorTypes
  readonly details: DetailShapes
}

/** The success envelope with `data`. */
export const successSchema = (data: JsonSchema): JsonSchema => ({
  $ref: '#/components/schemas/Success',
  properties: { data },
})

/** Number of records for each value of a field. */
export const facetValuesSchema = namedSchema(
  'FacetValues',
  z.array(z.strictObject({ value: text(), title: z.optional(text()), count: count() })),
)

/** A single record, including parts of the record that are not fields. */
export const singleRecordSchema = (
  { name }: AnyResource,
  { [name]: parts }: DetailShapes,
): z.ZodMiniType => (parts ? detailedRecordSchema(name, parts) : recordSchema(name))

/**
 * Returns the named schemas: the ones collected in `schemas`, the records of each resource, and the
 * envelopes.
 */
export function componentSchemas(
  { registry, errors, details }: ApiParts,
  schemas: Schemas,
): { readonly [name: string]: JsonSchema } {
  // Calls refer to records only by name.
  const records = registry.resources.flatMap((resource) => {
    const { name } = resource
    const parts = details[name]
    return [
      [name, fullRecordSchema(resource)] as const,
      ...(parts ? [[`${name}-detailed`, fullRecordSchema(resource, parts)] as const] : []),
    ]
  })
  const envelopes = {
    Success: z.strictObject({ success: z.literal(true), data: z.unknown(), message: text() }),
    Page: z.strictObject(pageShape(z.unknown())),
    Failure: z.strictObject({
      success: z.literal(false),
      data: z.null(),
      message: text(),
      code: z.enum(Object.keys(errors).sort()),
      requestId: id(),
      fields: z.optional(issuesSchema()),
      current: z.optional(z.looseObject({})),
      allowed: z.optional(z.array(text())),
      queue: z.optional(
        z.strictObject({
          position: positive(),
          waitSeconds: positive(),
          retryAfterSeconds: positive(),
          ticket: text(),
        }),
      ),
    }),
  }
  const derived = Object.fromEntries(
    [...records, ...Object.entries(envelopes)].map(([name, schema]) => [
      name,
      schemas.of(schema, 'output'),
    ]),
  )
  const declared = Object.entries(schemas.named()).filter(([name]) => !(name in derived))
  return { ...Object.fromEntries(declared), ...derived }
}

/** A record with its fields. A role that may not read a field receives records without it. */
function fullRecordSchema(resource: AnyResource, parts: DetailShapes[string] = {}): z.ZodMiniType {
  const { _title, _titles, _translated, _can, ...versions } = recordShape
  const fields = valueEntries(resource).map(([name, spec]): [string, z.ZodMiniType] => {
    const schema = responseSchema(spec)
    return [name, spec.options.read ? z.optional(schema) : schema]
  })
  return z.strictObject({
    ...versions,
    ...Object.fromEntries(fields),
    _title,
    _titles,
    _translated,
    _can,
    ...parts,
  })
}

/** A referenced record. */
export function referenceSchema(resource: AnyResource): z.ZodMiniType {
  const { id, _title, _titles, _translated } = recordShape
  const fields = resource.title.map((name) => [name, responseSchema(fieldOf(resource, name))])
  return z.strictObject({ id, ...Object.fromEntries(fields), _title, _titles, _translated })
}

/**
 * Schema of a value in a response. It equals the schema of the stored value, except that files are
 * paths and national ids are masked.
 */
function responseSchema(spec: FieldSpec): z.ZodMiniType {
  const family = familyOf(spec)
  const orNull = (schema: z.ZodMiniType) => (spec.options.optional ? z.nullable(schema) : schema)
  // The limits of a field apply to input. Computed values may exceed them.
  const isComputed = typeof spec.options.computed === 'object'
  if (isComputed && family === 'number') return orNull(z.number())
  if (['file', 'secret'].includes(family) || (isComputed && family === 'text'))
    return orNull(text())
  return valueSchema(spec)
}
