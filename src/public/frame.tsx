import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { verifyPath } from '#model/paths.ts'
import { phoneInGroups } from '#model/phone.ts'
import { type Language, languages } from '#model/vocabulary.ts'
import { productName } from '../config.ts'
import { changeLanguage, languageNames, useLanguage, useText } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { toggleTheme, useTheme } from '../theme/theme.ts'
import { Own } from './own.tsx'
import { useUniversity } from './university.ts'
import './public.css'

/** Header, content and footer of every public page; `title` also names the browser's tab. */
export function PublicFrame({ title, hasErrors, children }: { title: string; hasErrors?: boolean; children: ReactNode }) {
  const t = useText('public')
  const page = `${title} – ${productName}`
  const documentTitle = hasErrors ? t('app.titleWithError', { title: page }) : page
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  return (
    <div className="public">
      <a className="skip-link" href="#main">
        {t('app.skip')}
      </a>
      <Header />
      <main className="public-main" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

function Header() {
  const university = useUniversity()
  return (
    <header className="public-header">
      <a className="brand" href="/">
        <img src="/emblem.svg" alt="" width="32" height="32" />
        <Own>{university?.universityName || productName}</Own>
      </a>
      <LanguageMenu />
      <ThemeSwitch />
    </header>
  )
}

/** How to reach the admission office, in the same place on every page. */
function Footer() {
  const t = useText('public')
  const { admissionPhone: phone, admissionEmail: email, officeHours, hasUsualHours } = useUniversity() ?? {}
  return (
    <footer className="public-footer">
      <strong>{t('footer.office')}</strong>
      {phone || email || officeHours ? (
        <>
          {phone ? <a href={`tel:${phone}`}>{phoneInGroups(phone)}</a> : null}
          {email ? <a href={`mailto:${email}`}>{email}</a> : null}
          {hasUsualHours ? <span>{t('footer.hours')}</span> : officeHours ? <Own>{officeHours}</Own> : null}
        </>
      ) : (
        <span>{t('footer.fallback')}</span>
      )}
      <a href={verifyPath}>{t('footer.verify')}</a>
    </footer>
  )
}

/** The languages, behind the one that is shown; real links, which lead on where scripts do not run. */
function LanguageMenu() {
  const t = useText('public')
  const current = useLanguage()
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  const backToButton = () => {
    close()
    menu.current?.querySelector('summary')?.focus()
  }
  const change = (language: Language) => (event: MouseEvent) => {
    event.preventDefault()
    changeLanguage(language)
    backToButton()
  }
  useEffect(() => {
    const look = ({ target }: Event) => target instanceof Node && !menu.current?.contains(target) && close()
    document.addEventListener('pointerdown', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerdown', look)
      document.removeEventListener('focusin', look)
    }
  })
  return (
    <nav className="languages" aria-label={t('app.languages')}>
      <details ref={menu} onKeyDown={({ key }) => key === 'Escape' && backToButton()}>
        <summary>
          <span className="visually-hidden">{t('app.languages')}</span> <span lang={current}>{languageNames[current]}</span>
        </summary>
        <ul>
          {languages.map((language) => (
            <li key={language}>
              <a
                href={`?lng=${language}`}
                lang={language}
                hrefLang={language}
                aria-current={language === current ? 'true' : undefined}
                onClick={change(language)}
              >
                {languageNames[language]}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}

/** Says which theme is on; a press changes it. */
function ThemeSwitch() {
  const t = useText('public')
  const theme = useTheme()
  return (
    <button type="button" className="theme-switch" data-shown={theme} onClick={toggleTheme}>
      <Icon name={theme === 'dark' ? 'moon' : 'sun'} />
      <span>{t(`theme.${theme}`)}</span>
    </button>
  )
}
