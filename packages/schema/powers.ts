/**
 * Powers: permissions that make an account dangerous in the wrong hands. They derive from grants,
 * never from a role's name.
 */
import { grantOf, isWritable } from './access.ts'
import { actionsOf } from './actions.ts'
import { isEncrypted, isFieldType } from './field.ts'
import { memoize } from './memoize.ts'
import { type Registry, registryOf } from './registry.ts'
import type { AnyResource } from './resource.ts'
import { fieldEntries, storedEntries } from './resource-fields.ts'
import type { GrantName, Power, Role } from './vocabulary.ts'

type Resources = { readonly [name: string]: AnyResource }

const writeGrants = [
  'create',
  'update',
  'act',
  'bulk',
  'import',
] as const satisfies readonly GrantName[]

/** Powers a role has through the grants of the given resources. */
export function powersIn(resources: Resources, role: Role): ReadonlySet<Power> {
  const powers = new Set<Power>()
  for (const resource of Object.values(resources)) {
    if (resource.power && writeGrants.some((grant) => grantOf(resource, role, grant)))
      powers.add(resource.power)
    for (const [name, { options }] of storedEntries(resource))
      if (options.power && canWriteField(resource, role, name)) powers.add(options.power)
    if (grantOf(resource, role, 'export') && exportRequiresReauthenticationIn(resources, resource))
      powers.add('export')
  }
  return powers
}

/** Whether the role can set the field by creating or updating a record or by an action. */
function canWriteField(resource: AnyResource, role: Role, name: string): boolean {
  const byForm = (['create', 'update'] as const).some(
    (mode) => grantOf(resource, role, mode) !== undefined && isWritable(resource, role, name, mode),
  )
  if (byForm || grantOf(resource, role, 'act') === undefined) return byForm
  return Object.values(actionsOf(resource)).some(
    ({ roles, set, input = [] }) =>
      roles.includes(role) && (Object.hasOwn(set, name) || input.includes(name)),
  )
}

/**
 * Whether exporting the resource requires reauthentication. If the declaration sets
 * `exportRequiresReauthentication`, that decides. Otherwise reauthentication is required if reads
 * of the resource are logged or it has encrypted fields. It is also required if the resource
 * refers, directly or indirectly, to one for which this is true.
 */
export const exportRequiresReauthenticationIn = (
  resources: Resources,
  resource: AnyResource,
): boolean =>
  resource.exportRequiresReauthentication ?? leadsToPersonalData(resources, resource, new Set())

function leadsToPersonalData(
  resources: Resources,
  resource: AnyResource,
  seen: Set<string>,
): boolean {
  if (seen.has(resource.name)) return false
  seen.add(resource.name)
  if (holdsPersonalData(resource)) return true
  return fieldEntries(resource).some(([, spec]) => {
    const target =
      isFieldType(spec, 'reference') || isFieldType(spec, 'links') ? resources[spec.to] : undefined
    return target !== undefined && leadsToPersonalData(resources, target, seen)
  })
}

/** Whether the records hold personal data that is protected per record or per field. */
export const holdsPersonalData = (resource: AnyResource): boolean =>
  resource.logsReads === true || storedEntries(resource).some(([, spec]) => isEncrypted(spec))

const resourcesByName = memoize(
  ({ resources }: Registry): Resources =>
    Object.fromEntries(resources.map((resource) => [resource.name, resource])),
)

const powersByRole = memoize(
  (registry: Registry) =>
    new Map(registry.roles.map((role) => [role, powersIn(resourcesByName(registry), role)])),
)

/** Powers of a role in an application. */
export const powersOf = (registry: Registry, role: Role): ReadonlySet<Power> =>
  powersByRole(registry).get(role) ?? new Set()

export const hasPower = (registry: Registry, role: Role): boolean =>
  powersOf(registry, role).size > 0

export const exportRequiresReauthentication = (resource: AnyResource): boolean =>
  exportRequiresReauthenticationIn(resourcesByName(registryOf(resource)), resource)
