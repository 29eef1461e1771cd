/**
 * The theme that is stored in this browser, and the one set on the page. Plain pages
 * (`src/public/plain`) load no other theme code.
 */

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The inline script of `index.html` uses the same key. */
export const themeKey = 'matricola.theme'

export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'

export function showTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
}

// The browser may deny access to storage. In that case the theme is lost when the user leaves the
// page.
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
    // The browser denied access to storage.
  }
}
