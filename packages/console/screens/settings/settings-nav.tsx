import { mailsPath } from '@matricola/schema/areas.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { useEffect, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useRegistry } from '../../app/console-context.ts'
import { useUser } from '../../app/user-context.ts'
import { usePageText } from '../../fields/page-text.ts'

interface SettingsNavProps {
  readonly sections: readonly { readonly name: string; readonly label: string }[]
  /** Names of resources whose lists belong to the settings. */
  readonly lists: readonly string[]
}

/** Links to the sections of the settings, which have their own URLs, and to related lists. */
export function SettingsNav({ sections, lists }: SettingsNavProps) {
  const registry = useRegistry()
  const { t } = usePageText()
  const { role } = useUser()
  const id = useId()
  const { hash, search } = useLocation()
  // Scrolls the section in the URL into view and focuses it, so that keyboard users continue there.
  useEffect(() => {
    const section = document.getElementById(hash.slice(1))
    section?.scrollIntoView?.()
    section?.focus({ preventScroll: true })
  }, [hash])
  return (
    <div className="settings-navigation">
      <nav aria-label={t('settings:sections')}>
        <ul className="bare-list">
          {sections.map(({ name, label }) => (
            <li key={name}>
              <Link
                to={{ search, hash: name }}
                replace
                aria-current={hash === `#${name}` ? 'location' : undefined}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-labelledby={`${id}-lists`}>
        <h2 id={`${id}-lists`} className="caption">
          {t('settings:lists')}
        </h2>
        <ul className="bare-list">
          {lists.map((name) => (
            <li key={name}>
              <Link to={pagePaths(registry.get(name), role).list}>
                {t(`resources:${name}.many`)}
              </Link>
            </li>
          ))}
          <li>
            <Link to={mailsPath(registry)}>{t('shell:menu.mails')}</Link>
          </li>
        </ul>
      </nav>
    </div>
  )
}
