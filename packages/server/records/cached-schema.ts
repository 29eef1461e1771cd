import type { AnyResource } from '@matricola/schema/resource.ts'
import type * as z from 'zod/mini'

let schemas = new WeakMap<AnyResource, Map<string, z.ZodMiniObject>>()
const hourMs = 3_600_000
let hour = 0

/**
 * Returns the schema of the resource for `key`, building it on first use. Entries expire each hour:
 * declarations never change at run time, but a declaration may refer to `today`.
 */
export function cachedSchema(
  resource: AnyResource,
  key: string,
  createSchema: () => z.ZodMiniObject,
): z.ZodMiniObject {
  const now = Math.floor(Date.now() / hourMs)
  if (now !== hour) schemas = new WeakMap()
  hour = now
  const schemasOfResource = schemas.get(resource) ?? new Map<string, z.ZodMiniObject>()
  schemas.set(resource, schemasOfResource)
  let schema = schemasOfResource.get(key)
  if (!schema) {
    schema = createSchema()
    schemasOfResource.set(key, schema)
  }
  return schema
}
