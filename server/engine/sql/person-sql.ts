import { type AnyResource, isKind, storedEntries } from '#model/resource.ts'
import { accountResource } from '#model/vocabulary.ts'
import { allResources } from '#resources/index.ts'
import { columnNameOf, tableNameOf } from '#server/engine/database/names.ts'

/** Columns that name the one account of a record, such as a student's: the record is then that person's own. */
const accountsOf = (resource: AnyResource) =>
  storedEntries(resource).flatMap(([name, spec]) =>
    isKind(spec, 'reference') && spec.to === accountResource && spec.options.unique
      ? [[tableNameOf(resource), columnNameOf(name)] as const]
      : [],
  )
const ownRecords = allResources.flatMap(accountsOf)

/** SQL of the id of a person's own record; `userId` is the SQL of the account's id. */
export const personSql = (userId: string) =>
  `coalesce(${ownRecords.map(([table, column]) => `(SELECT o.id FROM ${table} o WHERE o.${column} = ${userId})`).join(', ')})`
