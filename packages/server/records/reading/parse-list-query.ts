/**
 * Parses and validates the query of a list. Anything unknown or not readable is rejected, never
 * ignored.
 */
import { filterableFields, isReadable, viewsOf } from '@matricola/schema/access.ts'
import { isSortable } from '@matricola/schema/field.ts'
import { currentEntries, currentName } from '@matricola/schema/former-names.ts'
import { isId } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { normalizeText } from '@matricola/schema/values/folding.ts'
import { maxPageSize, type Role } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { currentFilter } from '@matricola/schema/wire/filter-value.ts'
import { emptyListQuery, filterField, isSearchable } from '@matricola/schema/wire/list-query.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'

/** A validated list query: every field in it exists, and the role may read it. */
export interface CheckedQuery {
  readonly pageNumber: number
  readonly pageSize: number
  readonly filters: readonly (readonly [field: string, value: string])[]
  readonly sort: readonly { readonly field: string; readonly isDescending: boolean }[]
  readonly search: string
  /** Fields to search; absent: all that the list searches. */
  readonly searchIn?: readonly string[]
  readonly view: string
  /** Ids to restrict the list to; absent: no restriction. */
  readonly only?: readonly string[]
}

/** Limits of a list query: the largest page number, and the number of fields to sort by. */
const maxPageNumber = 10_000
const maxSortFields = 4
/** Maximum length of one parameter, enough for about forty ids. */
const maxValueLength = 1500

/**
 * Returns the parameters of a query string. Throws `filter.unknown` for a repeated one,
 * `input.invalid` if there are too many or one is too long.
 */
export function parseQueryEntries(query: unknown): [name: string, value: string][] {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>)
  if (entries.length > 30) throw invalidInput({ _: [{ code: 'field.unknown' }] })
  return entries.map(([name, value]) => {
    if (typeof value !== 'string') throw unknownParameter(name)
    if (value.length > maxValueLength)
      throw invalidParameter(name, { code: 'text.tooLong', params: { max: maxValueLength } })
    if (/\p{Cc}|\p{Cs}/u.test(value)) throw invalidParameter(name, { code: 'text.forbidden' })
    return [name, value.trim()]
  })
}

const invalidParameter = (name: string, issue: Issue) =>
  invalidInput({ [name.slice(0, 60)]: [issue] })
export const unknownParameter = (name: string) =>
  new AppError('filter.unknown', { fields: { [name.slice(0, 60)]: [{ code: 'field.unknown' }] } })

/**
 * Validates the query of a list for a role. Throws `filter.unknown` for a parameter, field or view
 * that is unknown or not readable, and `input.invalid` for a page outside the limits. `isPast`: the
 * list is read as of a moment in the past.
 */
export function parseListQuery(
  resource: AnyResource,
  role: Role,
  query: unknown,
  options: { readonly isPast?: boolean } = {},
): CheckedQuery {
  let { pageNumber, pageSize, search, view } = emptyListQuery
  const filters: [string, string][] = []
  let sort = resource.list.sort
  let only: readonly string[] | undefined
  for (const [name, value] of parseQueryEntries(query)) {
    const requestedField = filterField(name)
    const field = requestedField === null ? null : currentName(resource, requestedField)
    if (field !== null) {
      if (!filterableFields(resource, role).includes(field)) throw unknownParameter(name)
      const current = currentFilter(resource, field, normalizeText(value), options)
      if (current !== '') filters.push([field, current])
    } else if (name === 'pageNumber') pageNumber = wholeNumber(name, value, maxPageNumber)
    else if (name === 'pageSize') pageSize = wholeNumber(name, value, maxPageSize)
    else if (name === 'search' && (value === '' || isSearchable(resource))) search = value
    else if (name === 'view') view = value
    else if (name === 'sort') sort = value === '' ? sort : currentEntries(resource, value)
    else if (name === 'only') only = idsOf(name, value)
    else throw unknownParameter(name)
  }
  if (view !== '' && !viewsOf(resource, role).includes(view)) throw unknownParameter('view')
  return {
    pageNumber,
    pageSize,
    filters,
    sort: sortOf(resource, role, sort),
    search,
    view,
    ...(only && { only }),
  }
}

/** Builds a query from parts, for callers inside the program. */
export const createListQuery = (
  resource: AnyResource,
  parts: Partial<CheckedQuery> = {},
): CheckedQuery => ({
  pageNumber: 1,
  pageSize: emptyListQuery.pageSize,
  filters: [],
  sort: resource.list.sort.map(sortPart),
  search: '',
  view: '',
  ...parts,
})

function idsOf(name: string, text: string): string[] {
  const ids = text.split(',')
  if (!ids.every(isId)) throw invalidParameter(name, { code: 'type.wrong' })
  return ids
}

function wholeNumber(name: string, text: string, max: number): number {
  if (!/^\d{1,9}$/.test(text)) throw invalidParameter(name, { code: 'type.wrong' })
  const value = Number(text)
  if (value < 1) throw invalidParameter(name, { code: 'number.tooSmall', params: { min: 1 } })
  if (value > max) throw invalidParameter(name, { code: 'number.tooLarge', params: { max } })
  return value
}

/**
 * Whether a role may sort a list by a field. The field must be one of the two timestamps, or one
 * that the role may read and that the list shows, filters or sorts by.
 */
export function canSortBy(resource: AnyResource, role: Role, name: string): boolean {
  if (name === 'createdAt' || name === 'updatedAt') return true
  const { columns, filters = [], sort } = resource.list
  if (
    !columns.includes(name) &&
    !filters.includes(name) &&
    !sort.some((part) => sortPart(part).field === name)
  )
    return false
  return isReadable(resource, role, name) && isSortable(fieldOf(resource, name))
}

const sortPart = (part: string) => ({
  field: part.replace(/^-/, ''),
  isDescending: part.startsWith('-'),
})

function sortOf(resource: AnyResource, role: Role, parts: readonly string[]) {
  const sorts = parts.map((part) => sortPart(part.trim()))
  const unknown = sorts.find(
    ({ field }, i) =>
      !canSortBy(resource, role, field) || sorts.findIndex((other) => other.field === field) !== i,
  )
  if (unknown || sorts.length > maxSortFields) throw unknownParameter('sort')
  return sorts
}

/**
 * Parses the query of a list that takes only a page number and size. Throws `filter.unknown` and
 * `input.invalid`.
 */
export function parsePageQuery(query: unknown): { pageNumber: number; pageSize: number } {
  let { pageNumber, pageSize } = emptyListQuery
  for (const [name, value] of parseQueryEntries(query)) {
    if (name === 'pageNumber') pageNumber = wholeNumber(name, value, maxPageNumber)
    else if (name === 'pageSize') pageSize = wholeNumber(name, value, maxPageSize)
    else throw unknownParameter(name)
  }
  return { pageNumber, pageSize }
}
