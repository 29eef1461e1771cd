import type * as z from 'zod/mini'

const schemas = new Map<string, z.ZodMiniObject>()
const hourMs = 3_600_000
let hour = 0

/**
 * Returns the schema for `key`, building it on first use. Entries expire each hour: declarations never change at run time, but a
 * declaration may refer to `today`.
 */
export function cachedSchema(key: string, createSchema: () => z.ZodMiniObject): z.ZodMiniObject {
  const now = Math.floor(Date.now() / hourMs)
  if (now !== hour) schemas.clear()
  hour = now
  let schema = schemas.get(key)
  if (!schema) {
    schema = createSchema()
    schemas.set(key, schema)
  }
  return schema
}
