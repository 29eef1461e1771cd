import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { homeOf, signInPath } from '#model/paths.ts'
import { errorStatus } from '#model/wire/errors.ts'
import { usePageTitle } from './page-title.ts'
import { usePerson } from './person.ts'
import './console.css'

/** A path of the area that no page answers to. Texts: specification, section 2. */
export function NotFound() {
  const { t } = useTranslation(['public', 'shell'])
  const { role } = usePerson()
  usePageTitle(t('notFound.title'))
  return (
    <div className="not-found">
      <p className="not-found-code">{errorStatus['path.unknown']}</p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.detail')}</p>
      <Link to={homeOf(role)} className="button button-primary">
        {t('shell:notFoundHome')}
      </Link>
      {/* A page of its own, outside the console: a real page load. */}
      <a href={signInPath} className="not-found-link">
        <strong>{t('notFound.link')}</strong>
        <span>{t('notFound.linkDetail')}</span>
      </a>
    </div>
  )
}
