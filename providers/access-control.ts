/** Answers what the browser offers a person: every menu entry, route, button and field asks here. A courtesy; the server decides again. */
import type { AccessControlProvider, CanParams } from '@refinedev/core'
import { isGranted, isReadable, isWritable } from '#model/access.ts'
import { actionsOf } from '#model/actions.ts'
import { isInside, jobsPath, testPath } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { type GrantName, grants, type Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { handlesMany } from '#resources/area-pages.ts'
import { resourceNamed } from '#resources/index.ts'

/** Refine's question, beside which it also takes a field, and a path of the browser in place of a resource. */
export interface Question extends CanParams {
  readonly params?: {
    readonly record?: WireRecord
    readonly field?: string
    readonly path?: string
  }
}

/**
 * Refine's `can`, and the same decision without its wait: rights are known from the start, and a question that is answered a
 * moment later would draw every menu and every row twice.
 */
export interface Can {
  (question: CanParams): Promise<{ can: boolean }>
  readonly now: (question: Question) => boolean
}

/** Refine's words for what the declarations call otherwise. */
const grantOfPage: { readonly [action: string]: GrantName } = { list: 'read', show: 'read', edit: 'update' }

const isGrant = (action: string): action is GrantName => grants.some((grant) => grant === action)

/** Actions that concern every record alike; all else depends on the record, which says so itself. */
const ofAllRecords: readonly string[] = ['read', 'name', 'create', 'bulk', 'import', 'export']

/**
 * Rights of the role. A path is allowed inside the role's own prefix alone (specification, section 3); a resource by its
 * declared grants and actions; a record by what the server said can be done with it; a field by its own rules as well.
 * Whatever names none of them is denied.
 */
export function accessControlProvider(role: Role): AccessControlProvider & { readonly can: Can } {
  const now = ({ resource: name, action: asked, params = {} }: Question): boolean => {
    const { record, field, path } = params
    if (path === jobsPath(role)) return handlesMany(role)
    if (path !== undefined) return isInside(path, role) || (role === 'admin' && path === testPath)
    if (!name) return false
    const resource = resourceNamed(name)
    const action = grantOfPage[asked] ?? asked
    if (field !== undefined && !mayTouch(resource, role, action, field)) return false
    if (record && !ofAllRecords.includes(action)) return record._can.includes(action)
    if (isGrant(action)) return isGranted(resource, role, action)
    return actionsOf(resource)[action]?.roles.includes(role) ?? false
  }
  const can = Object.assign(async (question: CanParams) => ({ can: now(question as Question) }), { now })
  return { can }
}

const mayTouch = (resource: AnyResource, role: Role, action: string, field: string) =>
  action === 'create' || action === 'update' ? isWritable(resource, role, field, action) : isReadable(resource, role, field)
