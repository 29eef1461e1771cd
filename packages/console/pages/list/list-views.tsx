import { viewsOf } from '@matricola/schema/access.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { emptyListQuery, type ListQuery } from '@matricola/schema/wire/list-query.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUser } from '../../app/user-context.ts'
import { numberDisplay } from '../../fields/number-text.ts'
import { useLanguage } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { useAsOf } from '../history/use-as-of.ts'
import { SaveView } from './save-view.tsx'
import {
  isSameView,
  type SavedView,
  savedViewLink,
  savedViewQuery,
  useViewCounts,
} from './saved-views.ts'
import { defaultSort, toPageParams } from './use-list-query.ts'
import { ViewOptions } from './view-options.tsx'

interface ListViewsProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  /** The columns that are shown now, and the columns of the current view. */
  readonly columns: readonly string[]
  readonly savedColumns: readonly string[]
  readonly saved: readonly SavedView[]
  /** The current saved view. */
  readonly current: SavedView | undefined
  /** Whether the list has loaded. Counts are fetched afterwards. */
  readonly isReady: boolean
}

/** Links to the declared and saved views, with the number of records in each. */
export function ListViews({
  resource,
  query,
  columns,
  savedColumns,
  saved,
  current,
  isReady,
}: ListViewsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = useUser()
  const [asOf] = useAsOf()
  // The server counts views only for the current list, not for a list as of a past day.
  const known = useViewCounts(resource, saved, isReady && asOf === null)
  const counts = asOf === null ? known : undefined
  const onDay = (address: string) => (asOf === null ? address : `${address}&asOf=${asOf}`)
  const declared = ['', ...viewsOf(resource, role)]
  const plainQuery = (view: string): ListQuery => ({
    ...emptyListQuery,
    pageSize: query.pageSize,
    sort: defaultSort(resource, view),
    view,
  })
  const currentContent = current
    ? { query: savedViewQuery(current, resource, query.pageSize), columns: savedColumns }
    : { query: plainQuery(query.view), columns: savedColumns }
  const visibleContent = { query, columns }
  const isChanged = !isSameView(currentContent, visibleContent)
  const nav = useRef<HTMLElement>(null)
  const currentId = current?.id ?? ''
  // Where focus moves when the focused button is removed: to the view that was saved, or to the
  // link to the whole list.
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current !== currentId || isChanged) return
    next.current = null
    nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  })
  // On a phone, the views are on one line, which may be wider than the screen. Counts load later
  // and make the line wider.
  const shownView = `${currentId} ${query.view} ${saved.length} ${counts !== undefined}`
  useEffect(() => {
    if (shownView)
      nav.current
        ?.querySelector('[aria-current]')
        ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [shownView])
  return (
    <div className="views-line">
      {(declared.length > 1 || saved.length > 0) && (
        <nav
          ref={nav}
          className="views"
          aria-label={t('shell:list.views')}
          data-key="views"
          onKeyDown={moveFocusAlong}
        >
          {declared.map((view) => (
            <View
              key={view}
              to={onDay(`?${toPageParams(plainQuery(view), resource)}`)}
              isCurrent={!current && view === query.view}
              name={
                view === '' ? t('shell:list.all') : t(`resources:${resource.name}.views.${view}`)
              }
              count={counts?.declared[view]}
            />
          ))}
          {saved.map((view) => (
            <View
              key={view.id}
              to={onDay(savedViewLink(view, resource, query.pageSize))}
              isCurrent={view.id === current?.id}
              name={view.name}
              count={counts?.saved[view.id]}
              isShared={view.isShared}
            />
          ))}
        </nav>
      )}
      <div className="views-tools">
        {current?.isOwn && (
          <ViewOptions
            key={current.id}
            view={current}
            listPath={`?${toPageParams(plainQuery(''), resource)}`}
            onRemoved={() => (next.current = '')}
          />
        )}
        {isChanged && isReady && (
          <SaveView
            resource={resource}
            visibleContent={visibleContent}
            current={current}
            onSaved={(id) => (next.current = id)}
          />
        )}
      </div>
    </div>
  )
}

interface ViewProps {
  readonly to: string
  readonly isCurrent: boolean
  readonly name: string
  readonly count: number | undefined
  readonly isShared?: boolean
}

function View({ to, isCurrent, name, count, isShared }: ViewProps) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return (
    <Link className="view" to={to} aria-current={isCurrent ? 'page' : undefined}>
      {name}
      {isShared && (
        <>
          <Icon name="users" className="view-mark" />
          <span className="visually-hidden"> {t('list.saved.shared')}</span>
        </>
      )}
      {count !== undefined && (
        <span className="view-count"> {numberDisplay(count, language, 0)}</span>
      )}
    </Link>
  )
}

/** Arrow keys move between views, as in a row of tabs. Tab also moves through them. */
function moveFocusAlong(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const index = links.findIndex((link) => link.contains(document.activeElement))
  links[(index + step + links.length) % links.length]?.focus()
  event.preventDefault()
}
