import type * as z from 'zod/mini'

const schemas = new Map<string, z.ZodMiniObject>()

/** A schema made at its first use and kept: declarations do not change while the program runs. */
export function cached(key: string, make: () => z.ZodMiniObject): z.ZodMiniObject {
  let schema = schemas.get(key)
  if (!schema) {
    schema = make()
    schemas.set(key, schema)
  }
  return schema
}
