import { useEffect, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import { resourceNamed } from '#resources/index.ts'
import { mailsPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'

/** Lists that belong to the settings and stand in no menu. */
const lists = ['admission-sessions', 'academic-years', 'academic-periods'] as const

interface SettingsNavProps {
  readonly sections: readonly { readonly name: string; readonly label: string }[]
}

/** Ways to the sections, each of which has an address, and to the lists that belong to the settings. */
export function SettingsNav({ sections }: SettingsNavProps) {
  const { t } = usePageText()
  const { role } = usePerson()
  const id = useId()
  const { hash, search } = useLocation()
  // A section comes into view when its address is opened, and takes the focus so that the next key is about it.
  useEffect(() => {
    const section = document.getElementById(hash.slice(1))
    section?.scrollIntoView?.()
    section?.focus({ preventScroll: true })
  }, [hash])
  return (
    <div className="settings-ways">
      <nav aria-label={t('settings.sections')}>
        <ul className="bare-list">
          {sections.map(({ name, label }) => (
            <li key={name}>
              <Link to={{ search, hash: name }} replace aria-current={hash === `#${name}` ? 'location' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-labelledby={`${id}-lists`}>
        <h2 id={`${id}-lists`} className="caption">
          {t('settings.lists')}
        </h2>
        <ul className="bare-list">
          {lists.map((name) => (
            <li key={name}>
              <Link to={pagesOf(resourceNamed(name), role).list}>{t(`resources:${name}.many`)}</Link>
            </li>
          ))}
          <li>
            <Link to={mailsPath}>{t('mails.title')}</Link>
          </li>
        </ul>
      </nav>
    </div>
  )
}
