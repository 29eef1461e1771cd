import { pagePaths } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'
import { emptyListQuery, type ListQuery } from '#model/wire/list-query.ts'
import { getResource } from '#resources/index.ts'
import { defaultSort, toPageParams } from '#src/pages/list/use-list-query.ts'

/** Path of the list of applications with a query, for numbers that link to what they count. */
export function registrationsPath(role: Role, query: Partial<Pick<ListQuery, 'filters' | 'view'>> = {}): string {
  const registrations = getResource('registrations')
  const params = toPageParams({ ...emptyListQuery, sort: defaultSort(registrations, query.view ?? ''), ...query }, registrations)
  return `${pagePaths(registrations, role).list}?${params}`
}
