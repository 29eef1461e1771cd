import type { AnyResource } from '#model/resource.ts'
import { maxPageSize } from '#model/vocabulary.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { Page, WireChange } from '#model/wire/wire.ts'
import { useMay } from '#src/console/may.ts'
import { useAnswer } from '#src/use-call.ts'

/** One page of the history of the settings, newest first. Its key lies under the resource's, so saving brings it up to date. */
export function useSettingsHistory(resource: AnyResource, page = 1) {
  const may = useMay()
  return useAnswer<Page<WireChange>>(
    endpointsOf(resource).history,
    { query: { pageNumber: page, pageSize: maxPageSize } },
    { key: ['data', 'default', resource.name, 'one', resource.name, 'history', page], enabled: may('history', resource) },
  )
}

/** Last change of each setting: who and when. */
export function useLastChanges(resource: AnyResource): { readonly [field: string]: { readonly actor: string; readonly at: string } } {
  const { data } = useSettingsHistory(resource)
  const last: Record<string, { actor: string; at: string }> = {}
  for (const change of data?.list ?? []) {
    for (const { field } of change.changes) last[field] ??= { actor: change.actor.name, at: change.at }
  }
  return last
}
