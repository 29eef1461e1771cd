import { useEffect, useRef } from 'react'
import { useUser } from '../app/user-context.ts'
import { useGoToShortcuts } from './go-to-shortcuts.ts'
import { isKeyHandledElsewhere, useSingleKeyShortcuts } from './single-key-shortcuts.ts'

interface ShellShortcutHandlers {
  readonly openPalette: () => void
  readonly openShortcuts: () => void
}

/**
 * Shortcuts available on every page. They are handled last, so that a page can handle them first,
 * for example to use its own search.
 */
export function useShellShortcuts(keys: ShellShortcutHandlers) {
  const [hasSingleKeys] = useSingleKeyShortcuts(useUser().id)
  const latest = useRef(keys)
  latest.current = keys
  useGoToShortcuts()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F6' && focusToast()) event.preventDefault()
      else if (isPaletteKey(event)) {
        event.preventDefault()
        latest.current.openPalette()
      } else if (
        hasSingleKeys &&
        !isKeyHandledElsewhere(event) &&
        (event.key === '?' || event.key === '/')
      ) {
        event.preventDefault()
        if (event.key === '?') latest.current.openShortcuts()
        else focusPageSearch(latest.current.openPalette)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [hasSingleKeys])
}

const isPaletteKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === 'k'

/** Focuses the page's search box, or opens the global search if the page has none. */
function focusPageSearch(otherwise: () => void) {
  const searchInput = document.querySelector<HTMLElement>('main [data-key="search"]')
  if (searchInput) searchInput.focus()
  else otherwise()
}

/**
 * Focuses the action or the close button of the newest toast. Returns false if there is no toast,
 * so that the key keeps its default effect.
 */
function focusToast(): boolean {
  const toast = [...document.querySelectorAll<HTMLElement>('.toast')].at(-1)
  const button = toast?.querySelector<HTMLElement>('.button, .button-icon')
  button?.focus()
  return button !== undefined && button !== null
}
