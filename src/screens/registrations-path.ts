import { pagePaths } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'
import { emptyListQuery, type ListQuery } from '#model/wire/list-query.ts'
import { getResource } from '#resources/index.ts'
import { defaultSort, toPageParams } from '#src/pages/list/use-list-query.ts'

/** Returns the path of the list of applications with a query, for figures that link to the applications they count. */
export function registrationsPath(role: Role, query: Partial<Pick<ListQuery, 'filters' | 'view'>> = {}): string {
  const registrations = getResource('registrations')
  const params = toPageParams({ ...emptyListQuery, sort: defaultSort(registrations, query.view ?? ''), ...query }, registrations)
  return `${pagePaths(registrations, role).list}?${params}`
}
