/**
 * Features that Ant Design's modal and drawer lack: initial focus, returning focus, Escape from
 * anywhere, and an inert page below.
 */
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { overlayContainerId } from './overlay-container.ts'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/**
 * Removes the focus guards from the tab order, and focuses the first control unless another control
 * already has focus.
 */
export function prepareFocus(content: HTMLElement | null) {
  const dialog = content?.closest('[role="dialog"]')
  if (!dialog) return
  for (const stop of dialog.querySelectorAll<HTMLElement>(':scope > [tabindex]')) stop.tabIndex = -1
  if (content?.contains(document.activeElement)) return
  dialog.querySelector<HTMLElement>(focusable)?.focus()
}

/**
 * Elements that receive the keys while an overlay is loading, each with the element that had focus
 * before.
 */
const keyCaptures = new WeakMap<Element, Element | null>()

/** The focused element, or the one that had focus before the overlay started to load. */
const focusBefore = () =>
  keyCaptures.get(document.activeElement ?? document.body) ?? document.activeElement

/** Returns focus to where it was when the overlay unmounts. */
export function useReturnFocus() {
  const previousFocus = useRef(focusBefore())
  useEffect(() => {
    const previous = previousFocus.current
    return () => {
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus()
    }
  }, [])
}

/** Open modals, the topmost last. */
const openModals: symbol[] = []

/** Open popups. The page below them stays reachable. */
const openPopups = new Set<symbol>()

/**
 * Whether a modal, drawer or popup is open or loading. Keys then belong to it, wherever focus is.
 */
export const isPageCovered = () => openModals.length > 0 || openPopups.size > 0

/** Keeps keyboard shortcuts from the page while a popup is mounted. */
export function usePopupOverlay() {
  useLayoutEffect(() => {
    const popup = Symbol('popup')
    openPopups.add(popup)
    return () => {
      openPopups.delete(popup)
    }
  }, [])
}

/**
 * Registers a modal or drawer. The page is inert while any is open, so focus, pointer and screen
 * readers cannot reach it.
 */
export function useModalOverlay(isOpen: boolean): symbol {
  const [modal] = useState(() => Symbol('modal'))
  useLayoutEffect(() => {
    if (!isOpen) return
    const page = document.getElementById(overlayContainerId)?.parentElement
    const updateInert = () => {
      for (const element of page?.children ?? [])
        if (element.id !== overlayContainerId)
          element.toggleAttribute('inert', openModals.length > 0)
    }
    openModals.push(modal)
    updateInert()
    // Resizing the window can replace the menu with another element, which also has to be made
    // inert.
    const childObserver = new MutationObserver(updateInert)
    if (page) childObserver.observe(page, { childList: true })
    return () => {
      childObserver.disconnect()
      openModals.splice(openModals.indexOf(modal), 1)
      updateInert()
    }
  }, [isOpen, modal])
  return modal
}

/** The modal that contains the component, if any. */
export const ModalContext = createContext<symbol | undefined>(undefined)

/**
 * Returns a function that checks whether a modal covers the component, which may itself be inside a
 * modal.
 */
export function useIsCovered(): () => boolean {
  const containingModal = useContext(ModalContext)
  return () => openModals.at(-1) !== containingModal
}

/** Handles Escape while no element has focus, such as after the focused button was removed. */
export function useEscapeAnywhere(isOpen: boolean, onClose?: () => void) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) =>
      event.key === 'Escape' && event.target === document.body && close.current?.()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOpen])
}

/** Types of inputs in which text can be inserted at the caret. */
const textTypes = ['text', 'search', 'tel', 'url', 'password']

/** Inserts text into the focused input at its caret. Does nothing if no text input has focus. */
export function typeIntoFocused(text: string) {
  const input = document.activeElement
  const takesText =
    input instanceof HTMLTextAreaElement ||
    (input instanceof HTMLInputElement && textTypes.includes(input.type))
  if (text === '' || !takesText || input.readOnly || keyCaptures.has(input)) return
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
  input.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }),
  )
}

/**
 * Captures focus and all keys while `holder` is mounted. No listener on the page receives a key.
 * The browser types into `holder` as into any input, so dead keys, input methods and pasted text
 * work too. Escape calls `onEscape`.
 */
export function useKeyCapture(
  holder: { readonly current: HTMLInputElement | null },
  handlers: { readonly onEscape: () => void; readonly onEnd: (typed: string) => void },
) {
  useModalOverlay(true)
  const latest = useRef(handlers)
  latest.current = handlers
  const [previousFocus] = useState(focusBefore)
  useLayoutEffect(() => {
    const input = holder.current
    if (!input) return
    keyCaptures.set(input, previousFocus)
    input.focus()
    const handleKeyDown = (event: KeyboardEvent) => {
      event.stopImmediatePropagation()
      const isCommand = event.ctrlKey || event.metaKey
      if (event.key === 'Escape' && !event.isComposing) latest.current.onEscape()
      // These would open browser dialogs. Other commands, such as reloading the page, remain
      // possible.
      else if (isCommand && pageCommands.includes(event.key.toLowerCase())) event.preventDefault()
      else if (!isCommand && !event.altKey && [...event.key].length === 1 && event.key !== ' ')
        input.focus()
    }
    window.addEventListener('keydown', handleKeyDown, true)
    window.addEventListener('keyup', stopEvent, true)
    return () => {
      window.removeEventListener('keydown', handleKeyDown, true)
      window.removeEventListener('keyup', stopEvent, true)
      latest.current.onEnd(input.value)
    }
  }, [holder, previousFocus])
  useEffect(
    () => () => {
      const hasNoFocus = document.activeElement === null || document.activeElement === document.body
      if (hasNoFocus && previousFocus instanceof HTMLElement && previousFocus.isConnected)
        previousFocus.focus()
    },
    [previousFocus],
  )
}

/** Letters that are shortcuts on the page in combination with Ctrl. */
const pageCommands = ['k', 's']

const stopEvent = (event: Event) => event.stopImmediatePropagation()
