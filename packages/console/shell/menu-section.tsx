/** A section of the menu: a row that leads to its first page, and entries that unfold below it. */
import type { WireMenuWaits } from '@matricola/schema/wire/menu.ts'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ConsolePage } from '../app/area.ts'
import type { MenuItem, MenuItemSection } from '../app/use-permission.ts'
import { numberDisplay } from '../fields/number-text.ts'
import { currentLanguage } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { Tooltip } from '../kit/tooltip.tsx'
import './shell.css'

export interface MenuSectionProps extends MenuItemSection {
  /** Key of the page that is open. */
  readonly current: string | undefined
  /** Whether the page of the section's process is open. */
  readonly isProcessOpen: boolean
  readonly onChoose: (() => void) | undefined
}

/** Texts of a section: its name, and what waits there; empty if nothing does. */
export function useSectionTexts({ section, waits }: Pick<MenuItemSection, 'section' | 'waits'>) {
  const { t } = useTranslation('shell')
  const { name } = section
  const label = name === null ? '' : t(`menu.sections.${name}`)
  const waiting = !waits
    ? ''
    : waits.count === null
      ? t('menu.unknownCount')
      : t([`menu.waits.${name}`, 'menu.waiting'], { count: waits.count })
  return { label, waiting, labelWithCount: waiting ? `${label}, ${waiting}` : label }
}

/** Entries that a section lists when it is unfolded: those in use, and the page that is open. */
export const shownItems = (items: readonly MenuItem[], current: string | undefined) =>
  items.filter(({ isUsed, key }) => isUsed || key === current)

/** A section that unfolds. */
export function FoldingSection(
  props: MenuSectionProps & {
    readonly isUnfolded: boolean
    readonly onUnfold: (isUnfolded: boolean) => void
  },
) {
  const { section, path, items, waits, current, isProcessOpen, onChoose, isUnfolded, onUnfold } =
    props
  const { t } = useTranslation('shell')
  const { label, waiting, labelWithCount } = useSectionTexts(props)
  const id = useId()
  const row = useRef<HTMLAnchorElement>(null)
  const unfoldable = shownItems(items, current)
  const shown = isUnfolded ? unfoldable : items.filter(({ entry }) => entry?.always)
  const isFoldable = unfoldable.some(({ entry }) => !entry?.always)
  if (unfoldable.length === 0) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isFoldable || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return
    event.preventDefault()
    onUnfold(event.key === 'ArrowRight')
    // The entry with the focus may disappear.
    if (event.key === 'ArrowLeft') row.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys fold and unfold the section
    <div className="menu-section" onKeyDown={onKeyDown}>
      <div className="menu-row">
        <Link
          ref={row}
          to={path}
          className="menu-link menu-section-link"
          aria-current={isProcessOpen ? 'page' : undefined}
          aria-label={labelWithCount}
          onClick={onChoose}
        >
          <Icon name={section.icon ?? 'menu'} />
          <span>{label}</span>
        </Link>
        {waits && <MenuCount waits={waits} items={items} text={waiting} onChoose={onChoose} />}
        {isFoldable && (
          <button
            type="button"
            className="menu-chevron"
            aria-expanded={isUnfolded}
            aria-controls={id}
            aria-label={t('menu.more', { section: label })}
            onClick={() => onUnfold(!isUnfolded)}
          >
            <Icon name={isUnfolded ? 'chevron-down' : 'chevron-right'} />
          </button>
        )}
      </div>
      <ul id={id} className="bare-list menu-list" aria-label={label} hidden={shown.length === 0}>
        {shown.map((item) => (
          <MenuEntryRow key={item.key} item={item} current={current} onChoose={onChoose}>
            {waits && waits.parts.length > 1 && <EntryCount waits={waits} item={item} />}
          </MenuEntryRow>
        ))}
      </ul>
    </div>
  )
}

/** The icon of a section in the collapsed menu, which leads to where its row leads. */
export function CollapsedSection(props: MenuSectionProps) {
  const { section, path, items, current, onChoose } = props
  const { labelWithCount } = useSectionTexts(props)
  if (shownItems(items, current).length === 0) return null
  return (
    <Link to={path} className="menu-link" aria-label={labelWithCount} onClick={onChoose}>
      <Icon name={section.icon ?? 'menu'} />
    </Link>
  )
}

/** A link without an icon, indented below its section. */
export function MenuEntryRow({
  item,
  current,
  onChoose,
  children,
}: {
  readonly item: MenuItem
  readonly current: string | undefined
  readonly onChoose: (() => void) | undefined
  readonly children?: React.ReactNode
}) {
  const { t } = useTranslation(['shell', 'resources'])
  return (
    <li className="menu-row">
      <Link
        to={item.path}
        className="menu-link menu-entry"
        aria-current={item.key === current ? 'page' : undefined}
        onClick={onChoose}
      >
        <span>{t(item.label)}</span>
      </Link>
      {children}
    </li>
  )
}

/**
 * The number of records that wait. It links to the list that shows exactly these records; if
 * several lists are counted, each of their entries has its own number.
 */
function MenuCount({
  waits,
  items,
  text,
  onChoose,
}: {
  readonly waits: WireMenuWaits
  readonly items: readonly MenuItem[]
  readonly text: string
  readonly onChoose: (() => void) | undefined
}) {
  const [part, ...others] = waits.parts
  const item = items.find(({ key }) => key === part?.entry)
  const shown = countText(waits.count)
  const attributes = { className: 'menu-count', 'data-tone': waits.tone }
  return part && item && others.length === 0 ? (
    <Tooltip text={text} side="right">
      <Link {...attributes} to={waitingPath(item, part.view)} aria-label={text} onClick={onChoose}>
        {shown}
      </Link>
    </Tooltip>
  ) : (
    <span {...attributes} aria-hidden="true">
      {shown}
    </span>
  )
}

/** The number of records that wait in one of several counted lists. */
export function EntryCount({
  waits,
  item,
}: {
  readonly waits: WireMenuWaits
  readonly item: MenuItem
}) {
  const { t } = useTranslation('shell')
  const part = waits.parts.find(({ entry }) => entry === item.key)
  if (!part) return null
  return (
    <Link
      className="menu-count"
      data-tone={waits.tone}
      to={waitingPath(item, part.view)}
      aria-label={
        part.count === null
          ? t('menu.unknownCount')
          : t([`menu.waits.${item.section?.name}`, 'menu.waiting'], { count: part.count })
      }
    >
      {countText(part.count)}
    </Link>
  )
}

/** Path of the list with exactly the counted records. */
const waitingPath = ({ path }: ConsolePage, view: string) =>
  `${path}?${new URLSearchParams({ view })}`

const countText = (count: number | null) =>
  count === null ? '–' : numberDisplay(count, currentLanguage(), 0)
