import { isReadable } from '@matricola/schema/access.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { lazyPanel } from '../../app/lazy-panel.tsx'
import { useUser } from '../../app/user-context.ts'
import { QuickFilter, quickValues } from '../../fields/quick-filter.tsx'
import { Icon } from '../../icons/icon.tsx'
import { Input } from '../../kit/inputs.tsx'
import { Popup } from '../../kit/popup.tsx'
import { narrowScreen, useMedia } from '../../media.ts'
import { type Selectable, useHasSelection } from '../bulk/use-selection.ts'
import { FieldPicker } from './field-picker.tsx'
import { FilterChips } from './filter-chips.tsx'
import { joinFieldLabels } from './join-field-labels.ts'
import type { Preferences } from './preferences.ts'
import { useFacets } from './use-facets.ts'
import { type ChangeQuery, dropInvalidFilters } from './use-list-query.ts'

const LazyColumnChooser = lazyPanel(
  async () => (await import('./column-chooser.tsx')).ColumnChooser,
)

interface ToolbarProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  readonly onChange: ChangeQuery
  readonly known: readonly string[]
  readonly preferences: Preferences
  readonly onPreferencesChange: (patch: Partial<Preferences>) => void
  readonly createPath?: string
  /** Whether the page has a more important button than the one for a new record. */
  readonly hasPrimaryAction?: boolean
  /** Whether the list is loaded. Counts are fetched afterwards. */
  readonly isReady: boolean
  readonly children?: ReactNode
  /** The selectable rows. While any are selected, `bar` covers the toolbar. */
  readonly selectable: Selectable | null
  readonly selectionBar: ReactNode
}

/**
 * Number of filters next to the search box, fewer if a screen adds a button. The others are behind
 * the filter button.
 */
const maxPromoted = (hasPrimaryAction: boolean) => (hasPrimaryAction ? 2 : 3)

export function Toolbar({
  resource,
  query,
  onChange,
  known,
  preferences,
  onPreferencesChange: onPrefer,
  createPath,
  hasPrimaryAction,
  children,
  selectable,
  selectionBar,
  isReady,
}: ToolbarProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = useUser()
  const filters = (resource.list.filters ?? []).filter((name) => isReadable(resource, role, name))
  const promoted = (resource.list.facets ?? [])
    .filter((name) => filters.includes(name))
    .slice(0, maxPromoted(hasPrimaryAction ?? false))
  const isNarrow = useMedia(narrowScreen)
  const [addedField, setAddedField] = useState<string | null>(null)
  const facets = useFacets(resource, dropInvalidFilters(query, resource), isReady)
  const setFilter = (name: string, value: string) =>
    onChange({ filters: { ...query.filters, [name]: value } })
  return (
    <>
      <ToolbarArea selectable={selectable} selectionBar={selectionBar}>
        <Search
          resource={resource}
          text={query.search}
          onSearch={(search) => onChange({ search })}
        />
        {promoted.map((name) => (
          <QuickFilter
            key={name}
            resource={resource}
            name={name}
            value={query.filters[name] ?? ''}
            counts={facets?.counts[name]}
            isStale={facets?.isStale}
            onChange={(value) => setFilter(name, value)}
          />
        ))}
        <FieldPicker resource={resource} onPick={setAddedField} />
        <div className="toolbar-end">
          <Popup
            className="button wide-only"
            button={
              <>
                <Icon name="columns" />
                {t('shell:list.columns')}
              </>
            }
            panelLabel={t('shell:list.columns')}
            panelClassName="column-panel"
          >
            {() => (
              <LazyColumnChooser
                resource={resource}
                known={known}
                preferences={preferences}
                onPreferencesChange={onPrefer}
              />
            )}
          </Popup>
          {children}
          {createPath && (
            <Link
              className={hasPrimaryAction ? 'button' : 'button button-primary'}
              to={createPath}
              aria-keyshortcuts="n"
            >
              <Icon name="plus" />
              <span className={hasPrimaryAction ? 'wide-text' : undefined}>
                {t('shell:list.new')}
              </span>
            </Link>
          )}
        </div>
      </ToolbarArea>
      <FilterChips
        resource={resource}
        query={query}
        onChange={onChange}
        quickFilterNames={
          isNarrow
            ? []
            : promoted.filter((name) =>
                quickValues(resource, name).includes(query.filters[name] ?? ''),
              )
        }
        added={addedField}
        onAdded={() => setAddedField(null)}
        facets={facets}
      />
    </>
  )
}

/** Shows the toolbar, or the selection bar above it. Neither rerenders when they are switched. */
function ToolbarArea({
  selectable,
  selectionBar,
  children,
}: Pick<ToolbarProps, 'selectable' | 'selectionBar' | 'children'>) {
  const isSelecting = useHasSelection(selectable)
  return (
    <div className="toolbar-area">
      <div className="toolbar" inert={isSelecting}>
        {children}
      </div>
      {isSelecting && selectionBar}
    </div>
  )
}

const searchDelayMs = 300

interface SearchProps {
  readonly resource: AnyResource
  readonly text: string
  readonly onSearch: (text: string) => void
}

/**
 * The search box. Searches when typing pauses. When the URL changes (Back, a shared link), its
 * search text replaces the typed one.
 */
function Search({ resource, text, onSearch }: SearchProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = useUser()
  const [draft, setDraft] = useState(text)
  const lastSent = useRef(text)
  const search = useRef(onSearch)
  search.current = onSearch

  useEffect(() => {
    if (text !== lastSent.current) {
      lastSent.current = text
      setDraft(text)
    }
  }, [text])
  useEffect(() => {
    if (draft.trim() === lastSent.current) return
    const timer = setTimeout(() => {
      lastSent.current = draft.trim()
      search.current(draft.trim())
    }, searchDelayMs)
    return () => clearTimeout(timer)
  }, [draft])

  const searched = [...(resource.list.search ?? []), ...(resource.list.searchThrough ?? [])].filter(
    (name) => isReadable(resource, role, name),
  )
  if (searched.length === 0) return null
  const fields = joinFieldLabels(resource, searched, t)
  return (
    <Input
      type="search"
      className="list-search"
      data-key="search"
      aria-keyshortcuts="/"
      placeholder={joinFieldLabels(resource, searched, t, true)}
      aria-label={t('shell:list.searchIn', { fields })}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && setDraft('')}
    />
  )
}
