import { readableFields } from '#model/access.ts'
import { hasTrait, isEncrypted } from '#model/field.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { columnOf } from '#model/wire/list-columns.ts'
import type { WireRecord } from '#model/wire/wire.ts'

/** Columns that a role may see, the declared ones first. */
export function knownColumns(resource: AnyResource, role: Role): string[] {
  const readable = readableFields(resource, role).filter((name) => hasTrait(fieldOf(resource, name), 'column'))
  return [...new Set([...resource.list.columns.filter((name) => readable.includes(name)), ...readable])]
}

/** Declared columns that the role may see. */
export const defaultColumns = (resource: AnyResource, role: Role) =>
  resource.list.columns.filter((name) => readableFields(resource, role).includes(name))

/** Those of some columns, with their widths, that are `known`. */
export const knownIn = (entries: readonly unknown[], known: readonly string[]): string[] =>
  entries.filter((entry) => typeof entry === 'string').filter((entry) => known.includes(columnOf(entry).name))

/** The server sorts by what a list shows or filters by. */
export const isSortable = (resource: AnyResource, name: string) =>
  hasTrait(fieldOf(resource, name), 'order') &&
  !isEncrypted(fieldOf(resource, name)) &&
  [...resource.list.columns, ...(resource.list.filters ?? [])].includes(name)

/** Numbers and dates stand at the end of their column, so that their digits line up. */
export const isAtTheEnd = (resource: AnyResource, name: string) => hasTrait(fieldOf(resource, name), 'digits')

/** The order after a click on a heading of one or more fields: ascending, descending, then the list's own. With Shift the other columns keep theirs. */
export function nextSort(sort: readonly string[], names: readonly string[], keepsOthers: boolean): string[] {
  const [first = ''] = names
  const others = keepsOthers ? sort.filter((each) => !names.includes(each.replace(/^-/, ''))) : []
  if (sort.includes(first)) return replaced(sort, names, others, (name) => [`-${name}`])
  if (sort.includes(`-${first}`)) return others
  return [...others, ...names]
}

/** The columns' new order in the place of their old one, so that Shift does not change which column counts first. */
function replaced(sort: readonly string[], names: readonly string[], others: readonly string[], order: (name: string) => string[]) {
  const at = sort.findIndex((each) => names.includes(each.replace(/^-/, '')))
  const before = sort.slice(0, at).filter((each) => others.includes(each))
  return [...before, ...names.flatMap(order), ...others.slice(before.length)]
}

/** Columns as they are shown: a title of several fields is one column, the first. */
export const shownColumns = (resource: AnyResource, columns: readonly string[]) =>
  columns.filter((name) => !resource.title.slice(1).includes(name))

/** Tells whether a column shows the record's name. */
export const isName = (resource: AnyResource, name: string) => resource.title[0] === name

/** The fields that a column stands for. */
export const fieldsOf = (resource: AnyResource, name: string): readonly string[] => (isName(resource, name) ? resource.title : [name])

/** Longer values may wrap; the rest keeps its row at one line. */
const longestLine = 24

/** Tells whether a cell's text may take more than one line. */
export function mayWrap(name: string, record: WireRecord): boolean {
  const text = record._titles[name] ?? record[name]
  return Array.isArray(text) || (typeof text === 'string' && text.length > longestLine && /[\s@]/.test(text))
}
