import { messagesResource } from '@matricola/schema/system/messages.ts'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { findConsolePage } from '../app/area.ts'
import { useRegistry } from '../app/console-context.ts'
import { useUser } from '../app/user-context.ts'
import { Icon } from '../icons/icon.tsx'
import { Button } from '../kit/button.tsx'
import { Tooltip } from '../kit/tooltip.tsx'
import { toggleTheme, useTheme } from '../theme/theme.ts'
import { InboxButton } from './inbox-button.tsx'
import { JobTray } from './job-tray.tsx'
import { LanguagePopup } from './language-popup.tsx'
import { Profile } from './profile.tsx'
import { UnreadAnnouncement } from './unread-announcement.tsx'

/** Id of the area's title in the bar; the main element is labelled by it. */
export const barTitleId = 'top-bar-title'

interface TopBarProps {
  readonly onSearch: () => void
  /** Below 768 px: opens the menu. */
  readonly onMenu?: (() => void) | undefined
}

/** The bar above every page: title, search, language, theme, notifications, inbox and profile. */
export function TopBar({ onSearch, onMenu }: TopBarProps) {
  const { t } = useTranslation('shell')
  const hasMessages = useRegistry().find(messagesResource) !== undefined
  return (
    <header className="top-bar">
      {onMenu && (
        <button
          type="button"
          className="button-icon top-bar-menu"
          aria-label={t('menu.open')}
          aria-haspopup="dialog"
          onClick={onMenu}
        >
          <Icon name="menu" />
        </button>
      )}
      <AreaTitle />
      <div className="top-bar-tools">
        <Button className="top-bar-search" aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          <Icon name="search" className="top-bar-search-icon" />
          <span>{t('bar.search')}</span>
          <span className="keycap" aria-hidden="true">
            Ctrl K
          </span>
        </Button>
        {!onMenu && (
          <>
            <LanguagePopup />
            <ThemeSwitch />
          </>
        )}
        <JobTray />
        <InboxButton kind="notifications" />
        {!onMenu && hasMessages && <InboxButton kind="messages" />}
        <Profile />
      </div>
      <UnreadAnnouncement />
    </header>
  )
}

/**
 * Shows the name of a menu page as its heading. On pages below a menu page, shows a link back to
 * it.
 */
function AreaTitle() {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = useUser()
  const { pathname } = useLocation()
  const page = findConsolePage(useRegistry(), pathname, role)
  if (!page) return <span id={barTitleId} className="top-bar-title" />
  if (page.path !== pathname.replace(/\/$/, '')) {
    return (
      <Link id={barTitleId} className="top-bar-title" to={page.path}>
        {t(page.label)}
      </Link>
    )
  }
  return (
    <h1 id={barTitleId} className="top-bar-title" tabIndex={-1}>
      {t(page.label)}
    </h1>
  )
}

/** Switches the theme. Its label is the theme it switches to. */
export function ThemeSwitch({ hasLabel = false }: { hasLabel?: boolean }) {
  const { t } = useTranslation('shell')
  const isDark = useTheme() === 'dark'
  const target = t(isDark ? 'bar.light' : 'bar.dark')
  return (
    <Tooltip text={hasLabel ? undefined : target}>
      <button
        type="button"
        role="switch"
        aria-checked={isDark}
        aria-label={hasLabel ? undefined : t('bar.darkTheme')}
        className={hasLabel ? 'button' : 'button-icon'}
        onClick={toggleTheme}
      >
        <Icon name={isDark ? 'sun' : 'moon'} />
        {hasLabel && t('bar.darkTheme')}
      </button>
    </Tooltip>
  )
}
