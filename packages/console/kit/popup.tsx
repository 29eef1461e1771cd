import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { getOverlayContainer } from './overlay-container.ts'
import { usePopupOverlay } from './overlay-focus.ts'
import { Tooltip } from './tooltip.tsx'
import './popup.css'

interface PopupProps {
  /** Accessible name of the button, if its content is not enough. */
  readonly label?: string
  readonly title?: string
  readonly button: ReactNode
  readonly className?: string
  /** Name by which shortcuts of the page find the button. */
  readonly triggerKey?: string
  /** The shortcut that clicks the button, if it is a single key. */
  readonly shortcut?: string
  readonly panelLabel: string
  readonly panelClassName?: string
  /** Opens the panel on mount, for popups that another control asked for. */
  readonly isInitiallyOpen?: boolean
  /** Called after the panel has closed in any way. */
  readonly onClosed?: () => void
  /** `close` returns focus to the button. */
  readonly children: (close: () => void) => ReactNode
}

const gap = 4

/**
 * A button that opens a panel in the overlays region. Arrow keys move between the panel's controls;
 * Escape and a click outside close it. Focus returns to the button.
 */
export function Popup({
  label,
  title,
  button,
  className = '',
  triggerKey,
  shortcut,
  panelLabel,
  panelClassName = '',
  isInitiallyOpen = false,
  onClosed,
  children,
}: PopupProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  const leave = () => {
    setOpen(false)
    onClosed?.()
  }
  const close = () => {
    trigger.current?.focus()
    leave()
  }
  const shown = (
    <button
      ref={trigger}
      type="button"
      className={className}
      aria-label={label}
      data-key={triggerKey}
      aria-keyshortcuts={shortcut}
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onClick={() => (isOpen ? leave() : setOpen(true))}
    >
      {button}
    </button>
  )
  return (
    <>
      {title === undefined ? shown : <Tooltip text={isOpen ? undefined : title}>{shown}</Tooltip>}
      {isOpen &&
        createPortal(
          <Panel
            id={id}
            trigger={trigger}
            label={panelLabel}
            className={panelClassName}
            onClose={close}
            onLeave={leave}
          >
            {children(close)}
          </Panel>,
          getOverlayContainer(),
        )}
    </>
  )
}

interface PanelProps {
  readonly id: string
  readonly trigger: { readonly current: HTMLElement | null }
  readonly label: string
  readonly className: string
  readonly onClose: () => void
  readonly onLeave: () => void
  readonly children: ReactNode
}

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled])'

/** Types of inputs in which the up and down arrows have no meaning. */
const nonTextInputTypes = ['checkbox', 'radio', 'search']

function Panel({ id, trigger, label, className, onClose, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<CSSProperties>({ visibility: 'hidden' })

  useLayoutEffect(() => {
    const triggerBounds = trigger.current?.getBoundingClientRect()
    const panelBounds = panel.current?.getBoundingClientRect()
    if (!triggerBounds || !panelBounds) return
    // Aligned with the left or right edge of the button, depending on the half of the window it is
    // in.
    const preferredLeft =
      triggerBounds.left < window.innerWidth / 2
        ? triggerBounds.left
        : triggerBounds.right - panelBounds.width
    const left = Math.max(gap, Math.min(preferredLeft, window.innerWidth - panelBounds.width - gap))
    const below = triggerBounds.bottom + gap
    const fitsBelow =
      below + panelBounds.height <= window.innerHeight - gap ||
      triggerBounds.top < panelBounds.height
    setPosition({
      left,
      top: fitsBelow ? below : triggerBounds.top - panelBounds.height - gap,
      maxHeight: fitsBelow ? window.innerHeight - below - gap : undefined,
    })
  }, [trigger])

  usePopupOverlay()
  useLayoutEffect(() => {
    const panelElement = panel.current
    if (position.visibility === 'hidden' || !panelElement) return
    let isEmpty = true
    const focusFirst = () => {
      const found = ['[data-autofocus]', '[aria-current="true"]', focusable].map((selector) =>
        panelElement.querySelector<HTMLElement>(selector),
      )
      const first = found.find((element) => element)
      isEmpty = !first
      const control = first ?? panelElement
      control.focus()
    }
    focusFirst()
    // Content may be loaded later or remove the focused control; focus must not fall back to the
    // page.
    const observer = new MutationObserver(() => {
      const activeElement = document.activeElement
      if (
        activeElement === document.body ||
        activeElement === null ||
        (activeElement === panelElement && isEmpty)
      )
        focusFirst()
    })
    observer.observe(panelElement, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [position])

  useEffect(() => {
    const closeOnOutsideEvent = (event: Event) => {
      const target = event.target as Node // targets of document events are nodes
      if (panel.current?.contains(target) || trigger.current?.contains(target)) return
      // Inputs that apply their text on blur must do so before the panel closes.
      if (panel.current?.contains(document.activeElement))
        (document.activeElement as HTMLElement).blur()
      onLeave()
    }
    document.addEventListener('pointerdown', closeOnOutsideEvent)
    document.addEventListener('focusin', closeOnOutsideEvent)
    window.addEventListener('resize', onLeave)
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsideEvent)
      document.removeEventListener('focusin', closeOnOutsideEvent)
      window.removeEventListener('resize', onLeave)
    }
  }, [trigger, onLeave])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a panel of links and buttons is not a fieldset
    <div
      ref={panel}
      id={id}
      role="group"
      tabIndex={-1}
      aria-label={label}
      className={`popup ${className}`}
      style={position}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
        const isText =
          event.target instanceof HTMLInputElement && !nonTextInputTypes.includes(event.target.type)
        if (isText || event.target instanceof HTMLSelectElement) return
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault()
          moveFocus(panel.current, event.key === 'ArrowDown' ? 1 : -1)
        }
      }}
    >
      {children}
    </div>
  )
}

function moveFocus(panel: HTMLElement | null, step: number) {
  const controls = [...(panel?.querySelectorAll<HTMLElement>(focusable) ?? [])]
  const index = controls.indexOf(document.activeElement as HTMLElement)
  controls[(index + step + controls.length) % controls.length]?.focus()
}
