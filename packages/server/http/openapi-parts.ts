/** Building blocks of response schemas. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** An object with these properties and no others. */
export const objectSchema = (properties: { readonly [name: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

export const nullableSchema = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
