import type { ScopeSql } from '../database/pack-contributions.ts'
import { savedViews } from '../sql/system-tables.ts'
import { expr, raw, scopeSqlFor } from '../sql/typed.ts'

/** SQL of the scope `availableViews`: the caller's own views, and active shared views of `lists`, those that the role has pages for. */
export const availableViewsSql = (lists: readonly string[]): ScopeSql =>
  scopeSqlFor(savedViews, (row, me) => {
    const names = raw(lists.map((name) => `'${name}'`).join(', '))
    return expr`(${row.ownerId} = ${me} OR (${row.isShared} AND ${row.isActive} AND ${row.list} IN (${names})))`
  })
