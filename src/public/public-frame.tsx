import { changeLanguage, useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import type { Theme } from '@matricola/console/theme/stored-theme.ts'
import { toggleTheme, useTheme } from '@matricola/console/theme/theme.ts'
import { formatPhone } from '@matricola/schema/values/phone.ts'
import { type Language, languageFacts, languages } from '@matricola/schema/vocabulary.ts'
import {
  type KeyboardEventHandler,
  type MouseEvent,
  type MouseEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { verifyPath } from '#resources/paths.ts'
import { apiUrl } from '../http.ts'
import { productName } from '../product-name.ts'
import { useUniversity } from './public-config.ts'
import { InUniversityLanguage } from './university-language.tsx'
import { WebsiteText } from './website-text.tsx'
import './public.css'

interface PublicFrameProps {
  readonly title: string
  readonly hasErrors?: boolean
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Header, content and footer of every public page. `title` is also the document's title. */
export function PublicFrame({ title, hasErrors, isWide, children }: PublicFrameProps) {
  const t = useText('public')
  const page = `${title} – ${useUniversity()?.universityName || productName}`
  const documentTitle = hasErrors ? t('app.titleWithError', { title: page }) : page
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  return (
    <Frame
      isWide={isWide}
      home="/"
      tools={
        <>
          <LanguageMenu />
          <ThemeSwitch />
        </>
      }
    >
      {children}
    </Frame>
  )
}

interface FrameProps {
  /** Target of the link on the university's name. */
  readonly home: string
  /** Tools at the end of the header. */
  readonly tools: ReactNode
  /** Whether the page uses the full width instead of one column of text. */
  readonly isWide?: boolean | undefined
  readonly children: ReactNode
}

/** Only the frame, which also works without scripts. */
export function Frame({ home, tools, isWide, children }: FrameProps) {
  const t = useText('public')
  const university = useUniversity()
  return (
    <div className={isWide ? 'public public-wide' : 'public'}>
      <a className="skip-link" href="#main">
        {t('app.skip')}
      </a>
      <header className="public-header">
        <a className="brand" href={home}>
          {university?.logo ? (
            <img className="logo" src={apiUrl(`${university.logo}?small`)} alt="" height="40" />
          ) : (
            <img src="/emblem.svg" alt="" width="32" height="32" />
          )}
          <InUniversityLanguage>{university?.universityName || productName}</InUniversityLanguage>
        </a>
        {tools}
      </header>
      <main className="public-main" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** Contact details of the admission office, in the same place on every page. */
function Footer() {
  const t = useText('public')
  const { admissionPhone: phone, admissionEmail: email, website, officeHours, hasUsualHours } = useUniversity() ?? {}
  return (
    <footer className="public-footer">
      <strong>{t('footer.office')}</strong>
      {phone || email || officeHours ? (
        <>
          {phone ? <a href={`tel:${phone}`}>{formatPhone(phone)}</a> : null}
          {email ? <a href={`mailto:${email}`}>{email}</a> : null}
          {hasUsualHours ? (
            <span>{t('footer.hours')}</span>
          ) : officeHours ? (
            <InUniversityLanguage>{officeHours}</InUniversityLanguage>
          ) : null}
          {website ? <a href={website}>{t('footer.website')}</a> : null}
        </>
      ) : (
        <span>
          <WebsiteText>{t('footer.fallback')}</WebsiteText>
        </span>
      )}
      <a href={verifyPath}>{t('footer.verify')}</a>
    </footer>
  )
}

/** A menu of languages, opened from the current one. */
function LanguageMenu() {
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
    const closeOutside = ({ target }: Event) => target instanceof Node && !menu.current?.contains(target) && close()
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  })
  return <LanguageLinks menu={menu} onKeyDown={({ key }) => key === 'Escape' && backToButton()} onChoose={change} />
}

interface LanguageLinksProps {
  readonly menu?: RefObject<HTMLDetailsElement | null>
  readonly onKeyDown?: KeyboardEventHandler
  readonly onChoose?: (language: Language) => MouseEventHandler
}

/** Real links, which also work without scripts. */
export function LanguageLinks({ menu, onKeyDown, onChoose }: LanguageLinksProps) {
  const t = useText('public')
  const current = useLanguage()
  return (
    <nav className="languages" aria-label={t('app.languages')}>
      <details ref={menu} onKeyDown={onKeyDown}>
        <summary>
          <span className="visually-hidden">{t('app.languages')}</span> <span lang={current}>{languageFacts[current].name}</span>
        </summary>
        <ul>
          {languages.map((language) => (
            <li key={language}>
              <a
                href={`?lng=${language}`}
                lang={language}
                hrefLang={language}
                aria-current={language === current ? 'true' : undefined}
                onClick={onChoose?.(language)}
              >
                {languageFacts[language].name}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}

const ThemeSwitch = () => <ThemeButton theme={useTheme()} onClick={toggleTheme} />

/** Shows the current theme and switches it. */
export function ThemeButton({ theme, onClick }: { theme: Theme; onClick?: () => void }) {
  const t = useText('public')
  return (
    <button type="button" className="theme-switch" data-shown={theme} onClick={onClick}>
      <Icon name={theme === 'dark' ? 'moon' : 'sun'} />
      <span>{t(`theme.${theme}`)}</span>
    </button>
  )
}
