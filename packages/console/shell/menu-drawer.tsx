import { ownLanguageName } from '@matricola/schema/languages.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { messagesResource } from '@matricola/schema/system/messages.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRegistry } from '../app/console-context.ts'
import { useUser } from '../app/user-context.ts'
import { changeLanguage, useLanguage } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { Drawer } from '../kit/drawer.tsx'
import { UnreadBadge, useInboxLabel } from './inbox-button.tsx'
import { SideMenu } from './side-menu.tsx'
import { ThemeSwitch } from './top-bar.tsx'
import './shell.css'

/**
 * The menu below 768 px, with the controls for which the bar has no room: language, theme and
 * inbox.
 */
export function MenuDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Drawer label={t('menu.label')} onClose={onClose}>
      <div className="menu">
        <button
          type="button"
          className="button-icon drawer-close"
          aria-label={t('menu.close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
        <nav aria-label={t('menu.label')}>
          <SideMenu isCollapsed={false} onCollapse={() => {}} onChoose={onClose} />
        </nav>
        <div className="drawer-tools">
          <LanguageSelect />
          <ThemeSwitch hasLabel />
          <InboxLink onChoose={onClose} />
        </div>
      </div>
    </Drawer>
  )
}

function InboxLink({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation('shell')
  const { role } = useUser()
  const { name, count } = useInboxLabel('messages')
  const messages = useRegistry().find(messagesResource)
  if (!messages) return null
  return (
    <Link
      className="button drawer-inbox"
      to={pagePaths(messages, role).list}
      aria-label={name}
      onClick={onChoose}
    >
      <Icon name="mail" /> {t('bar.inbox')} <UnreadBadge count={count} />
    </Link>
  )
}

function LanguageSelect() {
  const { t } = useTranslation('shell')
  const { languages } = useRegistry()
  const current = useLanguage()
  return (
    <label className="drawer-language">
      {t('bar.language')}
      <select
        className="select"
        value={current}
        onChange={(event) => {
          const chosen = languages.find((language) => language === event.target.value)
          if (chosen) void changeLanguage(chosen)
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {ownLanguageName(language)}
          </option>
        ))}
      </select>
    </label>
  )
}
