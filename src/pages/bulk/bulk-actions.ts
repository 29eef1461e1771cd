import { isGranted } from '#model/access.ts'
import { actionsOf } from '#model/actions.ts'
import { bulkFields } from '#model/bulk.ts'
import type { Action, AnyResource } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { byTone } from '#src/pages/show/tone-class.ts'

/** The actions that a role can take on many records of the resource at once, the main one first, those that are felt most last. */
export function bulkActions(resource: AnyResource, role: Role): { readonly name: string; readonly action: Action }[] {
  if (!isGranted(resource, role, 'bulk') || !isGranted(resource, role, 'act')) return []
  return Object.entries(actionsOf(resource))
    .filter(([, action]) => action.on.includes('bulk') && action.roles.includes(role))
    .map(([name, action]) => ({ name, action }))
    .toSorted((one, other) => byTone(one.action.tone, other.action.tone))
}

/** Tells whether a role can edit fields of many records of the resource at once. */
export const canEditFields = (resource: AnyResource, role: Role) =>
  isGranted(resource, role, 'bulk') && isGranted(resource, role, 'update') && bulkFields(resource, role).length > 0
