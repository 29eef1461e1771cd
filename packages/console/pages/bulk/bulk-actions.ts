import { actionsOf } from '@matricola/schema/actions.ts'
import type { Action, AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { bulkFields } from '@matricola/schema/wire/bulk.ts'
import type { Can } from '../../app/use-permission.ts'
import { compareTones } from '../show/tone.ts'

/**
 * Returns the actions that a role can take on many records of the resource at once, the main action
 * first and destructive actions last.
 */
export function bulkActions(
  resource: AnyResource,
  can: Can,
): { readonly name: string; readonly action: Action }[] {
  if (!can('bulk', resource) || !can('act', resource)) return []
  return Object.entries(actionsOf(resource))
    .filter(([name, action]) => action.on.includes('bulk') && can(name, resource))
    .map(([name, action]) => ({ name, action }))
    .toSorted((one, other) => compareTones(one.action.tone, other.action.tone))
}

/** Whether a role can edit fields of many records of the resource at once. */
export const canEditFields = (resource: AnyResource, role: Role, can: Can) =>
  can('bulk', resource) && can('update', resource) && bulkFields(resource, role).length > 0
