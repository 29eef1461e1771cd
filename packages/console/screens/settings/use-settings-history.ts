import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxPageSize } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireChange } from '@matricola/schema/wire/wire.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useEndpoint } from '../../use-call.ts'

/**
 * Fetches a page of the settings' history, newest first. Its query key is nested under the
 * resource's key, so saving the settings invalidates the history.
 */
export function useSettingsHistory(resource: AnyResource, page = 1) {
  const can = usePermission()
  return useEndpoint<Page<WireChange>>(
    endpointsOf(resource).history,
    { query: { pageNumber: page, pageSize: maxPageSize } },
    {
      key: ['data', 'default', resource.name, 'one', resource.name, 'history', page],
      enabled: can('history', resource),
    },
  )
}

/** Actor and time of the last change of each setting. */
export function useLastChanges(resource: AnyResource): {
  readonly [field: string]: { readonly actor: string; readonly at: string }
} {
  const { data } = useSettingsHistory(resource)
  const last: Record<string, { actor: string; at: string }> = {}
  for (const change of data?.list ?? []) {
    for (const { field } of change.changes)
      last[field] ??= { actor: change.actor.name, at: change.at }
  }
  return last
}
