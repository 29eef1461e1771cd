import { idRegExp } from '@matricola/schema/values/ids.ts'
import { schemaNotes, type WordList } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import type { JsonSchema } from './openapi-parts.ts'

/** The words that the application has for each list of words. */
export type WordsByList = { readonly [L in WordList]: readonly string[] }

/** Converts a schema to JSON schema. Checks that only code can express, such as real dates and check digits, are left out. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output', words: WordsByList): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: schemaNotes, override })
  function override(context: Parameters<typeof shorten>[0]) {
    listWords(context, words)
    shorten(context)
  }
  // Rewrite references to point into the OpenAPI document.
  return JSON.parse(JSON.stringify(jsonSchema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** Schemas of a document. Named ones are defined once and referenced by name. */
export interface Schemas {
  of(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema
  /** Every named schema that was used. */
  named(): { readonly [name: string]: JsonSchema }
}

export function collectSchemas(words: WordsByList): Schemas {
  const found: Record<string, JsonSchema> = {}
  return {
    of(schema, io) {
      const { $defs = {}, ...rest } = jsonSchemaOf(schema, io, words)
      Object.assign(found, $defs)
      return rest
    },
    named: () => found,
  }
}

/** Replaces the name of a list of words by the words. */
function listWords({ jsonSchema: schema }: { readonly jsonSchema: { [keyword: string]: unknown } }, words: WordsByList): void {
  const { words: list } = schema
  if (list === undefined) return
  delete schema.words
  schema.enum = [...words[list as WordList]]
}

/**
 * Shortens a schema: removes patterns that a format implies and the bounds of safe integers, and writes a nullable value as one of
 * two types.
 */
function shorten({ jsonSchema: schema }: { readonly jsonSchema: { [keyword: string]: unknown } }): void {
  if (schema.pattern === idRegExp.source) schema.format = 'uuid'
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  const [value, nullSchema, ...others] = (schema.anyOf ?? []) as { readonly [keyword: string]: unknown }[]
  if (typeof value?.type !== 'string' || nullSchema?.type !== 'null' || others.length > 0) return
  delete schema.anyOf
  Object.assign(schema, value, { type: [value.type, 'null'] }, Array.isArray(value.enum) && { enum: [...value.enum, null] })
}
