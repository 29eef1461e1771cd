import { homePath } from '@matricola/schema/paths.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { LiveRegion } from '../announcements/live-region.tsx'
import type { ConsolePage } from '../app/area.ts'
import { useConsole } from '../app/console-context.ts'
import { useMenu } from '../app/use-permission.ts'
import { useUser } from '../app/user-context.ts'
import { Icon } from '../icons/icon.tsx'
import { Input } from '../kit/inputs.tsx'
import { Tooltip } from '../kit/tooltip.tsx'
import { SignOut } from './sign-out.tsx'

interface SideMenuProps {
  readonly isCollapsed: boolean
  readonly onCollapse: (collapsed: boolean) => void
  /** Set in the drawer: closes it after a choice. The drawer cannot be collapsed. */
  readonly onChoose?: () => void
}

/** The role's menu: links, with a search box above and the sign-out button below. */
export function SideMenu({ isCollapsed, onCollapse, onChoose }: SideMenuProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { name } = useConsole()
  const [searchText, setSearchText] = useState('')
  const [focusNext, setFocusNext] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const entries = useMenu().filter((page) => fold(t(page.label)).includes(fold(searchText)))
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])]

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
    const index = all.indexOf(document.activeElement as HTMLAnchorElement)
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
        {groupByHeading(entries).map(([heading, pages]) => (
          <MenuSection key={String(heading)} heading={heading} isCollapsed={isCollapsed}>
            {pages.map((page) => (
              <MenuLink key={page.key} page={page} isCollapsed={isCollapsed} onChoose={onChoose} />
            ))}
          </MenuSection>
        ))}
      </div>
      <LiveRegion className="menu-empty">
        {entries.length === 0 ? t('shell:noItems') : ''}
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

type Heading = NonNullable<ConsolePage['heading']> | null

/** Groups entries by heading, in the order of the menu. */
function groupByHeading(
  entries: readonly ConsolePage[],
): [heading: Heading, places: readonly ConsolePage[]][] {
  const groups = new Map<Heading, ConsolePage[]>()
  for (const page of entries)
    groups.set(page.heading ?? null, [...(groups.get(page.heading ?? null) ?? []), page])
  return [...groups]
}

/** A group of links. A collapsed menu shows a line instead of the heading. */
function MenuSection({
  heading,
  isCollapsed,
  children,
}: {
  heading: Heading
  isCollapsed: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('shell')
  const id = useId()
  const name = heading && t(`menu.groups.${heading}`)
  return (
    <>
      {name && !isCollapsed && (
        <p className="menu-heading" id={id}>
          {name}
        </p>
      )}
      <ul
        className="bare-list menu-list"
        {...(name && (isCollapsed ? { 'aria-label': name } : { 'aria-labelledby': id }))}
      >
        {children}
      </ul>
    </>
  )
}

function MenuLink({
  page,
  isCollapsed,
  onChoose,
}: {
  page: ConsolePage
  isCollapsed: boolean
  onChoose?: (() => void) | undefined
}) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = useUser()
  const label = t(page.label)
  const link = (
    <NavLink
      to={page.path}
      end={page.path === homePath(role)}
      className="menu-link"
      aria-label={isCollapsed ? label : undefined}
      onClick={onChoose}
    >
      <Icon name={page.icon === 'account' ? 'user' : page.icon} />
      {!isCollapsed && <span>{label}</span>}
    </NavLink>
  )
  return (
    <li>
      {isCollapsed ? (
        <Tooltip text={label} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}
