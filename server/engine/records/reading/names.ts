/** The records that a role may name, as those that refer to them are given them to choose from: what they are called, and nothing else. */
import { grantOf, isWritable } from '#model/access.ts'
import { type AnyResource, isKind, valueEntries } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import type { Page, WireName } from '#model/wire/wire.ts'
import { allResources } from '#resources/index.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Records } from '../store.ts'
import { type CheckedQuery, checkedQuery, plainQuery, unknownPart } from './list-query.ts'
import { readableTitle } from './reading.ts'

/**
 * The query of the names of a resource. They are searched and ordered by what they say alone, and narrowed by what a refused
 * reference would tell anyway. Throws `filter.unknown`, `input.invalid`.
 */
export function checkedNames(resource: AnyResource, role: Role, query: unknown): CheckedQuery {
  const { pageNumber, pageSize, search, filters, only } = checkedQuery(resource, role, query)
  const refused = [
    ...['sort', 'view'].filter((part) => Object.hasOwn(query as object, part)), // read as an object just now
    ...filters.filter(([name]) => !conditionsOfOptions(resource, role).includes(name)).map(([name]) => `filters[${name}]`),
  ]
  if (refused[0] !== undefined) throw unknownPart(refused[0])
  const said = readableTitle(resource, role)
  const sort = said.map((field) => ({ field, isDescending: false }))
  return plainQuery(resource, { pageNumber, pageSize, search, filters, sort, searchIn: said, ...(only && { only }) })
}

/** Fields that `optionsWhere` asks of a resource, in references that the role may set. */
const conditionsOfOptions = (resource: AnyResource, role: Role): string[] =>
  allResources.flatMap((from) => {
    const modes = (['create', 'update'] as const).filter((mode) => grantOf(from, role, mode))
    return valueEntries(from).flatMap(([name, spec]) =>
      (isKind(spec, 'reference') || isKind(spec, 'links')) &&
      spec.to === resource.name &&
      modes.some((mode) => isWritable(from, role, name, mode))
        ? Object.keys(spec.options.optionsWhere ?? {})
        : [],
    )
  })

/** A page of names, for a permit to name. */
export async function namesOf(records: Records, permit: Permit, query: CheckedQuery): Promise<Page<WireName>> {
  const { list, ...page } = await records.page(permit, query)
  const said = readableTitle(permit.resource, permit.role)
  return {
    ...page,
    list: list.map((record) => ({
      id: record.id,
      ...Object.fromEntries(said.map((name) => [name, record[name]])),
      _title: record._title,
      ...(record._translated && { _translated: record._translated.filter((name) => said.includes(name)) }),
      _titles: Object.fromEntries(Object.entries(record._titles).filter(([name]) => said.includes(name))),
    })),
  }
}
