import { homePath, signInPath } from '@matricola/schema/paths.ts'
import { errorStatus } from '@matricola/schema/wire/errors.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from './page-title.ts'
import { useUser } from './user-context.ts'
import './console.css'

/** Shown for a path of the area that has no page. The specification fixes its texts. */
export function NotFound() {
  const { t } = useTranslation(['errors', 'shell'])
  const { role } = useUser()
  usePageTitle(t('notFound.title'))
  return (
    <div className="not-found">
      <p className="not-found-code">{errorStatus['path.unknown']}</p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.detail')}</p>
      <Link to={homePath(role)} className="button button-primary">
        {t('shell:notFoundHome')}
      </Link>
      {/* The page is outside the console, so this loads a new document. */}
      <a href={signInPath} className="not-found-link">
        <strong>{t('notFound.link')}</strong>
        <span>{t('notFound.linkDetail')}</span>
      </a>
    </div>
  )
}
