/**
 * Permissions of a role: its actions, and the fields it may see. The server enforces these
 * permissions. The browser uses them to decide what to show.
 */

import { actionsOf } from './actions.ts'
import { fieldTypeOf } from './field.ts'
import { memoize } from './memoize.ts'
import {
  type CallerIdentity,
  comparisonsOf,
  evaluate,
  fieldsRead,
  isAnd,
  isExpressionComparison,
  isNot,
  isOr,
  type Predicate,
} from './predicate.ts'
import type { AnyResource, Grant } from './resource.ts'
import { fieldOf, sectionFields, valueEntries } from './resource-fields.ts'
import type { GrantName, Role } from './vocabulary.ts'

/**
 * The role's grant; undefined means denied. `read` implies `name` and `update` implies `act`,
 * unless `name` or `act` is declared.
 */
export function grantOf(resource: AnyResource, role: Role, grant: GrantName): Grant | undefined {
  const roleAccess = resource.access[role]
  if (grant === 'name') return roleAccess?.name ?? roleAccess?.read
  return grant === 'act' ? (roleAccess?.act ?? roleAccess?.update) : roleAccess?.[grant]
}

/** Roles with access to the resource, in the order in which it declares them. */
// The keys of `access` are roles.
export const rolesWithAccess = ({ access }: AnyResource) => Object.keys(access) as Role[]

/** Whether a grant depends only on the record itself, not on records that it references. */
export const isRecordOnlyGrant = (grant: Grant) =>
  grant === true || ('where' in grant && !fieldsRead(grant.where).some(isPath))

const isPath = (name: string) => name.includes('.')

/**
 * Values that are needed to decide grants and actions but are not stored in the record. These are
 * fields of referenced records that grants read (as reference paths), and computed fields that the
 * `when` of an action reads.
 */
export const nonStoredFieldsRead = memoize((resource: AnyResource): readonly string[] => {
  const grants = Object.values(resource.access).flatMap((roleAccess) => Object.values(roleAccess))
  const paths = grants.flatMap((grant) =>
    typeof grant === 'object' && 'where' in grant ? fieldsRead(grant.where).filter(isPath) : [],
  )
  const conditionFields = Object.values(actionsOf(resource)).flatMap(({ when }) =>
    when ? fieldsRead(when) : [],
  )
  const computed = conditionFields.filter(
    (name) =>
      Object.hasOwn(resource.fields, name) &&
      fieldOf(resource, name).options.computed !== undefined,
  )
  return [...new Set([...paths, ...computed])]
})

/** Whether the role may read the titles of more records than it can open. */
export const hasSeparateNameGrant = (resource: AnyResource, role: Role) =>
  resource.access[role]?.name !== undefined

/** Whether the role has the grant for at least some rows. */
export const isGranted = (resource: AnyResource, role: Role, grant: GrantName) =>
  grantOf(resource, role, grant) !== undefined

/** Whether the role may read the field, on records that it may read. */
export const isReadable = (resource: AnyResource, role: Role, name: string) => {
  const { read } = fieldOf(resource, name).options
  return read === undefined || read.includes(role)
}

/** Names of the fields whose values the role may read, in declaration order. */
export const readableFields = (resource: AnyResource, role: Role) =>
  valueEntries(resource)
    .map(([name]) => name)
    .filter((name) => isReadable(resource, role, name))

/**
 * Properties that every record has in addition to its fields. Lists can be filtered by these
 * properties.
 */
const builtInFields = ['id', 'version', 'createdAt', 'updatedAt']

/**
 * Names of the fields that a role may filter a list by: it may read them, and their values can be
 * compared.
 */
export const filterableFields = (resource: AnyResource, role: Role) => [
  ...builtInFields,
  ...readableFields(resource, role).filter(
    (name) => fieldTypeOf(fieldOf(resource, name)).family !== 'none',
  ),
]

/**
 * Whether an index supports the filter. This applies to declared filters, facets and built-in
 * filters. Other filters scan all rows.
 */
export const isIndexedFilter = ({ list }: AnyResource, name: string) =>
  ['id', 'createdAt', 'updatedAt', ...(list.filters ?? []), ...(list.facets ?? [])].includes(name)

/**
 * Fields that refer to the caller in every record that the role may read, so there is no need to
 * show them.
 */
function fixedFields(resource: AnyResource, role: Role): string[] {
  const grant = grantOf(resource, role, 'read')
  return typeof grant === 'object' && 'where' in grant ? fieldsEqualToCaller(grant.where) : []
}

function fieldsEqualToCaller(predicate: Predicate): string[] {
  if (isAnd(predicate)) return predicate.and.flatMap(fieldsEqualToCaller)
  if (isOr(predicate) || isNot(predicate) || isExpressionComparison(predicate)) return []
  return comparisonsOf(predicate).flatMap(([name, { eq }]) =>
    typeof eq === 'object' && eq !== null && 'user' in eq ? [name] : [],
  )
}

const resourcesByRole = new WeakMap<AnyResource, Map<Role, AnyResource>>()

/**
 * The resource as the role's pages show it, without title parts and columns that always hold the
 * caller. If that would remove all of them, they are kept.
 */
export function resourceForRole(resource: AnyResource, role: Role): AnyResource {
  const byRole = resourcesByRole.get(resource) ?? new Map<Role, AnyResource>()
  resourcesByRole.set(resource, byRole)
  const roleResource = byRole.get(role) ?? withoutFields(resource, fixedFields(resource, role))
  byRole.set(role, roleResource)
  return roleResource
}

function withoutFields(resource: AnyResource, fixed: readonly string[]): AnyResource {
  if (fixed.length === 0) return resource
  const withoutFixed = (names: readonly string[]) =>
    names.every((name) => fixed.includes(name))
      ? names
      : names.filter((name) => !fixed.includes(name))
  return {
    ...resource,
    title: withoutFixed(resource.title),
    list: { ...resource.list, columns: withoutFixed(resource.list.columns) },
  }
}

/** Names of the declared views whose conditions read only fields that the role may read. */
export const viewsOf = (resource: AnyResource, role: Role): string[] =>
  Object.entries(resource.list.views ?? {}).flatMap(([name, { where }]) =>
    fieldsRead(where).every((field) => field === 'id' || isReadable(resource, role, field))
      ? [name]
      : [],
  )

/** Whether the role may set the field on a record that it may create or update. */
export function isWritable(
  resource: AnyResource,
  role: Role,
  name: string,
  mode: 'create' | 'update',
): boolean {
  const spec = fieldOf(resource, name)
  if (spec.type === 'many' || spec.options.computed) return false
  if (resource.workflow?.field === name) return false
  if (mode === 'update' && spec.options.writeOnce) return false
  if (!isReadable(resource, role, name)) return false
  return spec.options.write === undefined || spec.options.write.includes(role)
}

/**
 * Names of the fields that a role may set: first the fields of the form, in form order, then all
 * others.
 */
export function writableFields(
  resource: AnyResource,
  role: Role,
  mode: 'create' | 'update',
): string[] {
  const onForm = Object.values(resource.sections).flatMap(sectionFields)
  const names = [...new Set([...onForm, ...valueEntries(resource).map(([name]) => name)])]
  return names.filter((name) => isWritable(resource, role, name, mode))
}

/**
 * Actions the caller may take on a record that it can read: `update`, `history` and the names of
 * the actions available now. Sent with every row as `_can`. The grants for these actions are `true`
 * or predicates, so they can be decided from the record alone.
 */
export function possibleActions(
  resource: AnyResource,
  caller: CallerIdentity & { role: Role },
  record: { readonly [field: string]: unknown },
): string[] {
  const covers = (name: GrantName) => {
    const grant = grantOf(resource, caller.role, name)
    return (
      grant === true ||
      (grant !== undefined && 'where' in grant && evaluate(grant.where, record, caller))
    )
  }
  const possible: string[] = (['update', 'history'] as const).filter(covers)
  if (!covers('act')) return possible
  for (const [name, action] of Object.entries(actionsOf(resource))) {
    if (
      action.roles.includes(caller.role) &&
      (!action.when || evaluate(action.when, record, caller))
    )
      possible.push(name)
  }
  return possible
}
