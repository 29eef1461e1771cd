/** Sort keys and unique keys of a declaration, for queries and for table definitions. */

import { type FieldSpec, familyOf, hasTrait, isEncrypted } from '@matricola/schema/field.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldEntries, fieldOf, storedEntries } from '@matricola/schema/resource-fields.ts'
import { blindIndexColumnOf, columnNameOf, keyColumnOf } from './names.ts'

/** Whether values of the field that differ only in case count as equal. */
export const ignoresCase = (spec: FieldSpec) => hasTrait(spec, 'caseInsensitive')

/** Whether the field has a `<name>_key` column: text that a list shows, sorts or filters by. */
export const hasSortKey = (resource: AnyResource, name: string): boolean =>
  fieldsWithSortKey(resource).has(name)

const fieldsWithSortKey = memoize(
  (resource: AnyResource): ReadonlySet<string> =>
    new Set(
      fieldEntries(resource).flatMap(([field, spec]) =>
        needsSortKey(resource, field, spec) ? [field] : [],
      ),
    ),
)

function needsSortKey(
  { list: { columns, sort, filters = [] } }: AnyResource,
  name: string,
  spec: FieldSpec,
): boolean {
  if (!ignoresCase(spec) || isEncrypted(spec) || spec.options.computed !== undefined) return false
  return (
    columns.includes(name) ||
    filters.includes(name) ||
    sort.some((entry) => entry.replace(/^-/, '') === name)
  )
}

/** How values of a field are compared: two are equal if `sql` of their `column` is equal. */
interface Equality {
  readonly column: string
  readonly sql: (value: string) => string
}
const unchanged = (value: string) => value

/**
 * Returns how values of a field are compared. Texts use their sort key, because engines differ in
 * which letters `lower` knows; ASCII does not need it.
 */
export function equalityOfField(resource: AnyResource, name: string): Equality {
  const spec = fieldOf(resource, name)
  if (isEncrypted(spec)) return { column: blindIndexColumnOf(name), sql: unchanged }
  if (hasSortKey(resource, name) && familyOf(spec) !== 'ascii')
    return { column: keyColumnOf(name), sql: unchanged }
  return {
    column: columnNameOf(name),
    sql: ignoresCase(spec) ? (value) => `lower(${value})` : unchanged,
  }
}

/** Returns every group of fields whose combined values must be unique. */
export function uniqueGroups(resource: AnyResource): readonly (readonly string[])[] {
  const uniqueFields = storedEntries(resource)
    .filter(([, spec]) => spec.options.unique)
    .map(([name]) => [name])
  return [...uniqueFields, ...(resource.unique ?? [])]
}
