/** The theme as this browser keeps it, and as the page has it. Plain pages know nothing else of it. */

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The inline script of `index.html` spells the same key. */
export const themeKey = 'matricola.theme'

export const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

export function showTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
}

// Storage can be refused by the browser; the theme then lasts as long as the page.
export function storedTheme(): Theme {
  try {
    return localStorage.getItem(themeKey) === 'dark' ? 'dark' : 'light'
  } catch {
    return 'light'
  }
}

export function rememberTheme(theme: Theme) {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Refused: see above.
  }
}
