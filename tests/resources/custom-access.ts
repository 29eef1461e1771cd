/**
 * Permissions of a university's additions, written by hand. `custom-access.test.ts` compares the
 * declarations with them.
 */
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { GrantName, Role } from '@matricola/schema/vocabulary.ts'

interface AccessRights {
  /**
   * Grants of each role on a custom entity, or the added grants on a built-in one. A role that is
   * not listed has no grants.
   */
  readonly grants?: { readonly [R in Role]?: readonly GrantName[] }
  /** Roles that can read or write a field, unless all roles of the record can. */
  readonly fields?: {
    readonly [field: string]: { readonly read?: readonly Role[]; readonly write?: readonly Role[] }
  }
}
export type CustomAccess = { readonly [resource: string]: AccessRights }

export const everyGrant = [
  'read',
  'create',
  'update',
  'history',
  'bulk',
  'import',
  'export',
] as const satisfies readonly GrantName[]

/** The declared permissions in the same form, without those of `base`. */
export function rightsOf(resource: AnyResource, base?: AnyResource): AccessRights {
  const grants = Object.entries(resource.access).flatMap(([role, actions]) => {
    // The keys of `access` are roles, and the keys of a role are grants.
    const added = (Object.keys(actions) as GrantName[]).filter(
      (grant) => !Object.hasOwn(base?.access[role as Role] ?? {}, grant),
    )
    return added.length > 0 ? [[role, added.toSorted()] as const] : []
  })
  const fields = Object.entries(resource.fields).flatMap(([name, { options, type }]) => {
    const isOpen = (options.read ?? options.write) === undefined || type === 'many'
    if (isOpen || (base && Object.hasOwn(base.fields, name))) return []
    return [
      [
        name,
        {
          ...(options.read && { read: options.read.toSorted() }),
          ...(options.write && { write: options.write.toSorted() }),
        },
      ] as const,
    ]
  })
  return { grants: Object.fromEntries(grants), fields: Object.fromEntries(fields) }
}

/** Written permissions in the same order. */
export const sortRights = ({ grants = {}, fields = {} }: AccessRights): AccessRights => ({
  grants: Object.fromEntries(
    Object.entries(grants).map(([role, actions]) => [role, actions.toSorted()]),
  ),
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, { read, write }]) => [
      name,
      { ...(read && { read: read.toSorted() }), ...(write && { write: write.toSorted() }) },
    ]),
  ),
})
