/**
 * The only script of a fully rendered page: it sets the theme, and stores the language for the next
 * pages.
 */
import '@matricola/console/theme/index.css'
import '@matricola/console/public/public.css'
import '../progress/progress.css'
import '../status/status.css'
import './plain.css'
import { rememberLanguage } from '@matricola/console/language-choice.ts'
import {
  rememberTheme,
  showTheme,
  storedTheme,
  type Theme,
  themeKey,
} from '@matricola/console/theme/stored-theme.ts'
import { languages } from '#resources/languages.ts'

const root = document.documentElement
// Shows the button that switches the theme, which needs a script.
root.dataset.scripted = ''
showTheme(storedTheme())

const language = languages.find((known) => known === root.lang)
if (language) rememberLanguage(language)

/** There is one button per theme, and only one of them is visible. */
const buttonOf = (theme: Theme) =>
  document.querySelector<HTMLButtonElement>(`.theme-switch[data-shown=${theme}]`)

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('.theme-switch')) return
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
  showTheme(theme)
  rememberTheme(theme)
  buttonOf(theme)?.focus()
})

/** Closes the language menu on Escape, or when the user clicks or focuses something else. */
const menu = () => document.querySelector<HTMLDetailsElement>('.languages details')
const closeMenuOutside = ({ target }: Event) =>
  target instanceof Node && !menu()?.contains(target) && menu()?.removeAttribute('open')
document.addEventListener('pointerdown', closeMenuOutside)
document.addEventListener('focusin', closeMenuOutside)
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu()?.open) return
  menu()?.removeAttribute('open')
  menu()?.querySelector('summary')?.focus()
})

window.addEventListener('storage', ({ key }) => {
  if (key === themeKey) showTheme(storedTheme())
})
