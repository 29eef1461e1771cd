/**
 * Light or dark, remembered in this browser. `index.html` sets the stored theme before the first paint; this module changes
 * it afterwards and tells whoever listens.
 */
import { useSyncExternalStore } from 'react'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The inline script of `index.html` spells the same key. */
const themeKey = 'matricola.theme'

const listeners = new Set<() => void>()

const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

export function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  remember(theme)
  for (const listener of listeners) listener()
}

export const toggleTheme = () => setTheme(currentTheme() === 'dark' ? 'light' : 'dark')

/** Shows the stored theme, light where none is stored; also when another tab changes it. */
export function startTheme() {
  document.documentElement.dataset.theme = storedTheme()
  window.addEventListener('storage', (event) => {
    if (event.key !== themeKey) return
    document.documentElement.dataset.theme = storedTheme()
    for (const listener of listeners) listener()
  })
}

export function useTheme(): Theme {
  return useSyncExternalStore(listen, currentTheme, paintedTheme)
}

/** What the server paints with: it knows no theme. */
const paintedTheme = (): Theme => 'light'

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Storage can be refused by the browser; the theme then lasts as long as the page.
function storedTheme(): Theme {
  try {
    return localStorage.getItem(themeKey) === 'dark' ? 'dark' : 'light'
  } catch {
    return 'light'
  }
}

function remember(theme: Theme) {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Refused: see above.
  }
}
