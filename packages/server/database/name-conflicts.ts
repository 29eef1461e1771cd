/** Checks that no two declared names become the same name in the database. */
import { isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries } from '@matricola/schema/resource-fields.ts'
import { isTranslated } from '@matricola/schema/translated-fields.ts'
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
  const namesByKey = new Map<string, { readonly source: string; readonly name: string }>()
  const lines: string[] = []
  for (const resource of resources) {
    const table = tableNameOf(resource)
    const existing = tables.get(table)
    if (existing !== undefined)
      lines.push(
        `${resource.name}: table "${table}" is already used by "${existing}". Use another name.`,
      )
    tables.set(table, resource.name)
    lines.push(...columnConflicts(resource))
    for (const { source, name, namespace } of derivedNames(resource)) {
      const key = `${namespace} ${truncatedName(name)}`
      const first = namesByKey.get(key)
      // If the full names are equal, the columns conflict and were reported above.
      if (first && first.name !== name)
        lines.push(
          `${source}${first.source === source ? '' : ` and ${first.source}`}: both get the database name ${truncatedName(name)}, because PostgreSQL truncates longer names. Shorten the name of the field or the entity.`,
        )
      namesByKey.set(key, { source: source, name })
    }
  }
  return lines
}

/** Reports columns that two fields would share. */
function columnConflicts(resource: AnyResource): string[] {
  const columns = new Map(
    ['id', 'version', 'created_at', 'updated_at'].map((name) => [name, 'every record']),
  )
  if (resource.list.search) columns.set('search_text', 'list.search')
  const lines: string[] = []
  for (const [name, spec] of columnEntries(resource)) {
    if (!findColumn(spec)) continue
    const columnNames = [
      columnNameOf(name),
      ...(hasSortKey(resource, name) ? [keyColumnOf(name)] : []),
      ...(isEncrypted(spec) ? [blindIndexColumnOf(name)] : []),
      ...(isTranslated(spec) ? [translationsColumnOf(name)] : []),
    ]
    for (const column of columnNames) {
      const existing = columns.get(column)
      if (existing !== undefined)
        lines.push(
          `${resource.name}.${name}: column "${column}" is already used by ${existing}. Use another name.`,
        )
      columns.set(column, name)
    }
  }
  return lines
}

interface DerivedName {
  readonly source: string
  readonly name: string
  /** The namespace: index names are unique in the database, constraint names in their table. */
  readonly namespace: string
}

/**
 * Returns the names of indexes and constraints that are derived from those of a resource and its
 * fields.
 */
function derivedNames(resource: AnyResource): DerivedName[] {
  const table = tableNameOf(resource)
  const fieldNames = columnEntries(resource).flatMap(([field, spec]): DerivedName[] => {
    const column = findColumn(spec)
    if (!column) return []
    const { refersTo, type, check, shape } = column
    const constraintName = (suffix: string) => `${table}_${columnNameOf(field)}_${suffix}`
    const indexes = [
      constraintName('index'),
      ...(hasSortKey(resource, field) ? [constraintName('trigrams')] : []),
    ]
    const conditions = [
      ...(check ? [constraintName('check')] : []),
      ...(shape === undefined ? [] : [patternCheckNameOf(resource, field)]),
      ...(typeof refersTo === 'object'
        ? [foreignKeyNameOf(resource, field, refersTo.resource)]
        : []),
      ...(type === 'uuids' ? [linkForeignKeyNameOf(resource, field)] : []),
    ]
    const source = `${resource.name}.${field}`
    return [
      ...indexes.map((name) => ({ source, name, namespace: '' })),
      ...conditions.map((name) => ({ source, name, namespace: table })),
    ]
  })
  const groupNames = uniqueGroups(resource).map((group) => ({
    source: `${resource.name}.${group.length === 1 ? group[0] : `unique (${group.join(', ')})`}`,
    name: uniqueNameOf(resource, group),
    namespace: '',
  }))
  return [...fieldNames, ...groupNames]
}
