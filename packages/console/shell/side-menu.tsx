import { fold } from '@matricola/schema/values/folding.ts'
import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { LiveRegion } from '../announcements/live-region.tsx'
import { findConsolePage } from '../app/area.ts'
import { useConsole } from '../app/console-context.ts'
import { type MenuItem, type MenuItemSection, useMenuSections } from '../app/use-permission.ts'
import { useUser } from '../app/user-context.ts'
import { Icon } from '../icons/icon.tsx'
import { Input } from '../kit/inputs.tsx'
import { Tooltip } from '../kit/tooltip.tsx'
import {
  CollapsedSection,
  FoldingSection,
  type MenuSectionProps,
  shownItems,
} from './menu-section.tsx'
import { useUnfoldedSections } from './menu-state.ts'
import { SignOut } from './sign-out.tsx'

/** Loaded with a collapsed menu. If that fails, the icons lead where the rows of their sections lead. */
const MenuFlyout = lazy<ComponentType<MenuSectionProps>>(() =>
  import('./menu-flyout.tsx').then(
    (loaded) => ({ default: loaded.MenuFlyout }),
    () => ({ default: CollapsedSection }),
  ),
)

interface SideMenuProps {
  readonly isCollapsed: boolean
  readonly onCollapse: (collapsed: boolean) => void
  /** Set in the drawer: closes it after a choice. The drawer cannot be collapsed. */
  readonly onChoose?: () => void
}

/** The role's menu: links, with a search box above and the sign-out button below. */
export function SideMenu({ isCollapsed, onCollapse, onChoose }: SideMenuProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { name, registry } = useConsole()
  const { role } = useUser()
  const current = findConsolePage(registry, useLocation().pathname, role)
  const [searchText, setSearchText] = useState('')
  const [focusNext, setFocusNext] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const sections = useMenuSections()
  const [unfolded, unfold] = useUnfoldedSections(current?.section?.name ?? null)
  const found =
    searchText === ''
      ? null
      : sections
          .flatMap(({ items }) => items)
          .filter(({ label }) => fold(t(label)).includes(fold(searchText)))
  const links = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('.menu-link:not([hidden])') ?? []),
  ]

  const onSearchKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      links()[0]?.focus()
    }
    if (event.key === 'Enter') links()[0]?.click()
    if (event.key === 'Escape' && searchText !== '') {
      event.stopPropagation()
      setSearchText('')
    }
  }
  const onListKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const all = links()
    const index = all.indexOf(document.activeElement as HTMLElement)
    all[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }

  return (
    <>
      <div className="menu-brand">
        <img className="emblem" src="/emblem.svg" alt="" width="28" height="28" />
        {!isCollapsed && <span>{name}</span>}
      </div>
      {isCollapsed ? (
        <Tooltip text={t('shell:menu.find')} side="right">
          <button
            type="button"
            className="menu-tool"
            aria-label={t('shell:menu.find')}
            onClick={() => {
              setFocusNext(true)
              onCollapse(false)
            }}
          >
            <Icon name="search" />
          </button>
        </Tooltip>
      ) : (
        <div className="menu-search">
          <Input
            autoFocus={focusNext}
            type="search"
            className="menu-search-input"
            aria-label={t('shell:menu.find')}
            placeholder={t('shell:menu.find')}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            onKeyDown={onSearchKeyDown}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links */}
      <div className="menu-lists" ref={list} onKeyDown={onListKeyDown}>
        {found ? (
          <FoundItems items={found} current={current?.key} onChoose={onChoose} />
        ) : (
          sections.map((section) => {
            const sectionName = section.section.name ?? ''
            const props = {
              ...section,
              current: current?.key,
              isProcessOpen: current?.section === section.section && !current.entry,
              onChoose,
            }
            if (section.section.icon === undefined)
              return (
                <PlainSection key={section.items[0]?.key} {...props} isCollapsed={isCollapsed} />
              )
            return isCollapsed ? (
              <Suspense key={sectionName} fallback={<CollapsedSection {...props} />}>
                <MenuFlyout {...props} />
              </Suspense>
            ) : (
              <FoldingSection
                key={sectionName}
                {...props}
                isUnfolded={unfolded.has(sectionName)}
                onUnfold={(isUnfolded) => unfold(sectionName, isUnfolded)}
              />
            )
          })
        )}
      </div>
      <LiveRegion className="menu-empty">
        {found?.length === 0 ? t('shell:noItems') : ''}
      </LiveRegion>
      <div className="menu-end">
        {!onChoose && (
          <Tooltip text={isCollapsed ? t('shell:menu.expand') : undefined} side="right">
            <button
              type="button"
              className="menu-tool"
              aria-expanded={!isCollapsed}
              aria-label={isCollapsed ? t('shell:menu.expand') : undefined}
              onClick={() => onCollapse(!isCollapsed)}
            >
              <Icon name={isCollapsed ? 'chevron-right' : 'chevron-left'} />
              {!isCollapsed && <span>{t('shell:menu.collapse')}</span>}
            </button>
          </Tooltip>
        )}
        <SignOut isCollapsed={isCollapsed} />
      </div>
    </>
  )
}

interface ItemListProps {
  readonly items: readonly MenuItem[]
  readonly current: string | undefined
  readonly onChoose: (() => void) | undefined
}

/** Results of the search in one list, each with its section. */
function FoundItems({ items, current, onChoose }: ItemListProps) {
  const { t } = useTranslation(['shell', 'resources'])
  return (
    <ul className="bare-list menu-list">
      {items.map(({ key, path, label, section, isUsed }) => (
        <li key={key}>
          <Link
            to={path}
            className="menu-link menu-found"
            aria-current={key === current ? 'page' : undefined}
            onClick={onChoose}
          >
            <span>{t(label)}</span>
            {section?.icon !== undefined && section.name !== null && (
              <span className="menu-note"> · {t(`shell:menu.sections.${section.name}`)}</span>
            )}
            {!isUsed && <span className="menu-note"> · {t('shell:menu.unused')}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Entries that are always visible, with their icons. A collapsed menu shows no heading. */
function PlainSection({
  section: { name },
  items,
  current,
  onChoose,
  isCollapsed,
}: ItemListProps & MenuItemSection & { readonly isCollapsed: boolean }) {
  const { t } = useTranslation(['shell', 'resources'])
  const id = useId()
  const heading = name && t(`shell:menu.sections.${name}`)
  return (
    <>
      {heading && !isCollapsed && (
        <p className="menu-heading" id={id}>
          {heading}
        </p>
      )}
      <ul
        className="bare-list menu-list"
        {...(heading && (isCollapsed ? { 'aria-label': heading } : { 'aria-labelledby': id }))}
      >
        {shownItems(items, current).map(({ key, path, label, icon }) => {
          const text = t(label)
          const link = (
            <Link
              to={path}
              className={name === null ? 'menu-link menu-section-link' : 'menu-link'}
              aria-current={key === current ? 'page' : undefined}
              aria-label={isCollapsed ? text : undefined}
              onClick={onChoose}
            >
              <Icon name={icon} />
              {!isCollapsed && <span>{text}</span>}
            </Link>
          )
          return (
            <li key={key}>
              {isCollapsed ? (
                <Tooltip text={text} side="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
