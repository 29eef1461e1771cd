/**
 * The list of all resources of an application. `checks/registry.ts` validates its contents at
 * startup.
 */
import { baseOf } from './extension.ts'
import {
  type AnyFieldType,
  asFieldTypes,
  builtInFieldTypes,
  type FieldSpec,
  type Fields,
  type FieldTypesByName,
  withFieldType,
} from './field.ts'
import { fieldTypeSlot } from './field-type.ts'
import { type Languages, onlyEnglish } from './languages.ts'
import type { Areas } from './menu.ts'
import { type AnyResource, RegistrySlot, type ResourceSpec, registrySlot } from './resource.ts'
import { type ByRole, type DeclaredPower, enginePowers, type Role } from './vocabulary.ts'

/** Facts about a role that the packages need. */
export interface RoleFacts {
  /**
   * Whether its users work with other people's data. Their sessions are shorter, a sign-in from a
   * new device is reported to them, and live updates name the user who made a change.
   */
  readonly isStaff: boolean
  /** Whether its users see who has a record open that they may update. */
  readonly seesPresence: boolean
}

/** All resources of an application. */
export interface Registry {
  /** In declaration order. */
  readonly resources: readonly AnyResource[]
  /** Resources that custom code added or extended. */
  readonly customized: readonly AnyResource[]
  /** Code of the currency of money fields that declare no other. */
  readonly currency: string | undefined
  readonly fieldTypes: FieldTypesByName
  readonly roles: readonly Role[]
  /** Languages of the interface; the first is the default. */
  readonly languages: Languages
  /** Powers that write grants can carry. */
  readonly powers: readonly DeclaredPower[]
  /** Whether custom code added the resource. */
  readonly isAdded: (name: string) => boolean
  /** Topics of notifications, which users can turn off, and the notification types of each. */
  readonly notificationKinds: { readonly [kind: string]: readonly string[] }
  readonly areas: Areas
  /** The role that may do everything. The server acts as it in work of its own. */
  readonly adminRole: Role
  /** Returns what is known about a role. Throws for a role that the application does not have. */
  readonly roleFacts: (role: Role) => RoleFacts
  readonly find: (name: string) => AnyResource | undefined
  /** Throws if there is no resource with the name. */
  readonly get: (name: string) => AnyResource
}

/** A registry that keeps the types of its resources. */
export interface RegistryOf<R extends object> extends Registry {
  /** The resources as they were passed to `createRegistry`. */
  readonly declared: R
}

type Resources = { readonly [name: string]: { readonly name: string; readonly fields: Fields } }
type Targets<F extends Fields> = {
  [N in keyof F]: F[N] extends { type: 'reference'; to: infer T }
    ? T
    : F[N] extends { type: 'many'; of: infer T }
      ? T
      : never
}[keyof F]
/**
 * Turns a resource with a reference to an unknown resource into a type that no value satisfies and
 * that names the reference.
 */
type CheckReferences<M extends Resources> = {
  [N in keyof M]: Exclude<Targets<M[N]['fields']>, keyof M> extends never
    ? M[N]
    : { readonly 'reference to an unknown resource': Exclude<Targets<M[N]['fields']>, keyof M> }
}

/**
 * Returns the resources as they are. A reference to a resource that is not among them does not
 * compile.
 */
export const defineResources = <const M extends Resources>(resources: M & CheckReferences<M>): M =>
  resources

/** A resource without the types of its field names, for generic code. */
export const asAnyResource = (
  resource: ResourceSpec<string, Fields, never> | unknown,
): AnyResource => resource as AnyResource

interface RegistryOptions<Name extends string> {
  readonly adminRole: Role
  readonly roles?: ByRole<RoleFacts>
  readonly areas?: Areas<Name>
  readonly currency?: string
  readonly notificationKinds?: Registry['notificationKinds']
  /** Absent: only English. */
  readonly languages?: Registry['languages']
  /** `enginePowers` and those of the application. */
  readonly powers?: Registry['powers']
  /** The field types of `createFields`. */
  readonly fieldTypes?: object
  /**
   * Resources that the second pack with migrations adds. Absent: the application has only one such
   * pack, which adds all of them.
   */
  readonly added?: readonly string[]
}
const noAreas: Areas = {
  menus: {},
  resourcesOutsideMenu: [],
  otherPaths: () => [],
  publicPaths: [],
}

/**
 * Creates the registry of an application. From then on `registryOf` and `related` work for these
 * resources and for all copies of them. Fields that were read from JSON receive their field types.
 * Throws if a resource belongs to another registry: two applications in one process each need their
 * own declarations.
 */
export function createRegistry<const R extends { readonly [name: string]: unknown }>(
  declared: R,
  {
    adminRole,
    roles = {},
    areas = noAreas,
    currency,
    notificationKinds = {},
    fieldTypes = builtInFieldTypes,
    powers = enginePowers,
    languages = onlyEnglish,
    added = Object.keys(declared),
  }: RegistryOptions<keyof R & string>,
): RegistryOf<R> {
  const resources = Object.values(declared).map(asAnyResource)
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const find = (name: string) => byName.get(name)
  const isAdded = (name: string) => added.includes(name)
  const registry: RegistryOf<R> = {
    declared,
    resources,
    customized: resources.filter(
      (resource) => isAdded(resource.name) || baseOf(resource) !== resource,
    ),
    isAdded,
    currency,
    notificationKinds,
    areas,
    adminRole,
    roleFacts(role) {
      const facts = roles[role]
      if (!facts) throw new Error(`unknown role "${role}"`)
      return facts
    },
    fieldTypes: asFieldTypes(fieldTypes),
    roles: Object.keys(roles) as Role[], // the keys are roles
    powers,
    languages,
    find,
    get(name) {
      const found = find(name)
      if (!found) throw new Error(`unknown resource "${name}"`)
      return found
    },
  }
  for (const resource of resources) joinRegistry(registry, resource)
  return registry
}

/**
 * Lets a resource that is not listed refer to those of the registry, for example a sample without a
 * table. Returns the resource.
 */
export function joinRegistry<R extends object>(registry: Registry, resource: R): R {
  const { name, [registrySlot]: slot = new RegistrySlot() } = asAnyResource(resource)
  if (slot.registry !== undefined && slot.registry !== registry)
    throw new Error(`resource "${name}" belongs to another registry`)
  slot.fill(registry)
  // A declaration that was read from JSON has no slots.
  if (!Object.hasOwn(resource, registrySlot)) Object.assign(resource, { [registrySlot]: slot })
  const { fields, actions = {} } = asAnyResource(resource)
  for (const each of [fields, ...Object.values(actions).map(({ extraFields = {} }) => extraFields)])
    giveFieldTypes(registry, each)
  return resource
}

/**
 * Gives the application's languages to all fields, and their field types to those that have none.
 */
function giveFieldTypes(
  { fieldTypes, languages }: Registry,
  fields: { readonly [name: string]: FieldSpec | undefined },
): void {
  for (const spec of Object.values(fields)) {
    const slot = spec?.[fieldTypeSlot]
    if (!spec || slot?.languages === languages) continue
    // Only `withFieldType` creates slots.
    const ownType = slot?.fieldType as AnyFieldType | undefined
    const fieldType =
      ownType ?? (Object.hasOwn(fieldTypes, spec.type) ? fieldTypes[spec.type] : undefined)
    if (fieldType) Object.assign(spec, withFieldType(spec, fieldType, languages))
  }
}

/** The registry that the resource belongs to. Throws if it belongs to none. */
export function registryOf(resource: AnyResource): Registry {
  const registry = resource[registrySlot]?.registry
  if (!registry) throw new Error(`resource "${resource.name}" belongs to no registry`)
  return registry as Registry // only `joinRegistry` fills slots
}

/**
 * Another resource of the same application, such as the target of a reference. Throws if there is
 * none with the name.
 */
export const related = (resource: AnyResource, name: string): AnyResource =>
  registryOf(resource).get(name)
