import { idRegExp } from '@matricola/schema/values/ids.ts'
import { schemaNotes, type WordList } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** The words that the application has for each list of words. */
export type WordsByList = { readonly [L in WordList]: readonly string[] }

/** Schemas of a document. Named ones are defined once and referenced by name. */
export interface Schemas {
  /**
   * Converts a schema. Checks that only code can express, such as real dates and check digits, are
   * left out.
   */
  of(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema
  /** Every named schema that was used. */
  named(): { readonly [name: string]: JsonSchema }
}

export function collectSchemas(words: WordsByList): Schemas {
  const found: Record<string, JsonSchema> = {}
  return {
    of(schema, io) {
      const jsonSchema = z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        metadata: schemaNotes,
        override: (context) => adapt(context.jsonSchema, words),
      })
      // References point into the OpenAPI document.
      const text = JSON.stringify(jsonSchema).replaceAll('"#/$defs/', '"#/components/schemas/')
      const { $schema: _, $defs = {}, ...rest } = JSON.parse(text)
      Object.assign(found, $defs)
      return rest
    },
    named: () => found,
  }
}

/**
 * Adapts a schema to the document: lists the words of the application, refers to the shared schema
 * of pages, removes what is implied (patterns of formats, bounds of safe integers, text as keys),
 * and writes a nullable value as one of two types.
 */
function adapt(schema: { [keyword: string]: unknown }, words: WordsByList): void {
  const { words: list, isPage } = schema
  delete schema.words
  delete schema.isPage
  if (list !== undefined) schema.enum = [...words[list as WordList]]
  if (isPage) {
    const { list: rows } = schema.properties as { readonly [name: string]: JsonSchema }
    for (const keyword of Object.keys(schema)) delete schema[keyword]
    Object.assign(schema, { $ref: '#/components/schemas/Page', properties: { list: rows } })
  }
  // Keys of JSON objects are text.
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  if (schema.pattern === idRegExp.source) schema.format = 'uuid'
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  const [value, nullSchema, ...others] = (schema.anyOf ?? []) as JsonSchema[]
  if (typeof value?.type !== 'string' || nullSchema?.type !== 'null' || others.length > 0) return
  delete schema.anyOf
  Object.assign(
    schema,
    value,
    { type: [value.type, 'null'] },
    Array.isArray(value.enum) && { enum: [...value.enum, null] },
  )
}
