import { toListArguments } from '@matricola/providers/data.ts'
import { viewCountsEndpoint } from '@matricola/schema/calls/endpoints.ts'
import type { getViewCounts } from '@matricola/schema/calls/saved-views.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource, RecordOf } from '@matricola/schema/resource.ts'
import type { SavedViews } from '@matricola/schema/system/system-resources.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord, WireViewCounts } from '@matricola/schema/wire/wire.ts'
import { useInvalidate, useKeys, useList } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useHttp, useRegistry } from '../../app/console-context.ts'
import { useSubmissionKey } from '../../app/submission-key.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useCall } from '../../use-call.ts'
import { parseListUrl, toPageParams } from './use-list-query.ts'

/** The state of a list, saved under a name. */
export interface SavedView
  extends Pick<
    RecordOf<SavedViews>,
    'id' | 'version' | 'name' | 'address' | 'columns' | 'isShared'
  > {
  readonly isOwn: boolean
}

const maxViews = 100

/** The user's own and shared views of a list, by name; empty until they are loaded. */
export function useSavedViews(resource: AnyResource): readonly SavedView[] {
  const can = usePermission()
  const views = related(resource, 'saved-views')
  const listQuery: ListQuery = {
    ...emptyListQuery,
    pageSize: maxViews,
    filters: { list: resource.name, isActive: 'true' },
    sort: ['name'],
  }
  const { query } = useList<WireRecord>({
    resource: views.name,
    ...toListArguments(listQuery),
    queryOptions: { staleTime: 60_000 },
    errorNotification: false,
  })
  // The text filter of the server also matches longer names, so the list is compared here.
  return (query.data?.data ?? [])
    .filter((record) => record.list === resource.name)
    .map((record) => ({
      ...(record as unknown as RecordOf<SavedViews>),
      isOwn: can('update', views, record),
    }))
}

/**
 * Returns query keys below the key of a list, for data that is invalidated together with its rows.
 */
export function useListQueryKey(resource: AnyResource) {
  const { keys } = useKeys()
  return (params: object) =>
    keys().data('default').resource(resource.name).action('list').params(params).get()
}

/** Number of records in each view. Fetched after the list itself; undefined until then. */
export function useViewCounts(
  resource: AnyResource,
  saved: readonly SavedView[],
  isReady: boolean,
): WireViewCounts | undefined {
  const key = useListQueryKey(resource)
  const { data } = useCall<typeof getViewCounts>(
    viewCountsEndpoint,
    { query: { list: resource.name } },
    {
      key: key({ counts: saved.map(({ id, version }) => [id, version]) }),
      enabled: isReady,
      staleTime: 30_000,
      keepPreviousResult: true,
    },
  )
  return data
}

/** The parts of a view that are saved and compared. */
export interface ViewContent {
  readonly query: ListQuery
  readonly columns: readonly string[]
}

/** The part of a list's query that a view saves: everything but the page. */
export function savedViewAddress({ query }: ViewContent, resource: AnyResource): string {
  const params = toPageParams(query, resource)
  params.delete('pageNumber')
  return params.toString()
}

/** Returns the URL query of a saved view. */
export function savedViewLink(view: SavedView, resource: AnyResource, pageSize: number): string {
  const params = toPageParams(savedViewQuery(view, resource, pageSize), resource)
  params.set('saved', view.id)
  return `?${params}`
}

/** Returns the list query of a saved view. */
export const savedViewQuery = (
  { address }: SavedView,
  resource: AnyResource,
  pageSize: number,
): ListQuery => parseListUrl(new URLSearchParams(address ?? ''), resource, pageSize)

/**
 * Whether two lists show the same records in the same order and columns. Page and page size are
 * ignored.
 */
export const isSameView = (one: ViewContent, other: ViewContent) =>
  comparableText(one) === comparableText(other)

const comparableText = ({ query: { filters, sort, search, view }, columns }: ViewContent) =>
  JSON.stringify([
    Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    sort,
    search.trim(),
    view,
    columns,
  ])

/**
 * Returns functions that create and update saved views. Each returns the stored view and throws
 * `HttpError`.
 */
export function useViewMutations() {
  const { request } = useHttp()
  const invalidate = useInvalidate()
  const client = useQueryClient()
  const { keys } = useKeys()
  const views = useRegistry().get('saved-views')
  const calls = endpointsOf(views)
  const submissionKey = useSubmissionKey()
  const sendRequest = async (endpoint: typeof calls.create | typeof calls.update, body: object) => {
    const fallback = `resources:${views.name}.problems.${endpoint === calls.create ? 'create' : 'update'}`
    const { data, message } = await submissionKey.run((headers) =>
      request<WireRecord>(endpoint, { body, headers, fallback }),
    )
    // Cancel running requests: their responses may predate this view, and Refine would still store
    // them.
    await client.cancelQueries({
      queryKey: keys().data('default').resource(views.name).action('list').get(),
    })
    await invalidate({ resource: views.name, invalidates: ['list'] })
    return { id: data.id, version: data.version, message }
  }
  return {
    create: (view: object) => sendRequest(calls.create, view),
    update: ({ id, version }: Pick<SavedView, 'id' | 'version'>, patch: object) =>
      sendRequest(calls.update, { id, version, ...patch }),
  }
}
