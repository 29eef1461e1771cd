/** A section of the collapsed menu: an icon that opens the section next to it. */
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../icons/icon.tsx'
import {
  EntryCount,
  MenuEntryRow,
  type MenuSectionProps,
  shownItems,
  useSectionTexts,
} from './menu-section.tsx'

/** Time in milliseconds that the pointer rests on the icon before the section opens or closes. */
const hoverMs = 200

export function MenuFlyout(props: MenuSectionProps) {
  const { section, path, items, waits, current, isProcessOpen } = props
  const { label, waiting, labelWithCount } = useSectionTexts(props)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  /** Opened by the pointer, or by a click or key, which keeps it open when the pointer leaves. */
  const [isOpen, setOpen] = useState<false | 'hover' | 'kept'>(false)
  const [position, setPosition] = useState<CSSProperties>({})
  const [focusesEntry, setFocusesEntry] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (isOpen && focusesEntry) box.current?.querySelector<HTMLElement>('ul a')?.focus()
  }, [isOpen, focusesEntry])
  const open = (how: 'hover' | 'kept', focusesFirst = false) => {
    const bounds = trigger.current?.getBoundingClientRect()
    // Sections in the lower half open upwards, so that they fit on the screen.
    if (bounds)
      setPosition(
        bounds.top < window.innerHeight / 2
          ? { insetBlockStart: bounds.top }
          : { insetBlockEnd: window.innerHeight - bounds.bottom },
      )
    setFocusesEntry(focusesFirst)
    setOpen(how)
  }
  const afterRest = (action: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, hoverMs)
  }
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && event.target === trigger.current) open('kept', true)
    else if (isOpen && (event.key === 'Escape' || event.key === 'ArrowLeft')) {
      event.stopPropagation()
      trigger.current?.focus()
      close()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: opens on hover and with the arrow key, in addition to the button
    <div
      ref={box}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (isOpen === 'kept' && !box.current?.contains(relatedTarget)) close()
      }}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse' && !isOpen) afterRest(() => open('hover'))
      }}
      onPointerLeave={() => {
        if (isOpen !== 'kept') afterRest(close)
      }}
    >
      <button
        ref={trigger}
        type="button"
        className="menu-link menu-flyout-trigger"
        data-current={isProcessOpen || items.some(({ key }) => key === current) || undefined}
        aria-label={labelWithCount}
        aria-expanded={isOpen !== false}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen === 'kept' ? close() : open('kept'))}
      >
        <Icon name={section.icon ?? 'menu'} />
        {waits && <span className="menu-dot" data-tone={waits.tone} />}
      </button>
      {isOpen && (
        <div id={id} className="menu-flyout" style={position}>
          <Link className="menu-link menu-flyout-title" to={path} onClick={close}>
            {label}
          </Link>
          {waiting && <p className="menu-flyout-count">{waiting}</p>}
          <ul className="bare-list menu-list" aria-label={label}>
            {shownItems(items, current).map((item) => (
              <MenuEntryRow key={item.key} item={item} current={current} onChoose={close}>
                {waits && <EntryCount waits={waits} item={item} />}
              </MenuEntryRow>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
