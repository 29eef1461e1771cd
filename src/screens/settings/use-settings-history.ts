import type { AnyResource } from '#model/resource.ts'
import { maxPageSize } from '#model/vocabulary.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { Page, WireChange } from '#model/wire/wire.ts'
import { usePermission } from '#src/console/use-permission.ts'
import { useEndpoint } from '#src/use-call.ts'

/** Fetches a page of the settings' history, newest first. Its query key is nested under the resource's key, so saving the settings invalidates the history. */
export function useSettingsHistory(resource: AnyResource, page = 1) {
  const can = usePermission()
  return useEndpoint<Page<WireChange>>(
    endpointsOf(resource).history,
    { query: { pageNumber: page, pageSize: maxPageSize } },
    { key: ['data', 'default', resource.name, 'one', resource.name, 'history', page], enabled: can('history', resource) },
  )
}

/** Actor and time of the last change of each setting. */
export function useLastChanges(resource: AnyResource): { readonly [field: string]: { readonly actor: string; readonly at: string } } {
  const { data } = useSettingsHistory(resource)
  const last: Record<string, { actor: string; at: string }> = {}
  for (const change of data?.list ?? []) {
    for (const { field } of change.changes) last[field] ??= { actor: change.actor.name, at: change.at }
  }
  return last
}
