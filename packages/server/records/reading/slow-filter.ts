import { isIndexedFilter } from '@matricola/schema/access.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { isStatementTimeout } from '../../database/translate-error.ts'
import type { CheckedQuery } from './parse-list-query.ts'

/**
 * Reads a list. If the database cancels a slow statement, throws `filter.tooSlow` naming the
 * filters that no index supports. Other errors pass through.
 */
export async function withSlowFilterError<T>(
  resource: AnyResource,
  { filters }: CheckedQuery,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const slow = filters.filter(([name]) => !isIndexedFilter(resource, name))
    if (slow.length === 0 || !isStatementTimeout(error)) throw error
    throw new AppError('filter.tooSlow', {
      fields: Object.fromEntries(
        slow.map(([name]) => [`filters[${name}]`, [{ code: 'filter.tooSlow' }]]),
      ),
    })
  }
}
