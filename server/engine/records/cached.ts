import type * as z from 'zod/mini'

const schemas = new Map<string, z.ZodMiniObject>()
const hourMs = 3_600_000
let hour = 0

/** A schema made at its first use and kept for the hour: declarations do not change, but one that says `today` does. */
export function cached(key: string, make: () => z.ZodMiniObject): z.ZodMiniObject {
  const now = Math.floor(Date.now() / hourMs)
  if (now !== hour) schemas.clear()
  hour = now
  let schema = schemas.get(key)
  if (!schema) {
    schema = make()
    schemas.set(key, schema)
  }
  return schema
}
