import { areaResources } from '@matricola/schema/areas.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { ByRole, Role } from '@matricola/schema/vocabulary.ts'
import type { ScopeSql } from '../database/pack-contributions.ts'
import { savedViews } from '../sql/system-tables.ts'
import { expr, raw, scopeSqlFor } from '../sql/typed.ts'

/**
 * The scope of saved views: the caller's own, and active shared views of lists that the role has
 * pages for.
 */
export const availableViews = (registry: Registry): ByRole<ScopeSql> =>
  Object.fromEntries(registry.roles.map((role) => [role, scopeFor(registry, role)]))

const scopeFor = (registry: Registry, role: Role): ScopeSql => {
  const names = areaResources(registry, role).map(({ name }) => `'${name}'`)
  return scopeSqlFor(savedViews, (row, me) =>
    names.length === 0
      ? expr`${row.ownerId} = ${me}`
      : expr`(${row.ownerId} = ${me} OR (${row.isShared} AND ${row.isActive} AND ${row.list} IN (${raw(names.join(', '))})))`,
  )
}
