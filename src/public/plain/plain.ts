/** All the script of a page that is whole as the server painted it: the theme, and the language for the pages after it. */
import '../../theme/index.css'
import '../public.css'
import '../progress/progress.css'
import '../status/status.css'
import './plain.css'
import { languages } from '#model/vocabulary.ts'
import { rememberLanguage } from '../../language-choice.ts'
import { rememberTheme, showTheme, storedTheme, type Theme, themeKey } from '../../theme/stored.ts'

const root = document.documentElement
// Where this runs, the theme can be switched.
root.dataset.scripted = ''
showTheme(storedTheme())

const language = languages.find((known) => known === root.lang)
if (language) rememberLanguage(language)

/** One button for each theme, of which one is shown. */
const buttonOf = (theme: Theme) => document.querySelector<HTMLButtonElement>(`.theme-switch[data-shown=${theme}]`)

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('.theme-switch')) return
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
  showTheme(theme)
  rememberTheme(theme)
  buttonOf(theme)?.focus()
})

/** The menu of languages closes when somebody turns to something else, or by Escape. */
const menu = () => document.querySelector<HTMLDetailsElement>('.languages details')
const look = ({ target }: Event) => target instanceof Node && !menu()?.contains(target) && menu()?.removeAttribute('open')
document.addEventListener('pointerdown', look)
document.addEventListener('focusin', look)
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu()?.open) return
  menu()?.removeAttribute('open')
  menu()?.querySelector('summary')?.focus()
})

window.addEventListener('storage', ({ key }) => {
  if (key === themeKey) showTheme(storedTheme())
})
