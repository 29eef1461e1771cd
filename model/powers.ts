/** Powers of roles: what makes an account dangerous in the wrong hands. They follow from grants, never from a role's name. */
import { grantOf, isWritable } from './access.ts'
import { actionsOf } from './actions.ts'
import { isEncrypted } from './field.ts'
import { type AnyResource, fieldEntries, isKind, storedEntries } from './resource.ts'
import type { GrantName, Power, Role } from './vocabulary.ts'

type Resources = { readonly [name: string]: AnyResource }

const writing = ['create', 'update', 'act', 'bulk', 'import'] as const satisfies readonly GrantName[]

/** Powers that a role has by the grants of some declarations. */
export function powersIn(resources: Resources, role: Role): ReadonlySet<Power> {
  const powers = new Set<Power>()
  for (const resource of Object.values(resources)) {
    if (resource.power && writing.some((grant) => grantOf(resource, role, grant))) powers.add(resource.power)
    for (const [name, { options }] of storedEntries(resource))
      if (options.power && mayWrite(resource, role, name)) powers.add(options.power)
    if (grantOf(resource, role, 'export') && exportAsksPasswordIn(resources, resource)) powers.add('export')
  }
  return powers
}

/** Whether a role sets a field when it makes or changes a record, or with one of its actions. */
function mayWrite(resource: AnyResource, role: Role, name: string): boolean {
  const byForm = (['create', 'update'] as const).some(
    (mode) => grantOf(resource, role, mode) !== undefined && isWritable(resource, role, name, mode),
  )
  if (byForm || grantOf(resource, role, 'act') === undefined) return byForm
  return Object.values(actionsOf(resource)).some(
    ({ roles, set, input = [] }) => roles.includes(role) && (Object.hasOwn(set, name) || input.includes(name)),
  )
}

/**
 * Whether a file of a resource's records asks for the password: its reads are logged, it has encrypted fields, or a path of
 * references leads to records of which one of these is true. `exportAsksPassword` of the declaration decides where it is said.
 */
export const exportAsksPasswordIn = (resources: Resources, resource: AnyResource): boolean =>
  resource.exportAsksPassword ?? leadsToPeople(resources, resource, new Set())

function leadsToPeople(resources: Resources, resource: AnyResource, seen: Set<string>): boolean {
  if (seen.has(resource.name)) return false
  seen.add(resource.name)
  if (holdsPeople(resource)) return true
  return fieldEntries(resource).some(([, spec]) => {
    const target = isKind(spec, 'reference') || isKind(spec, 'links') ? resources[spec.to] : undefined
    return target !== undefined && leadsToPeople(resources, target, seen)
  })
}

/** Whether records hold data of people that is protected one by one. */
export const holdsPeople = (resource: AnyResource): boolean =>
  resource.logsReads === true || storedEntries(resource).some(([, spec]) => isEncrypted(spec))
