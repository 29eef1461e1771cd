import { type MouseEvent, type ReactNode, useEffect } from 'react'
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
      <LanguageLinks />
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

function LanguageLinks() {
  const t = useText('public')
  const current = useLanguage()
  const change = (language: Language) => (event: MouseEvent) => {
    event.preventDefault()
    changeLanguage(language)
  }
  return (
    <nav className="languages" aria-label={t('app.languages')}>
      {languages.map((language) => (
        <a
          key={language}
          href={`?lng=${language}`}
          lang={language}
          hrefLang={language}
          aria-current={language === current ? 'true' : undefined}
          onClick={change(language)}
        >
          {languageNames[language]}
        </a>
      ))}
    </nav>
  )
}

function ThemeSwitch() {
  const t = useText('public')
  const isDark = useTheme() === 'dark'
  const other = isDark ? t('theme.light') : t('theme.dark')
  return (
    <button
      type="button"
      className="theme-switch"
      data-shown={isDark ? 'dark' : 'light'}
      aria-label={t('theme.change', { theme: other })}
      onClick={toggleTheme}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
      <span>{other}</span>
    </button>
  )
}
