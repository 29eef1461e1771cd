import { ownLanguageName } from '@matricola/schema/languages.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import {
  type KeyboardEventHandler,
  type MouseEvent,
  type MouseEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { changeLanguage, useLanguage, useText } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import type { Theme } from '../theme/stored-theme.ts'
import { toggleTheme, useTheme } from '../theme/theme.ts'
import { usePublic } from './public-context.ts'
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
  const page = `${title} – ${usePublic().useName()}`
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
  /** Target of the link on the organization's name. */
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
  const { Brand, Footer } = usePublic()
  return (
    <div className={isWide ? 'public public-wide' : 'public'}>
      <a className="skip-link" href="#main">
        {t('app.skip')}
      </a>
      <header className="public-header">
        <a className="brand" href={home}>
          <Brand />
        </a>
        {tools}
      </header>
      <main className="public-main" id="main" tabIndex={-1}>
        {children}
      </main>
      {Footer ? <Footer /> : null}
    </div>
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
    const closeOutside = ({ target }: Event) =>
      target instanceof Node && !menu.current?.contains(target) && close()
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  })
  return (
    <LanguageLinks
      menu={menu}
      onKeyDown={({ key }) => key === 'Escape' && backToButton()}
      onChoose={change}
    />
  )
}

interface LanguageLinksProps {
  readonly menu?: RefObject<HTMLDetailsElement | null>
  readonly onKeyDown?: KeyboardEventHandler
  readonly onChoose?: (language: Language) => MouseEventHandler
}

/** Real links, which also work without scripts. */
export function LanguageLinks({ menu, onKeyDown, onChoose }: LanguageLinksProps) {
  const t = useText('public')
  const { languages } = usePublic()
  const current = useLanguage()
  return (
    <nav className="languages" aria-label={t('app.languages')}>
      <details ref={menu} onKeyDown={onKeyDown}>
        <summary>
          <span className="visually-hidden">{t('app.languages')}</span>{' '}
          <span lang={current}>{ownLanguageName(current)}</span>
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
                {ownLanguageName(language)}
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
