/** Behaviour that Ant Design's modal and drawer lack: focus that begins inside and goes back, Escape wherever it is, and a page below that is out of reach. */
import { createContext, useContext, useEffect, useRef, useState } from 'react'
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

/** Focus returns to where it was before, when the modal goes. */
export function useFocusBack() {
  const before = useRef(document.activeElement)
  useEffect(() => {
    const came = before.current
    return () => {
      if (came instanceof HTMLElement && came.isConnected) came.focus()
    }
  }, [])
}

/** Modals that are open, the one above the others last. */
const open: symbol[] = []

/** Sets a modal or a drawer above the page, which neither focus nor pointer nor screen reader reaches for as long as any is open. */
export function useLayer(isOpen: boolean): symbol {
  const [layer] = useState(() => Symbol('modal'))
  useEffect(() => {
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
