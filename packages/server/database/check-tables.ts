/** Checks that the database has the tables and columns that the declarations need. */
import { isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries, linkEntries } from '@matricola/schema/resource-fields.ts'
import { isTranslated } from '@matricola/schema/translated-fields.ts'
import type { Queries } from './database.ts'
import { hasSortKey } from './keys.ts'
import {
  blindIndexColumnOf,
  columnNameOf,
  keyColumnOf,
  linkTableOf,
  tableNameOf,
  translationsColumnOf,
} from './names.ts'
import { DatabaseRefusal } from './refusal.ts'

/**
 * Throws `DatabaseRefusal`, with a list, if declared tables or columns are missing in the database.
 */
export async function assertTables(
  queries: Queries,
  resources: readonly AnyResource[],
): Promise<void> {
  const rows = await queries.query<{ table: string; column: string }>(
    'select table_name as table, column_name as column from information_schema.columns where table_schema = current_schema()',
  )
  const columnsByTable = new Map<string, Set<string>>()
  for (const { table, column } of rows)
    columnsByTable.set(table, (columnsByTable.get(table) ?? new Set()).add(column))
  const missing = resources.flatMap((resource) => {
    const columns = columnsByTable.get(tableNameOf(resource))
    if (!columns) return [`the table of ${resource.name}`]
    return [
      ...requiredColumns(resource)
        .filter(([column]) => !columns.has(column))
        .map(([column, source]) => `the column ${column} of ${source}`),
      ...linkEntries(resource)
        .filter(({ name }) => !columnsByTable.has(linkTableOf(resource, name)))
        .map(({ name }) => `the link table of ${resource.name}.${name}`),
    ]
  })
  if (missing.length > 0)
    throw new DatabaseRefusal(
      `The database lacks what the declarations require: ${missing.join(', ')}. Run npm run db:generate, review the generated SQL, and start again. No record was changed.`,
    )
}

/** The columns of a resource, each with the part of the declaration that needs it. */
const requiredColumns = (resource: AnyResource): (readonly [column: string, place: string])[] => [
  ...columnEntries(resource).flatMap(([name, spec]) =>
    [
      columnNameOf(name),
      ...(isEncrypted(spec) ? [blindIndexColumnOf(name)] : []),
      ...(hasSortKey(resource, name) ? [keyColumnOf(name)] : []),
      ...(isTranslated(spec) ? [translationsColumnOf(name)] : []),
    ].map((column) => [column, `${resource.name}.${name}`] as const),
  ),
  ...(resource.list.search ? [['search_text', `${resource.name}.list.search`] as const] : []),
]
