/**
 * Refine's access-control provider. Only decides what the browser offers; the server enforces
 * permissions itself.
 */

import { isGranted, isReadable, isWritable } from '@matricola/schema/access.ts'
import { actionsOf } from '@matricola/schema/actions.ts'
import { hasJobs } from '@matricola/schema/areas.ts'
import { isInArea, jobsPath, testPath } from '@matricola/schema/paths.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { type GrantName, grants, type Role } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { AccessControlProvider, CanParams } from '@refinedev/core'

/** Refine's parameters, plus an optional field, or a path instead of a resource. */
export interface AccessQuestion extends CanParams {
  readonly params?: {
    readonly record?: WireRecord
    readonly field?: string
    readonly path?: string
  }
}

/**
 * Refine's asynchronous `can`, and a synchronous version. Permissions are known from the start, and
 * waiting for a promise would render every menu and every row twice.
 */
export interface RefineCan {
  (question: CanParams): Promise<{ can: boolean }>
  readonly isAllowed: (question: AccessQuestion) => boolean
}

/** Refine's provider, whose `can` also decides synchronously. */
export interface RefineAccessControl extends AccessControlProvider {
  readonly can: RefineCan
}

/** Grants by Refine's names for actions. */
const grantOfPage: { readonly [action: string]: GrantName } = {
  list: 'read',
  show: 'read',
  edit: 'update',
}

const isGrant = (action: string): action is GrantName => grants.some((grant) => grant === action)

/** Actions that do not depend on the record. For all others, the record's `_can` decides. */
const recordIndependentActions: readonly string[] = [
  'read',
  'name',
  'create',
  'bulk',
  'import',
  'export',
]

/**
 * The permissions of a role. Paths are allowed inside the role's area (specification, section 3).
 * Declared grants and actions decide about resources, `_can` decides about records, and fields also
 * have their own rules. Everything else is denied.
 */
export function createAccessControlProvider(registry: Registry, role: Role): RefineAccessControl {
  const isAllowed = ({
    resource: name,
    action: requestedAction,
    params = {},
  }: AccessQuestion): boolean => {
    const { record, field, path } = params
    if (path === jobsPath(role)) return hasJobs(registry, role)
    if (path !== undefined)
      return isInArea(path, role) || (role === registry.adminRole && path === testPath)
    if (!name) return false
    const resource = registry.get(name)
    const action = grantOfPage[requestedAction] ?? requestedAction
    if (field !== undefined && !isFieldAllowed(resource, role, action, field)) return false
    if (record && !recordIndependentActions.includes(action)) return record._can.includes(action)
    if (isGrant(action)) return isGranted(resource, role, action)
    return actionsOf(resource)[action]?.roles.includes(role) ?? false
  }
  const can = Object.assign(
    async (question: CanParams) => ({ can: isAllowed(question as AccessQuestion) }),
    { isAllowed },
  )
  return { can }
}

const isFieldAllowed = (resource: AnyResource, role: Role, action: string, field: string) =>
  action === 'create' || action === 'update'
    ? isWritable(resource, role, field, action)
    : isReadable(resource, role, field)
