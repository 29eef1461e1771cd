import { useEffect, useRef } from 'react'
import { usePerson } from '#src/console/person.ts'
import { isTaken, useSingleKeys } from '#src/console/single-keys.ts'
import { useGoKeys } from './go-keys.ts'

interface ShellKeys {
  readonly openPalette: () => void
  readonly openSheet: () => void
}

/** The keys that every page has. They listen last, so that a page with a sheet or a search of its own goes first. */
export function useShellKeys(keys: ShellKeys) {
  const [hasSingleKeys] = useSingleKeys(usePerson().id)
  const latest = useRef(keys)
  latest.current = keys
  useGoKeys()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F6' && focusToast()) event.preventDefault()
      else if (isPaletteKey(event)) {
        event.preventDefault()
        latest.current.openPalette()
      } else if (hasSingleKeys && !isTaken(event) && (event.key === '?' || event.key === '/')) {
        event.preventDefault()
        if (event.key === '?') latest.current.openSheet()
        else searchOfPage(latest.current.openPalette)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [hasSingleKeys])
}

const isPaletteKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'

/** The page's own search box, or the search of everything where it has none. */
function searchOfPage(otherwise: () => void) {
  const box = document.querySelector<HTMLElement>('main [data-key="search"]')
  if (box) box.focus()
  else otherwise()
}

/** Leads to the newest message: to what it offers, else to its close button. False where there is none, and the key is the browser's. */
function focusToast(): boolean {
  const toast = [...document.querySelectorAll<HTMLElement>('.toast')].at(-1)
  const button = toast?.querySelector<HTMLElement>('.button, .button-icon')
  button?.focus()
  return button !== undefined && button !== null
}
