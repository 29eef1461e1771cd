import { toListArguments } from '@matricola/providers/data.ts'
import type { HttpError } from '@matricola/providers/http.ts'
import { resourceForRole } from '@matricola/schema/access.ts'
import { currentEntries } from '@matricola/schema/former-names.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { parseColumn } from '@matricola/schema/wire/list-columns.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useList } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useHttp } from '../../app/console-context.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { fetchTotal } from '../../live/fetch-records.ts'
import { ListUpdateNotice } from '../../live/list-update-notice.tsx'
import { useIsLive } from '../../live/live.ts'
import { useLiveRows } from '../../live/use-live-rows.ts'
import { narrowScreen, useMedia } from '../../media.ts'
import { showToast } from '../../toasts/toast-store.ts'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import {
  listConditionsKey,
  type Selectable,
  useHasSelection,
  useSelectable,
} from '../bulk/use-selection.ts'
import { useSelectionShortcuts } from '../bulk/use-selection-shortcuts.ts'
import { usePaste } from '../exchange/paste/use-paste.tsx'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { AsOfBand } from '../history/as-of.tsx'
import { useAsOf } from '../history/use-as-of.ts'
import { useCellEditing } from './cells/use-cell-editing.ts'
import { defaultColumns, keepKnownColumns, knownColumns } from './columns.ts'
import { findLastOpen, forgetLastOpen } from './last-open.ts'
import { ListCards } from './list-cards.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListMenu } from './list-menu.tsx'
import { ListEmpty, ListFailed, ListSkeleton } from './list-states.tsx'
import { ListTable } from './list-table.tsx'
import { ListViews } from './list-views.tsx'
import { type Preferences, usePreferences } from './preferences.ts'
import { useSavedViews } from './saved-views.ts'
import { Toolbar } from './toolbar.tsx'
import { useListAnnouncements } from './use-list-announcements.ts'
import {
  dropInvalidFilters,
  dropUnknownConditions,
  useListQuery,
  useUrlListState,
} from './use-list-query.ts'
import { useListShortcuts } from './use-list-shortcuts.ts'
import './list.css'
import './views.css'

interface ListPageProps {
  readonly resource: AnyResource
  /** Content that a screen adds to the toolbar. */
  readonly children?: ReactNode
  /** Whether records are created on another page, to which the screen links. */
  readonly isCreatedElsewhere?: boolean
}

/** The list page of a resource. Search, filters, order and page are in the URL. */
export function ListPage({
  resource: declared,
  children,
  isCreatedElsewhere = false,
}: ListPageProps) {
  const user = useUser()
  const { role } = user
  const can = usePermission()
  const resource = resourceForRole(declared, role)
  const { t } = useTranslation('resources')
  const isNarrow = useMedia(narrowScreen)
  const navigate = useNavigate()
  usePageTitle()
  const known = knownColumns(resource, role)
  const [stored, setPreferences] = usePreferences(
    user,
    resource,
    defaultColumns(resource, role),
    known,
  )
  const [urlQuery, change] = useListQuery(resource, stored.pageSize)
  const validQuery = dropInvalidFilters(urlQuery, resource)
  const urlState = useUrlListState(resource, known)
  const saved = useSavedViews(resource)
  const current = saved.find((view) => view.id === urlState.savedId)
  const columnsOfView = keepKnownColumns(currentEntries(resource, current?.columns ?? ''), known)
  const declaredColumns = current
    ? []
    : keepKnownColumns(resource.list.views?.[validQuery.view]?.columns ?? [], known)
  const viewColumns = [columnsOfView, declaredColumns].find((columns) => columns.length > 0) ?? null
  const preferences: Preferences = {
    ...stored,
    columns: urlState.columns ?? viewColumns ?? stored.columns,
  }
  const entries = preferences.columns.join()
  const layout = useMemo(() => entries.split(',').filter(Boolean).map(parseColumn), [entries])
  const columns = useMemo(() => layout.map(({ name }) => name), [layout])
  const isLive = useIsLive()
  const [asOf, showDay] = useAsOf()
  const isPast = asOf !== null
  const { query } = useList<WireRecord, HttpError>({
    resource: resource.name,
    ...toListArguments(validQuery, asOf),
    // With a live connection the rows are up to date; refetching on focus would only move them.
    queryOptions: { placeholderData: keepPreviousData, refetchOnWindowFocus: !isLive },
  })

  const showListedToast = () =>
    resource.list.loadedMessage &&
    showToast({ severity: 'success', summary: t(`${resource.name}.listed`) })
  const pages = pagePaths(resource, role)
  const page = useRef<HTMLDivElement>(null)
  const canCreate = !isPast && !isCreatedElsewhere && !resource.singleton && can('create', resource)

  // After a failure, show an empty list instead of an earlier result.
  const knownTotal = useTotal(resource, validQuery, {
    total: totalIn(query.data),
    readAt: query.isError ? 0 : query.dataUpdatedAt,
    isOlder: query.isPlaceholderData,
  })
  const total = query.isError || query.data === undefined ? 0 : knownTotal
  const live = useLiveRows(resource, validQuery, {
    rows: query.isError ? [] : (query.data?.data ?? []),
    total,
    // Rows as of an earlier day do not change.
    readAt: isPast || query.isPlaceholderData || query.isError ? 0 : query.dataUpdatedAt,
  })
  const { rows } = live
  const acceptedChange = query.error
    ? dropUnknownConditions(validQuery, resource, query.error)
    : undefined
  useListAnnouncements(resource, validQuery, {
    total,
    isLoaded: query.data !== undefined && !query.isPlaceholderData && !query.isError,
  })
  const isReloading = query.isFetching && query.data !== undefined
  const isNarrowed =
    Object.keys(validQuery.filters).length > 0 || validQuery.search !== '' || validQuery.view !== ''
  const selectable = useSelectable(resource, validQuery, {
    rows,
    total,
    // While the page shows the rows of the previous query, its token would select the wrong
    // records.
    token: query.isPlaceholderData ? null : tokenOf(query.data),
  })
  const selecting = isPast ? null : selectable
  useSelectionShortcuts(page, selecting)
  useFocusOnReturn(resource, page, rows)
  const editing = useCellEditing(resource)
  const isLeaving = useRef(false)
  useListShortcuts({
    page,
    hasSelection: selecting !== null,
    hasCells: (resource.list.editable ?? []).length > 0,
    hasHistory: can('history', resource),
    ...(canCreate && { onNew: () => navigate(pages.create) }),
  })
  const paste = usePaste({ page, resource, rows: isPast ? [] : rows, columns })
  const selectionBar = selecting && (
    <SelectionBar resource={resource} selectable={selecting} columns={columns} />
  )
  const listProps = { resource, rows, columns, isReloading, selectable: selecting }

  return (
    <div className="list-page" ref={page} data-density={preferences.density}>
      {isReloading && <div className="progress-line" aria-hidden="true" />}
      <ListViews
        resource={resource}
        query={validQuery}
        columns={preferences.columns}
        savedColumns={viewColumns ?? (current ? stored.columns : defaultColumns(resource, role))}
        saved={saved}
        current={current}
        isReady={query.data !== undefined && !query.isError}
      />
      <Toolbar
        resource={resource}
        query={urlQuery}
        onChange={change}
        known={known}
        preferences={preferences}
        onPreferencesChange={(patch) =>
          patch.columns && (viewColumns || urlState.columns)
            ? urlState.setColumns(patch.columns)
            : setPreferences(patch)
        }
        isReady={query.data !== undefined && !query.isError}
        selectable={isNarrow ? null : selecting}
        selectionBar={selectionBar}
        hasPrimaryAction={children !== undefined}
        {...(canCreate && { createPath: pages.create })}
      >
        <ListMenu
          resource={resource}
          query={validQuery}
          columns={columns}
          total={total}
          asOf={asOf}
          onPaste={paste.openDialog}
        />
        {!isPast && children}
      </Toolbar>
      {isPast && <AsOfBand asOf={asOf} onToday={() => showDay(null)} />}
      <ListUpdateNotice live={live} onReload={() => void query.refetch()} />
      {query.isError ? (
        <ListFailed
          error={query.error}
          onRetry={() =>
            void query.refetch().then(({ isSuccess }) => isSuccess && showListedToast())
          }
          onDropUnknown={acceptedChange && (() => change(acceptedChange))}
        />
      ) : query.data === undefined ? (
        <ListSkeleton columns={columns.length} rows={validQuery.pageSize} />
      ) : rows.length === 0 ? (
        <ListEmpty
          resource={resource}
          isNarrowed={isNarrowed}
          isPast={isPast}
          {...(validQuery.pageNumber > 1 && total !== 0 && { onFirstPage: () => change({}) })}
          onClear={() => change({ filters: {}, search: '', view: '' })}
          {...(canCreate && { createPath: pages.create })}
        />
      ) : isNarrow ? (
        <ListCards {...listProps} />
      ) : (
        <ListTable
          {...listProps}
          layout={layout}
          editing={editing}
          sort={validQuery.sort}
          onSort={(sort) => change({ sort })}
        />
      )}
      <LeaveGuard
        resource={resource}
        changed={editing.draft && editing.isDirty ? [editing.draft.name] : []}
        isLeaving={isLeaving}
      />
      <ListFooter
        resource={resource}
        query={validQuery}
        total={total}
        rows={rows.length}
        isReady={query.data !== undefined && !query.isError}
        onPage={(pageNumber) => change({ pageNumber })}
        onPageSize={(pageSize) => {
          setPreferences({ pageSize })
          change({ pageSize })
        }}
      />
      {isNarrow && <WhileSelecting selectable={selecting}>{selectionBar}</WhileSelecting>}
      {paste.dialog}
    </div>
  )
}

/** Renders its children while anything is selected. */
const WhileSelecting = ({
  selectable,
  children,
}: {
  readonly selectable: Selectable | null
  readonly children: ReactNode
}) => useHasSelection(selectable) && children

/** The query token, which our data provider returns together with the rows. */
const tokenOf = (answer: { readonly [part: string]: unknown } | undefined) =>
  typeof answer?.queryToken === 'string' ? answer.queryToken : null

/** The total; null if our data provider returned the rows before they were counted. */
const totalIn = (
  answer: { readonly total?: number; readonly [part: string]: unknown } | undefined,
): number | null => (answer?.isTotalKnown === false ? null : (answer?.total ?? null))

interface RowsRead {
  /** Total that was returned with the rows; null if they were returned before it was known. */
  readonly total: number | null
  /** When the rows were read. */
  readonly readAt: number
  /** Whether the rows are those of an earlier query. */
  readonly isOlder: boolean
}

/**
 * Exact number of records in a list; null until it is counted. If rows arrive without their total,
 * it is fetched separately. Until then, the previous total of the same list is returned, if any.
 */
function useTotal(
  resource: AnyResource,
  query: ListQuery,
  { total, readAt, isOlder }: RowsRead,
): number | null {
  const http = useHttp()
  const conditionsKey = `${resource.name} ${listConditionsKey(query)}`
  const last = useRef<{ readonly conditionsKey: string; readonly total: number } | null>(null)
  const { data: fetchedTotal } = useQuery({
    queryKey: ['total', conditionsKey, readAt],
    queryFn: () => fetchTotal(http, resource, query),
    enabled: readAt > 0 && !isOlder && total === null,
    refetchOnWindowFocus: false,
  })
  if (isOlder) return total ?? last.current?.total ?? null
  const known = total ?? fetchedTotal ?? null
  if (known !== null) last.current = { conditionsKey, total: known }
  return last.current?.conditionsKey === conditionsKey ? last.current.total : null
}

/** Focuses the row of the record from which the user comes back. */
function useFocusOnReturn(
  resource: AnyResource,
  page: RefObject<HTMLElement | null>,
  rows: readonly WireRecord[],
) {
  const [from] = useState(() => findLastOpen(resource))
  const isListed = from !== undefined && rows.some((row) => row.id === from)
  useEffect(() => {
    if (!isListed) return
    forgetLastOpen(resource)
    page.current?.querySelector<HTMLElement>(`[data-row="${from}"]`)?.focus()
  }, [isListed, from, page, resource])
}
