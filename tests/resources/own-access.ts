/** Rights in what a university adds, as it writes them down; `own-access.test.ts` holds the declarations against it. */
import type { AnyResource } from '#model/resource.ts'
import type { GrantName, Role } from '#model/vocabulary.ts'

interface Rights {
  /** Grants of each role on the entity; of one that comes with the program, those that were added. Not named: none. */
  readonly grants?: { readonly [R in Role]?: readonly GrantName[] }
  /** Roles that read or write a field, where that is not everybody who reads or writes the record. */
  readonly fields?: { readonly [field: string]: { readonly read?: readonly Role[]; readonly write?: readonly Role[] } }
}
export type OwnAccess = { readonly [resource: string]: Rights }

/** Each of the grants that handle one record or many. */
export const everyGrant = ['read', 'create', 'update', 'history', 'bulk', 'import', 'export'] as const satisfies readonly GrantName[]

/** Words of a declaration about the same, beside what `base` says. */
export function rightsOf(resource: AnyResource, base?: AnyResource): Rights {
  const grants = Object.entries(resource.access).flatMap(([role, held]) => {
    // The keys of access are roles, and those of a role are grants.
    const added = (Object.keys(held) as GrantName[]).filter((grant) => !Object.hasOwn(base?.access[role as Role] ?? {}, grant))
    return added.length > 0 ? [[role, added.toSorted()] as const] : []
  })
  const fields = Object.entries(resource.fields).flatMap(([name, { options, kind }]) => {
    const isOpen = (options.read ?? options.write) === undefined || kind === 'many'
    if (isOpen || (base && Object.hasOwn(base.fields, name))) return []
    return [
      [
        name,
        { ...(options.read && { read: options.read.toSorted() }), ...(options.write && { write: options.write.toSorted() }) },
      ] as const,
    ]
  })
  return { grants: Object.fromEntries(grants), fields: Object.fromEntries(fields) }
}

/** Written rights in the same order. */
export const inOrder = ({ grants = {}, fields = {} }: Rights): Rights => ({
  grants: Object.fromEntries(Object.entries(grants).map(([role, held]) => [role, held.toSorted()])),
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, { read, write }]) => [
      name,
      { ...(read && { read: read.toSorted() }), ...(write && { write: write.toSorted() }) },
    ]),
  ),
})
