import { defaultSort, toPageParams } from '@matricola/console/pages/list/use-list-query.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { emptyListQuery, type ListQuery } from '@matricola/schema/wire/list-query.ts'
import { getResource } from '#resources/index.ts'

/**
 * Returns the path of the list of applications with a query, for figures that link to the
 * applications they count.
 */
export function registrationsPath(
  role: Role,
  query: Partial<Pick<ListQuery, 'filters' | 'view'>> = {},
): string {
  const registrations = getResource('registrations')
  const params = toPageParams(
    { ...emptyListQuery, sort: defaultSort(registrations, query.view ?? ''), ...query },
    registrations,
  )
  return `${pagePaths(registrations, role).list}?${params}`
}
