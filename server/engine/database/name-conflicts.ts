/** Checks that no two declared names become the same name in the database. */
import { isEncrypted } from '#model/field.ts'
import { type AnyResource, columnEntries } from '#model/resource.ts'
import { isTranslated } from '#model/translated-fields.ts'
import { findColumn } from './columns.ts'
import { hasSortKey, uniqueGroups } from './keys.ts'
import {
  blindIndexColumnOf,
  columnNameOf,
  foreignKeyNameOf,
  keyColumnOf,
  linkForeignKeyNameOf,
  patternCheckNameOf,
  tableNameOf,
  translationsColumnOf,
  truncatedName,
  uniqueNameOf,
} from './names.ts'

/** Returns one line per conflict of names. Any conflict stops startup. */
export function findNameConflicts(resources: readonly AnyResource[]): string[] {
  const tables = new Map<string, string>()
  const kept = new Map<string, { readonly source: string; readonly name: string }>()
  const lines: string[] = []
  for (const resource of resources) {
    const table = tableNameOf(resource)
    const other = tables.get(table)
    if (other !== undefined) lines.push(`${resource.name}: table "${table}" is already used by "${other}". Use another name.`)
    tables.set(table, resource.name)
    lines.push(...columnConflicts(resource))
    for (const { place, name, namespace: within } of derivedNames(resource)) {
      const key = `${within} ${truncatedName(name)}`
      const first = kept.get(key)
      // If the full names are equal, the columns conflict and were reported above.
      if (first && first.name !== name)
        lines.push(
          `${place}${first.source === place ? '' : ` and ${first.source}`}: both get the database name ${truncatedName(name)}, because PostgreSQL truncates longer names. Shorten the name of the field or the entity.`,
        )
      kept.set(key, { source: place, name })
    }
  }
  return lines
}

/** Reports columns that two fields would share. */
function columnConflicts(resource: AnyResource): string[] {
  const columns = new Map(['id', 'version', 'created_at', 'updated_at'].map((name) => [name, 'every record']))
  if (resource.list.search) columns.set('search_text', 'list.search')
  const lines: string[] = []
  for (const [name, spec] of columnEntries(resource)) {
    if (!findColumn(spec)) continue
    const made = [
      columnNameOf(name),
      ...(hasSortKey(resource, name) ? [keyColumnOf(name)] : []),
      ...(isEncrypted(spec) ? [blindIndexColumnOf(name)] : []),
      ...(isTranslated(spec) ? [translationsColumnOf(name)] : []),
    ]
    for (const column of made) {
      const other = columns.get(column)
      if (other !== undefined) lines.push(`${resource.name}.${name}: column "${column}" is already used by ${other}. Use another name.`)
      columns.set(column, name)
    }
  }
  return lines
}

interface DerivedName {
  readonly place: string
  readonly name: string
  /** The namespace: index names are unique in the database, constraint names in their table. */
  readonly namespace: string
}

/** Returns the names of indexes and constraints that are derived from those of a resource and its fields. */
function derivedNames(resource: AnyResource): DerivedName[] {
  const table = tableNameOf(resource)
  const ofFields = columnEntries(resource).flatMap(([field, spec]): DerivedName[] => {
    const column = findColumn(spec)
    if (!column) return []
    const { refersTo, type, check, shape } = column
    const named = (suffix: string) => `${table}_${columnNameOf(field)}_${suffix}`
    const indexes = [named('index'), ...(hasSortKey(resource, field) ? [named('trigrams')] : [])]
    const conditions = [
      ...(check ? [named('check')] : []),
      ...(shape === undefined ? [] : [patternCheckNameOf(resource, field)]),
      ...(typeof refersTo === 'object' ? [foreignKeyNameOf(resource, field, refersTo.resource)] : []),
      ...(type === 'uuids' ? [linkForeignKeyNameOf(resource, field)] : []),
    ]
    const place = `${resource.name}.${field}`
    return [...indexes.map((name) => ({ place, name, namespace: '' })), ...conditions.map((name) => ({ place, name, namespace: table }))]
  })
  const ofGroups = uniqueGroups(resource).map((group) => ({
    place: `${resource.name}.${group.length === 1 ? group[0] : `unique (${group.join(', ')})`}`,
    name: uniqueNameOf(resource, group),
    namespace: '',
  }))
  return [...ofFields, ...ofGroups]
}
