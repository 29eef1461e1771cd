import { viewsOf } from '@matricola/schema/access.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireViewCounts } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { authorize } from '../policy/permit.ts'
import { resourceForLists } from '../records/dynamic-resource.ts'
import { createListQuery } from '../records/reading/parse-list-query.ts'
import { recordsOf } from '../records/store.ts'
import { findViewQuery, hasValidFilters } from './saved-view-hooks.ts'

/** Maximum number of saved views to count per list. */
const maxCounted = 60

/**
 * Counts the caller's records in the whole list, in each declared view and in each saved view.
 * Skips views that the caller may not run. Throws `input.invalid` for an unknown list, and
 * `access.denied`.
 */
export async function countViews(
  context: Context,
  caller: Caller,
  list: string | undefined,
): Promise<WireViewCounts> {
  const declaredList = list === undefined ? undefined : context.registry.find(list)
  if (!declaredList || declaredList.singleton)
    throw invalidInput({ list: [{ code: 'view.unknown' }] })
  authorize(caller, declaredList, 'read')
  const target = await resourceForLists(context, declaredList)
  const permit = authorize(caller, target, 'read')
  const records = recordsOf(context)
  const views = context.registry.get('saved-views')
  const activeViewsQuery = createListQuery(views, {
    pageSize: maxCounted,
    filters: [
      ['list', target.name],
      ['isActive', 'true'],
    ],
  })
  const saved = await records.firstPage(authorize(caller, views, 'read'), activeViewsQuery)
  const declared: Record<string, number> = {}
  // One after the other: the embedded database runs one statement at a time, and other requests
  // should not be delayed.
  for (const view of ['', ...viewsOf(target, permit.role)])
    declared[view] = await records.count(permit, createListQuery(target, { view }))
  const counts: Record<string, number> = {}
  for (const view of saved) {
    const query = view.list === target.name ? findViewQuery(target, permit.role, view) : null
    if (query && hasValidFilters(context, permit, query))
      counts[view.id] = await records.count(permit, query)
  }
  return { declared, saved: counts }
}
