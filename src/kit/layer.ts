/** Behaviour that Ant Design's modal and drawer lack: focus that begins inside and goes back, Escape wherever it is, and a page below that is out of reach. */
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { overlaysId } from './overlays.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Takes the stops around the content from the keyboard, and begins on the first control unless one has asked for the focus. */
export function begin(inside: HTMLElement | null) {
  const dialog = inside?.closest('[role="dialog"]')
  if (!dialog) return
  for (const stop of dialog.querySelectorAll<HTMLElement>(':scope > [tabindex]')) stop.tabIndex = -1
  if (inside?.contains(document.activeElement)) return
  dialog.querySelector<HTMLElement>(focusable)?.focus()
}

/** Elements that hold the keys while an overlay opens, each with the element that had the focus before. */
const holders = new WeakMap<Element, Element | null>()

/** The element with the focus. While an overlay opens, the element that had it before. */
const focusBefore = () => holders.get(document.activeElement ?? document.body) ?? document.activeElement

/** Focus returns to where it was before, when the modal goes. */
export function useFocusBack() {
  const before = useRef(focusBefore())
  useEffect(() => {
    const came = before.current
    return () => {
      if (came instanceof HTMLElement && came.isConnected) came.focus()
    }
  }, [])
}

/** Modals that are open, the one above the others last. */
const open: symbol[] = []

/** Popups that are open. The page stays reachable below them. */
const popups = new Set<symbol>()

/** Whether a modal, a drawer or a popup is open or opening: keys belong to it, wherever the focus is. */
export const isPageCovered = () => open.length > 0 || popups.size > 0

/** Keeps the keys from the page while a popup is mounted. */
export function usePopupLayer() {
  useLayoutEffect(() => {
    const popup = Symbol('popup')
    popups.add(popup)
    return () => {
      popups.delete(popup)
    }
  }, [])
}

/** Sets a modal or a drawer above the page, which neither focus nor pointer nor screen reader reaches for as long as any is open. */
export function useLayer(isOpen: boolean): symbol {
  const [layer] = useState(() => Symbol('modal'))
  useLayoutEffect(() => {
    if (!isOpen) return
    const page = document.getElementById(overlaysId)?.parentElement
    const cover = () => {
      for (const part of page?.children ?? []) if (part.id !== overlaysId) part.toggleAttribute('inert', open.length > 0)
    }
    open.push(layer)
    cover()
    // The menu is another one once the window is wide, or narrow.
    const comers = new MutationObserver(cover)
    if (page) comers.observe(page, { childList: true })
    return () => {
      comers.disconnect()
      open.splice(open.indexOf(layer), 1)
      cover()
    }
  }, [isOpen, layer])
  return layer
}

/** Stands around what is in one. */
export const Layer = createContext<symbol | undefined>(undefined)

/** Answers a function that tells whether a modal stands over what asks; it may stand in one itself. */
export function useIsCovered(): () => boolean {
  const own = useContext(Layer)
  return () => open.at(-1) !== own
}

/** Hears Escape while the focus is nowhere, as after a button that has gone. */
export function useEscapeAnywhere(isOpen: boolean, onClose?: () => void) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && event.target === document.body && close.current?.()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOpen])
}

/** Types of inputs that take text at the caret. */
const textTypes = ['text', 'search', 'tel', 'url', 'password']

/** Types a text into the input that has the focus, at its caret. Does nothing where the focus is elsewhere. */
export function typeIntoFocused(text: string) {
  const input = document.activeElement
  const takesText = input instanceof HTMLTextAreaElement || (input instanceof HTMLInputElement && textTypes.includes(input.type))
  if (text === '' || !takesText || input.readOnly || holders.has(input)) return
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/**
 * Takes the focus and every key for as long as `holder` is mounted. No listener of the page hears a key; the browser types text
 * into `holder` as into any input, so dead keys, input methods and pasted text are kept too. Escape calls `onEscape`.
 */
export function useKeyHolder(
  holder: { readonly current: HTMLInputElement | null },
  on: { readonly onEscape: () => void; readonly onEnd: (typed: string) => void },
) {
  useLayer(true)
  const latest = useRef(on)
  latest.current = on
  const [before] = useState(focusBefore)
  useLayoutEffect(() => {
    const input = holder.current
    if (!input) return
    holders.set(input, before)
    input.focus()
    const hold = (event: KeyboardEvent) => {
      event.stopImmediatePropagation()
      const isCommand = event.ctrlKey || event.metaKey
      if (event.key === 'Escape' && !event.isComposing) latest.current.onEscape()
      // These would open a window of the browser; the rest, such as reloading the page, stays possible.
      else if (isCommand && pageCommands.includes(event.key.toLowerCase())) event.preventDefault()
      else if (!isCommand && !event.altKey && [...event.key].length === 1 && event.key !== ' ') input.focus()
    }
    window.addEventListener('keydown', hold, true)
    window.addEventListener('keyup', stop, true)
    return () => {
      window.removeEventListener('keydown', hold, true)
      window.removeEventListener('keyup', stop, true)
      latest.current.onEnd(input.value)
    }
  }, [holder, before])
  useEffect(
    () => () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus()
    },
    [before],
  )
}

/** Letters that do something with Ctrl on a page. */
const pageCommands = ['k', 's']

const stop = (event: Event) => event.stopImmediatePropagation()
