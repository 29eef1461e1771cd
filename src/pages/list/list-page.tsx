import { useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { isGranted } from '#model/access.ts'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import type { HttpError } from '#providers/http.ts'
import { toListArguments } from '#providers/list-arguments.ts'
import { narrow, useMedia } from '#src/console/media.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { ListCards } from './cards.tsx'
import { defaultColumns, knownColumns } from './columns.ts'
import { ListFooter } from './footer.tsx'
import { useListKeys } from './keys.tsx'
import { usePreferences } from './preferences.ts'
import { ListEmpty, ListFailed, ListSkeleton } from './states.tsx'
import { ListTable } from './table.tsx'
import { Toolbar } from './toolbar.tsx'
import { useListQuery } from './use-list-query.ts'
import { Views } from './views.tsx'
import './list.css'

/** The list of a resource: searched, filtered, sorted and paged by its address. */
export function ListPage({ resource }: { readonly resource: AnyResource }) {
  const { id, role } = usePerson()
  const isNarrow = useMedia(narrow)
  const navigate = useNavigate()
  usePageTitle()
  const known = knownColumns(resource, role)
  const [preferences, prefer] = usePreferences(id, resource.name, defaultColumns(resource, role), known)
  const [asked, change] = useListQuery(resource, preferences.pageSize)
  const { query } = useList<WireRecord, HttpError>({
    resource: resource.name,
    ...toListArguments(asked),
    queryOptions: { placeholderData: keepPreviousData },
  })

  const pages = pagesOf(resource, role)
  const page = useRef<HTMLDivElement>(null)
  const canCreate = !resource.single && isGranted(resource, role, 'create')
  const keys = useListKeys({ page, ...(canCreate && { onNew: () => navigate(pages.create) }) })

  // A failure leaves nothing of an earlier answer: the list is the empty default until it can be loaded again.
  const rows = query.isError ? [] : (query.data?.data ?? [])
  const total = query.isError ? 0 : (query.data?.total ?? 0)
  const isReloading = query.isFetching && query.data !== undefined
  const isNarrowed = Object.keys(asked.filters).length > 0 || asked.search !== '' || asked.view !== ''
  const shared = { resource, rows, columns: preferences.columns, isReloading }

  return (
    <div className="list-page" ref={page} data-density={preferences.density}>
      {isReloading && <div className="progress-line" aria-hidden="true" />}
      <Views resource={resource} query={asked} />
      <Toolbar
        resource={resource}
        query={asked}
        onChange={change}
        known={known}
        preferences={preferences}
        onPrefer={prefer}
        {...(canCreate && { createPath: pages.create })}
      />
      {query.isError ? (
        <ListFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <ListSkeleton columns={preferences.columns.length} rows={asked.pageSize} />
      ) : rows.length === 0 ? (
        <ListEmpty
          resource={resource}
          isNarrowed={isNarrowed}
          {...(asked.pageNumber > 1 && total > 0 && { onFirstPage: () => change({}) })}
          onClear={() => change({ filters: {}, search: '', view: '' })}
          {...(canCreate && { createPath: pages.create })}
        />
      ) : isNarrow ? (
        <ListCards {...shared} />
      ) : (
        <ListTable {...shared} sort={asked.sort} onSort={(sort) => change({ sort })} />
      )}
      <ListFooter
        resource={resource}
        query={asked}
        total={total}
        isReady={query.data !== undefined && !query.isError}
        onPage={(pageNumber) => change({ pageNumber })}
        onPageSize={(pageSize) => {
          prefer({ pageSize })
          change({ pageSize })
        }}
      />
      {keys}
    </div>
  )
}
