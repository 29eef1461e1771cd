/** Rights of a role and the fields it may see: pure look-ups that the server decides by and the browser shows by. */

import { actionsOf } from './actions.ts'
import { kindOf } from './field.ts'
import { type Asker, comparisonsOf, evaluate, fieldsRead, isAnd, isNot, isOr, isReckoned, type Predicate } from './predicate.ts'
import { remembered } from './remembered.ts'
import { type AnyResource, fieldOf, type Grant, sectionFields, valueEntries } from './resource.ts'
import type { GrantName, Role } from './vocabulary.ts'

/** The role's grant, or undefined: denied. Who may read may name, and who may update may act, where nothing else is said. */
export function grantOf(resource: AnyResource, role: Role, grant: GrantName): Grant | undefined {
  const held = resource.access[role]
  if (grant === 'name') return held?.name ?? held?.read
  return grant === 'act' ? (held?.act ?? held?.update) : held?.[grant]
}

/** Tells whether rows depend on their own record alone, and not on records that it refers to. */
export const isOfRecord = (rows: Grant) => rows === true || ('where' in rows && !fieldsRead(rows.where).some(isPath))

const isPath = (name: string) => name.includes('.')

/**
 * Values that a record does not hold and is judged by: fields of other records that grants ask about, by the paths of
 * references that lead to them, and computed ones that actions ask about.
 */
export const reachedPaths = remembered((resource: AnyResource): readonly string[] => {
  const grants = Object.values(resource.access).flatMap((held) => Object.values(held))
  const paths = grants.flatMap((grant) => (typeof grant === 'object' && 'where' in grant ? fieldsRead(grant.where).filter(isPath) : []))
  const whens = Object.values(actionsOf(resource)).flatMap(({ when }) => (when ? fieldsRead(when) : []))
  const computed = whens.filter((name) => Object.hasOwn(resource.fields, name) && fieldOf(resource, name).options.computed !== undefined)
  return [...new Set([...paths, ...computed])]
})

/** Tells whether the role may name other records than those that it reads. */
export const namesApart = (resource: AnyResource, role: Role) => resource.access[role]?.name !== undefined

/** Tells whether the role holds the grant for at least some rows. */
export const isGranted = (resource: AnyResource, role: Role, grant: GrantName) => grantOf(resource, role, grant) !== undefined

/** Tells whether a role may read a field of the records it may read. */
export const isReadable = (resource: AnyResource, role: Role, name: string) => {
  const { read } = fieldOf(resource, name).options
  return read === undefined || read.includes(role)
}

/** Names of the fields whose values a role may read, in the declaration's order. */
export const readableFields = (resource: AnyResource, role: Role) =>
  valueEntries(resource)
    .map(([name]) => name)
    .filter((name) => isReadable(resource, role, name))

/** Parts that every record carries beside its fields, and that a list can be narrowed by as by a field. */
const ownParts = ['id', 'version', 'createdAt', 'updatedAt']

/** Names that a role may narrow a list by: whatever it reads of the records and has a value to compare, or to miss. */
export const filterableFields = (resource: AnyResource, role: Role) => [
  ...ownParts,
  ...readableFields(resource, role).filter((name) => kindOf(fieldOf(resource, name)).family !== 'none'),
]

/** Tells whether an index stands behind a filter: it is declared, or the list's own. Others read row by row. */
export const isIndexedFilter = ({ list }: AnyResource, name: string) =>
  ['id', 'createdAt', 'updatedAt', ...(list.filters ?? []), ...(list.facets ?? [])].includes(name)

/** Fields that hold the asking person in every record that the role reads: they tell that person nothing. */
function fixedFields(resource: AnyResource, role: Role): string[] {
  const grant = grantOf(resource, role, 'read')
  return typeof grant === 'object' && 'where' in grant ? fieldsOfAsker(grant.where) : []
}

function fieldsOfAsker(predicate: Predicate): string[] {
  if (isAnd(predicate)) return predicate.and.flatMap(fieldsOfAsker)
  if (isOr(predicate) || isNot(predicate) || isReckoned(predicate)) return []
  return comparisonsOf(predicate).flatMap(([name, { eq }]) => (typeof eq === 'object' && eq !== null && 'user' in eq ? [name] : []))
}

const seen = new WeakMap<AnyResource, Map<Role, AnyResource>>()

/** The resource as a role's pages show it: what only names the reader stands in no title and no column, unless nothing else does. */
export function asSeenBy(resource: AnyResource, role: Role): AnyResource {
  const known = seen.get(resource) ?? new Map<Role, AnyResource>()
  seen.set(resource, known)
  const made = known.get(role) ?? withoutFields(resource, fixedFields(resource, role))
  known.set(role, made)
  return made
}

function withoutFields(resource: AnyResource, fixed: readonly string[]): AnyResource {
  if (fixed.length === 0) return resource
  const others = (names: readonly string[]) =>
    names.every((name) => fixed.includes(name)) ? names : names.filter((name) => !fixed.includes(name))
  return { ...resource, title: others(resource.title), list: { ...resource.list, columns: others(resource.list.columns) } }
}

/** Names of the declared views whose conditions a role may know. */
export const viewsOf = (resource: AnyResource, role: Role): string[] =>
  Object.entries(resource.list.views ?? {}).flatMap(([name, { where }]) =>
    fieldsRead(where).every((field) => field === 'id' || isReadable(resource, role, field)) ? [name] : [],
  )

/** Tells whether a role may set a field when creating or updating a record that it may create or update. */
export function isWritable(resource: AnyResource, role: Role, name: string, mode: 'create' | 'update'): boolean {
  const spec = fieldOf(resource, name)
  if (spec.kind === 'many' || spec.options.computed) return false
  if (resource.workflow?.field === name) return false
  if (mode === 'update' && spec.options.writeOnce) return false
  if (!isReadable(resource, role, name)) return false
  return spec.options.write === undefined || spec.options.write.includes(role)
}

/** Names of the fields a role may set, in the order of the form, then those on no form. */
export function writableFields(resource: AnyResource, role: Role, mode: 'create' | 'update'): string[] {
  const onForm = Object.values(resource.sections).flatMap(sectionFields)
  const names = [...new Set([...onForm, ...valueEntries(resource).map(([name]) => name)])]
  return names.filter((name) => isWritable(resource, role, name, mode))
}

/**
 * Actions that a caller may take on one record it can read: `update`, `history` and the names of the actions that apply now.
 * Sent with every row as `_can`. These grants are `true` or predicates, so the record alone decides.
 */
export function possibleActions(
  resource: AnyResource,
  asker: Asker & { role: Role },
  record: { readonly [field: string]: unknown },
): string[] {
  const covers = (name: GrantName) => {
    const grant = grantOf(resource, asker.role, name)
    return grant === true || (grant !== undefined && 'where' in grant && evaluate(grant.where, record, asker))
  }
  const possible: string[] = (['update', 'history'] as const).filter(covers)
  if (!covers('act')) return possible
  for (const [name, action] of Object.entries(actionsOf(resource))) {
    if (action.roles.includes(asker.role) && (!action.when || evaluate(action.when, record, asker))) possible.push(name)
  }
  return possible
}
