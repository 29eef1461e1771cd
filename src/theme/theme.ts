/**
 * Light or dark, remembered in this browser. `index.html` sets the stored theme before the first paint; this module changes
 * it afterwards and tells whoever listens.
 */
import { useSyncExternalStore } from 'react'
import { currentTheme, rememberTheme, showTheme, storedTheme, type Theme, themeKey } from './stored.ts'

const listeners = new Set<() => void>()

export function setTheme(theme: Theme) {
  showTheme(theme)
  rememberTheme(theme)
  for (const listener of listeners) listener()
}

export const toggleTheme = () => setTheme(currentTheme() === 'dark' ? 'light' : 'dark')

/** Shows the stored theme, light where none is stored; also when another tab changes it. */
export function startTheme() {
  showTheme(storedTheme())
  window.addEventListener('storage', (event) => {
    if (event.key !== themeKey) return
    showTheme(storedTheme())
    for (const listener of listeners) listener()
  })
}

export function useTheme(): Theme {
  return useSyncExternalStore(listen, currentTheme, paintedTheme)
}

/** Theme the server paints with: it knows none. */
const paintedTheme = (): Theme => 'light'

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
