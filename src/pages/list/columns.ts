import { readableFields } from '#model/access.ts'
import type { FieldKind } from '#model/field.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'

/** Kinds without an order that anybody would understand; a reference would be ordered by its id. */
const unsortable = new Set<FieldKind>(['longText', 'set', 'reference', 'many', 'file', 'image', 'nationalId'])
const atTheEnd = new Set<FieldKind>(['integer', 'decimal', 'money', 'date', 'dateTime'])

/** Columns that a role may see, the declared ones first. */
export function knownColumns(resource: AnyResource, role: Role): string[] {
  const readable = readableFields(resource, role).filter((name) => fieldOf(resource, name).kind !== 'image')
  return [...new Set([...resource.list.columns.filter((name) => readable.includes(name)), ...readable])]
}

/** Declared columns that the role may see. */
export const defaultColumns = (resource: AnyResource, role: Role) =>
  resource.list.columns.filter((name) => readableFields(resource, role).includes(name))

/** The server sorts by what a list shows or filters by. */
export const isSortable = (resource: AnyResource, name: string) =>
  !unsortable.has(fieldOf(resource, name).kind) && [...resource.list.columns, ...(resource.list.filters ?? [])].includes(name)

/** Numbers and dates stand at the end of their column, so that their digits line up. */
export const isAtTheEnd = (resource: AnyResource, name: string) => atTheEnd.has(fieldOf(resource, name).kind)

/** The order after a click on a heading: ascending, descending, then the list's own. With Shift the other columns keep theirs. */
export function nextSort(sort: readonly string[], name: string, keepsOthers: boolean): string[] {
  const others = keepsOthers ? sort : sort.filter((each) => each.replace(/^-/, '') === name)
  if (others.includes(name)) return others.map((each) => (each === name ? `-${name}` : each))
  if (others.includes(`-${name}`)) return others.filter((each) => each !== `-${name}`)
  return [...others, name]
}

/** Longer values may wrap; the rest keeps its row at one line. */
const longestLine = 36

/** Whether a cell's text may take more than one line. */
export function mayWrap(resource: AnyResource, name: string, record: WireRecord): boolean {
  const text = record._titles[name] ?? record[name]
  return fieldOf(resource, name).kind === 'longText' || Array.isArray(text) || (typeof text === 'string' && text.length > longestLine)
}
