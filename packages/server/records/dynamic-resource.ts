import { type DynamicFields, withDynamicFields } from '@matricola/schema/dynamic-fields.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { RecordsContext } from './hooks.ts'
import { recordsOf } from './store.ts'

const resources = new WeakMap<DynamicFields, AnyResource>()

/**
 * Returns a resource with its dynamic fields of now, for a list or an export. The same resource is
 * returned while they are unchanged, so that what is computed from it is computed once.
 */
export async function resourceForLists(
  context: RecordsContext,
  resource: AnyResource,
): Promise<AnyResource> {
  const fields = await recordsOf(context).hooksFor(resource)?.dynamicFields?.()
  if (!fields) return resource
  const known = resources.get(fields)
  if (known) return known
  const extended = withDynamicFields(resource, fields)
  resources.set(fields, extended)
  return extended
}
