import { memoize } from '@matricola/schema/memoize.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import { findAccountField } from '@matricola/schema/resource-fields.ts'
import { columnNameOf, tableNameOf } from '../database/names.ts'

const ownRecords = memoize(({ resources }: Registry) =>
  resources.flatMap((resource) => {
    const [name] = findAccountField(resource) ?? []
    return name === undefined ? [] : [[tableNameOf(resource), columnNameOf(name)] as const]
  }),
)

/**
 * Returns SQL for the id of the record that is linked to an account, such as a student; null if no
 * resource is linked to accounts. `userId` is SQL for the account's id.
 */
export function personSql(registry: Registry, userId: string): string {
  const selected = ownRecords(registry).map(
    ([table, column]) => `(SELECT o.id FROM ${table} o WHERE o.${column} = ${userId})`,
  )
  return selected.length === 0 ? 'null::uuid' : `coalesce(${selected.join(', ')})`
}
