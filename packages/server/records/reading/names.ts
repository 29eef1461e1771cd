/**
 * Lists the records that a role may choose in a reference field. Only the fields of their titles
 * are returned.
 */
import { grantOf, isWritable } from '@matricola/schema/access.ts'
import { isFieldType } from '@matricola/schema/field.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { valueEntries } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Page, WireName } from '@matricola/schema/wire/wire.ts'
import type { Permit } from '../../policy/permit.ts'
import type { Records } from '../store.ts'
import {
  type CheckedQuery,
  createListQuery,
  parseListQuery,
  unknownParameter,
} from './parse-list-query.ts'
import { readableTitleFields } from './reading.ts'

/**
 * Validates the query of a list of names. Search and order use only the fields of the title.
 * Filters are limited to fields that `optionsWhere` tests, since a rejected reference would reveal
 * as much. Throws `filter.unknown` and `input.invalid`.
 */
export function checkedNameQuery(resource: AnyResource, role: Role, query: unknown): CheckedQuery {
  const { pageNumber, pageSize, search, filters, only } = parseListQuery(resource, role, query)
  const rejected = [
    // `parseListQuery` has just read it as an object.
    ...['sort', 'view'].filter((part) => Object.hasOwn(query as object, part)),
    ...filters
      .filter(([name]) => !optionConditionFields(resource, role).includes(name))
      .map(([name]) => `filters[${name}]`),
  ]
  if (rejected[0] !== undefined) throw unknownParameter(rejected[0])
  const titleFields = readableTitleFields(resource, role)
  const sort = titleFields.map((field) => ({ field, isDescending: false }))
  return createListQuery(resource, {
    pageNumber,
    pageSize,
    search,
    filters,
    sort,
    searchIn: titleFields,
    ...(only && { only }),
  })
}

/** Fields of the resource that appear in `optionsWhere` of references the role may set. */
const optionConditionFields = (resource: AnyResource, role: Role): string[] =>
  registryOf(resource).resources.flatMap((from) => {
    const modes = (['create', 'update'] as const).filter((mode) => grantOf(from, role, mode))
    return valueEntries(from).flatMap(([name, spec]) =>
      (isFieldType(spec, 'reference') || isFieldType(spec, 'links')) &&
      spec.to === resource.name &&
      modes.some((mode) => isWritable(from, role, name, mode))
        ? Object.keys(spec.options.optionsWhere ?? {})
        : [],
    )
  })

/** Returns a page of names. `permit` must be for the `name` grant. */
export async function readNames(
  records: Records,
  permit: Permit,
  query: CheckedQuery,
): Promise<Page<WireName>> {
  const { list, ...page } = await records.page(permit, query)
  const titleFields = readableTitleFields(permit.resource, permit.role)
  return {
    ...page,
    list: list.map((record) => ({
      id: record.id,
      ...Object.fromEntries(titleFields.map((name) => [name, record[name]])),
      _title: record._title,
      ...(record._translated && {
        _translated: record._translated.filter((name) => titleFields.includes(name)),
      }),
      _titles: Object.fromEntries(
        Object.entries(record._titles).filter(([name]) => titleFields.includes(name)),
      ),
    })),
  }
}
