/**
 * Light or dark theme, stored in this browser. `index.html` sets the stored theme before the first
 * render. This module changes the theme later and notifies listeners.
 */
import { useSyncExternalStore } from 'react'
import {
  currentTheme,
  rememberTheme,
  showTheme,
  storedTheme,
  type Theme,
  themeKey,
} from './stored-theme.ts'

const listeners = new Set<() => void>()

export function setTheme(theme: Theme) {
  showTheme(theme)
  rememberTheme(theme)
  for (const listener of listeners) listener()
}

export const toggleTheme = () => setTheme(currentTheme() === 'dark' ? 'light' : 'dark')

/**
 * Applies the stored theme, which is light by default. Applies it again when another tab changes
 * it.
 */
export function startTheme() {
  showTheme(storedTheme())
  window.addEventListener('storage', (event) => {
    if (event.key !== themeKey) return
    showTheme(storedTheme())
    for (const listener of listeners) listener()
  })
}

export function useTheme(): Theme {
  return useSyncExternalStore(listen, currentTheme, prerenderTheme)
}

/** Theme for prerendering, because the server does not know the theme of the user. */
const prerenderTheme = (): Theme => 'light'

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
