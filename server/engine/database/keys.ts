/** Keys of a declaration, for those who write SQL and for those who make tables. */

import { type FieldSpec, familyOf, hasTrait, isEncrypted } from '#model/field.ts'
import { remembered } from '#model/remembered.ts'
import { type AnyResource, fieldEntries, fieldOf, storedEntries } from '#model/resource.ts'
import { blindIndexColumnOf, columnNameOf, keyColumnOf } from './names.ts'

/** Tells whether values of the field differ only by case when they are equal to a person's eye. */
export const ignoresCase = (spec: FieldSpec) => hasTrait(spec, 'letters')

/** Tells whether a `<name>_key` column stands beside the field's own: text that a list sorts or filters by. */
export const hasSortKey = (resource: AnyResource, name: string): boolean => keyed(resource).has(name)

const keyed = remembered(
  (resource: AnyResource): ReadonlySet<string> =>
    new Set(fieldEntries(resource).flatMap(([field, spec]) => (needsSortKey(resource, field, spec) ? [field] : []))),
)

function needsSortKey({ list: { columns, sort, filters = [] } }: AnyResource, name: string, spec: FieldSpec): boolean {
  if (!ignoresCase(spec) || isEncrypted(spec) || spec.options.computed !== undefined) return false
  return columns.includes(name) || filters.includes(name) || sort.some((entry) => entry.replace(/^-/, '') === name)
}

/** The column that tells the values of a field apart; two count as the same where `sql` of both is equal. */
interface Equality {
  readonly column: string
  readonly sql: (value: string) => string
}
const asItIs = (value: string) => value

/** When two values of a field count as the same. Engines know the cases of different letters: a sort key is made by the program, and addresses are of plain letters. */
export function equalityOf(resource: AnyResource, name: string): Equality {
  const spec = fieldOf(resource, name)
  if (isEncrypted(spec)) return { column: blindIndexColumnOf(name), sql: asItIs }
  if (hasSortKey(resource, name) && familyOf(spec) !== 'ascii') return { column: keyColumnOf(name), sql: asItIs }
  return { column: columnNameOf(name), sql: ignoresCase(spec) ? (value) => `lower(${value})` : asItIs }
}

/** Every group of fields of a resource whose values together are unique. */
export function uniqueGroups(resource: AnyResource): readonly (readonly string[])[] {
  const single = storedEntries(resource)
    .filter(([, spec]) => spec.options.unique)
    .map(([name]) => [name])
  return [...single, ...(resource.unique ?? [])]
}
