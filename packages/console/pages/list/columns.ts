import { readableFields } from '@matricola/schema/access.ts'
import { type FieldSpec, hasTrait, isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { parseColumn } from '@matricola/schema/wire/list-columns.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'

/** Columns that a role may see, declared ones first. */
export function knownColumns(resource: AnyResource, role: Role): string[] {
  const readable = readableFields(resource, role).filter((name) =>
    hasTrait(fieldOf(resource, name), 'listColumn'),
  )
  return [
    ...new Set([...resource.list.columns.filter((name) => readable.includes(name)), ...readable]),
  ]
}

/** Declared columns that the role may see. */
export const defaultColumns = (resource: AnyResource, role: Role) =>
  resource.list.columns.filter((name) => readableFields(resource, role).includes(name))

/** Returns the entries whose column is in `known`, including their widths. */
export const keepKnownColumns = (entries: readonly unknown[], known: readonly string[]): string[] =>
  entries
    .filter((entry) => typeof entry === 'string')
    .filter((entry) => known.includes(parseColumn(entry).name))

/**
 * Whether the list can be sorted by the field. The server sorts by declared columns and filters
 * only.
 */
export const isSortableColumn = (resource: AnyResource, name: string) =>
  hasTrait(fieldOf(resource, name), 'sortable') &&
  !isEncrypted(fieldOf(resource, name)) &&
  [...resource.list.columns, ...(resource.list.filters ?? [])].includes(name)

/**
 * Whether values are aligned at the end of the column, as numbers and dates are, so that their
 * digits line up.
 */
export const isEndAligned = (resource: AnyResource, name: string) =>
  hasTrait(fieldOf(resource, name), 'endAligned')

/**
 * Returns the sort order after a click on a heading: ascending, descending, then the list's
 * default. With Shift, the other columns remain part of the order.
 */
export function nextSort(
  sort: readonly string[],
  names: readonly string[],
  keepsOtherColumns: boolean,
): string[] {
  const [first = ''] = names
  const otherKeys = keepsOtherColumns
    ? sort.filter((sortKey) => !names.includes(sortKey.replace(/^-/, '')))
    : []
  if (sort.includes(first)) return withReplacedOrder(sort, names, otherKeys, (name) => [`-${name}`])
  if (sort.includes(`-${first}`)) return otherKeys
  return [...otherKeys, ...names]
}

/**
 * Replaces the order of these columns at its current position, so that Shift-clicking does not
 * change which column sorts first.
 */
function withReplacedOrder(
  sort: readonly string[],
  names: readonly string[],
  otherKeys: readonly string[],
  order: (name: string) => string[],
) {
  const index = sort.findIndex((sortKey) => names.includes(sortKey.replace(/^-/, '')))
  const precedingColumns = sort.slice(0, index).filter((sortKey) => otherKeys.includes(sortKey))
  return [...precedingColumns, ...names.flatMap(order), ...otherKeys.slice(precedingColumns.length)]
}

/**
 * Returns the fields of the title that its column shows: the texts of a name, such as family and
 * given name, or optional fields of which one has a value, such as the student or else the applicant
 * of a payment. The other fields of a title, such as the course of a grade, are columns of their own.
 */
export function titleColumnFields(resource: AnyResource): readonly string[] {
  const { title } = resource
  const isPart = (one: FieldSpec, first: FieldSpec) =>
    one.type === first.type &&
    (one.type === 'text' || (one.options.optional === true && first.options.optional === true))
  const end = title.findIndex(
    (name) => !isPart(fieldOf(resource, name), fieldOf(resource, title[0] ?? name)),
  )
  return title.slice(0, end < 0 ? undefined : Math.max(end, 1))
}

/** Returns the columns to show. The fields of the title column are one column, that of the first. */
export const visibleColumns = (resource: AnyResource, columns: readonly string[]) =>
  columns.filter((name) => !titleColumnFields(resource).slice(1).includes(name))

/** Whether the column shows the record's title. */
export const isTitleColumn = (resource: AnyResource, name: string) => resource.title[0] === name

/** Returns the fields that a column shows. */
export const columnFields = (resource: AnyResource, name: string): readonly string[] =>
  isTitleColumn(resource, name) ? titleColumnFields(resource) : [name]

/** Values longer than this may wrap. */
const maxLineLength = 24

/** Whether the text of a cell may take more than one line. */
export function canWrap(name: string, record: WireRecord): boolean {
  const text = record._titles[name] ?? record[name]
  return (
    Array.isArray(text) ||
    (typeof text === 'string' && text.length > maxLineLength && /[\s@]/.test(text))
  )
}
