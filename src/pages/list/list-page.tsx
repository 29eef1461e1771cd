import { useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { asSeenBy } from '#model/access.ts'
import { entriesNow } from '#model/former-names.ts'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { columnOf } from '#model/wire/list-columns.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import type { HttpError } from '#providers/http.ts'
import { toListArguments } from '#providers/list-arguments.ts'
import { useMay } from '#src/console/may.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { ListNews } from '#src/live/list-news.tsx'
import { useIsLive } from '#src/live/live.ts'
import { useLiveRows } from '#src/live/use-live-rows.ts'
import { narrow, useMedia } from '#src/media.ts'
import { SelectionBar } from '#src/pages/bulk/selection-bar.tsx'
import { type Selectable, useHasSelection, useSelectable } from '#src/pages/bulk/use-selection.ts'
import { useSelectionKeys } from '#src/pages/bulk/use-selection-keys.ts'
import { usePaste } from '#src/pages/exchange/paste/use-paste.tsx'
import { LeaveGuard } from '#src/pages/form/leave-guard.tsx'
import { AsOfBand } from '#src/pages/history/as-of.tsx'
import { useAsOf } from '#src/pages/history/use-as-of.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { ListCards } from './cards.tsx'
import { useCellEditing } from './cells/use-cell-editing.ts'
import { defaultColumns, knownColumns, knownIn } from './columns.ts'
import { ListFooter } from './footer.tsx'
import { useListKeys } from './keys.ts'
import { forgetLastOpen, lastOpenOf } from './last-open.ts'
import { ListMenu } from './list-menu.tsx'
import { type Preferences, usePreferences } from './preferences.ts'
import { useSavedViews } from './saved-views.ts'
import { ListEmpty, ListFailed, ListSkeleton } from './states.tsx'
import { ListTable } from './table.tsx'
import { Toolbar } from './toolbar.tsx'
import { soundPart, useAddressed, useListQuery, withoutUnknown } from './use-list-query.ts'
import { useSpokenList } from './use-spoken-list.ts'
import { useTotal } from './use-total.ts'
import { Views } from './views.tsx'
import './list.css'
import './views.css'

interface ListPageProps {
  readonly resource: AnyResource
  /** Content that a screen adds to the toolbar. */
  readonly children?: ReactNode
  /** Whether records are created on another page, to which the screen links. */
  readonly isMadeElsewhere?: boolean
}

/** The list page of a resource. Search, filters, order and page are in the URL. */
export function ListPage({ resource: declared, children, isMadeElsewhere = false }: ListPageProps) {
  const person = usePerson()
  const { role } = person
  const may = useMay()
  const resource = asSeenBy(declared, role)
  const { t } = useTranslation('resources')
  const isNarrow = useMedia(narrow)
  const navigate = useNavigate()
  usePageTitle()
  const known = knownColumns(resource, role)
  const [usual, prefer] = usePreferences(person, resource, defaultColumns(resource, role), known)
  const [addressedQuery, change] = useListQuery(resource, usual.pageSize)
  const asked = soundPart(addressedQuery, resource)
  const addressed = useAddressed(resource, known)
  const saved = useSavedViews(resource)
  const current = saved.find((view) => view.id === addressed.savedId)
  const columnsOfView = knownIn(entriesNow(resource, current?.columns ?? ''), known)
  const declaredColumns = current ? [] : knownIn(resource.list.views?.[asked.view]?.columns ?? [], known)
  const viewColumns = [columnsOfView, declaredColumns].find((columns) => columns.length > 0) ?? null
  const preferences: Preferences = { ...usual, columns: addressed.columns ?? viewColumns ?? usual.columns }
  const entries = preferences.columns.join()
  const layout = useMemo(() => entries.split(',').filter(Boolean).map(columnOf), [entries])
  const columns = useMemo(() => layout.map(({ name }) => name), [layout])
  const isLive = useIsLive()
  const [asOf, showDay] = useAsOf()
  const isPast = asOf !== null
  const { query } = useList<WireRecord, HttpError>({
    resource: resource.name,
    ...toListArguments(asked, asOf),
    // With a live connection the rows are up to date; refetching on focus would only move them.
    queryOptions: { placeholderData: keepPreviousData, refetchOnWindowFocus: !isLive },
  })

  const announceListed = () => resource.list.told && showToast({ severity: 'success', summary: t(`${resource.name}.listed`) })
  const pages = pagesOf(resource, role)
  const page = useRef<HTMLDivElement>(null)
  const canCreate = !isPast && !isMadeElsewhere && !resource.single && may('create', resource)

  // After a failure, show an empty list instead of an earlier result.
  const counted = useTotal(resource, asked, {
    total: totalIn(query.data),
    readAt: query.isError ? 0 : query.dataUpdatedAt,
    isOlder: query.isPlaceholderData,
  })
  const total = query.isError || query.data === undefined ? 0 : counted
  const live = useLiveRows(resource, asked, {
    rows: query.isError ? [] : (query.data?.data ?? []),
    total,
    // Rows as of an earlier day do not change.
    readAt: isPast || query.isPlaceholderData || query.isError ? 0 : query.dataUpdatedAt,
  })
  const { rows } = live
  const answerable = query.error ? withoutUnknown(asked, resource, query.error) : undefined
  useSpokenList(resource, asked, { total, isThere: query.data !== undefined && !query.isPlaceholderData && !query.isError })
  const isReloading = query.isFetching && query.data !== undefined
  const isNarrowed = Object.keys(asked.filters).length > 0 || asked.search !== '' || asked.view !== ''
  const selectable = useSelectable(resource, asked, {
    rows,
    total,
    // While the page shows the rows of the previous query, its token would select the wrong records.
    token: query.isPlaceholderData ? null : tokenOf(query.data),
  })
  const selecting = isPast ? null : selectable
  useSelectionKeys(page, selecting)
  useReturn(resource, page, rows)
  const editing = useCellEditing(resource)
  const isLeaving = useRef(false)
  useListKeys({
    page,
    hasSelection: selecting !== null,
    hasCells: (resource.list.editable ?? []).length > 0,
    hasHistory: may('history', resource),
    ...(canCreate && { onNew: () => navigate(pages.create) }),
  })
  const paste = usePaste({ page, resource, rows: isPast ? [] : rows, columns })
  const bar = selecting && <SelectionBar resource={resource} selectable={selecting} columns={columns} />
  const shared = { resource, rows, columns, isReloading, selectable: selecting }

  return (
    <div className="list-page" ref={page} data-density={preferences.density}>
      {isReloading && <div className="progress-line" aria-hidden="true" />}
      <Views
        resource={resource}
        query={asked}
        columns={preferences.columns}
        usualColumns={viewColumns ?? (current ? usual.columns : defaultColumns(resource, role))}
        saved={saved}
        current={current}
        isReady={query.data !== undefined && !query.isError}
      />
      <Toolbar
        resource={resource}
        query={addressedQuery}
        onChange={change}
        known={known}
        preferences={preferences}
        onPrefer={(part) => (part.columns && (viewColumns || addressed.columns) ? addressed.setColumns(part.columns) : prefer(part))}
        isReady={query.data !== undefined && !query.isError}
        selectable={isNarrow ? null : selecting}
        bar={bar}
        hasMain={children !== undefined}
        {...(canCreate && { createPath: pages.create })}
      >
        <ListMenu resource={resource} query={asked} columns={columns} total={total} asOf={asOf} onPaste={paste.ask} />
        {!isPast && children}
      </Toolbar>
      {isPast && <AsOfBand asOf={asOf} onToday={() => showDay(null)} />}
      <ListNews live={live} onReload={() => void query.refetch()} />
      {query.isError ? (
        <ListFailed
          error={query.error}
          onRetry={() => void query.refetch().then(({ isSuccess }) => isSuccess && announceListed())}
          onWithoutUnknown={answerable && (() => change(answerable))}
        />
      ) : query.data === undefined ? (
        <ListSkeleton columns={columns.length} rows={asked.pageSize} />
      ) : rows.length === 0 ? (
        <ListEmpty
          resource={resource}
          isNarrowed={isNarrowed}
          isPast={isPast}
          {...(asked.pageNumber > 1 && total !== 0 && { onFirstPage: () => change({}) })}
          onClear={() => change({ filters: {}, search: '', view: '' })}
          {...(canCreate && { createPath: pages.create })}
        />
      ) : isNarrow ? (
        <ListCards {...shared} />
      ) : (
        <ListTable {...shared} layout={layout} editing={editing} sort={asked.sort} onSort={(sort) => change({ sort })} />
      )}
      <LeaveGuard resource={resource} changed={editing.draft && editing.isDirty ? [editing.draft.name] : []} isLeaving={isLeaving} />
      <ListFooter
        resource={resource}
        query={asked}
        total={total}
        rows={rows.length}
        isReady={query.data !== undefined && !query.isError}
        onPage={(pageNumber) => change({ pageNumber })}
        onPageSize={(pageSize) => {
          prefer({ pageSize })
          change({ pageSize })
        }}
      />
      {isNarrow && <WhileSelecting selectable={selecting}>{bar}</WhileSelecting>}
      {paste.dialog}
    </div>
  )
}

/** Renders its children while anything is selected. */
const WhileSelecting = ({ selectable, children }: { readonly selectable: Selectable | null; readonly children: ReactNode }) =>
  useHasSelection(selectable) && children

/** The query token, which our data provider returns together with the rows. */
const tokenOf = (answer: { readonly [part: string]: unknown } | undefined) =>
  typeof answer?.queryToken === 'string' ? answer.queryToken : null

/** The total; null if our data provider returned the rows before they were counted, which Refine's types do not allow for. */
const totalIn = (answer: { readonly total: number } | undefined): number | null => answer?.total ?? null

/** Focuses the row of the record from which the user comes back. */
function useReturn(resource: AnyResource, page: RefObject<HTMLElement | null>, rows: readonly WireRecord[]) {
  const [from] = useState(() => lastOpenOf(resource))
  const isThere = from !== undefined && rows.some((row) => row.id === from)
  useEffect(() => {
    if (!isThere) return
    forgetLastOpen(resource)
    page.current?.querySelector<HTMLElement>(`[data-row="${from}"]`)?.focus()
  }, [isThere, from, page, resource])
}
