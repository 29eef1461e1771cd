import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ListQuery } from '#model/list-query.ts'
import type { AnyResource } from '#model/resource.ts'
import { toPageParams } from './use-list-query.ts'

interface ViewsProps {
  readonly resource: AnyResource
  readonly query: ListQuery
}

/** The declared views as a row of links: a view is an address. */
export function Views({ resource, query }: ViewsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const views = Object.keys(resource.list.views ?? {})
  if (views.length === 0) return null
  return (
    <nav className="views" aria-label={t('shell:list.views')}>
      {['', ...views].map((view) => (
        <Link
          key={view}
          className="view"
          to={`?${toPageParams({ ...query, view, pageNumber: 1 }, resource)}`}
          aria-current={view === query.view ? 'page' : undefined}
        >
          {view === '' ? t('shell:list.all') : t(`resources:${resource.name}.views.${view}`)}
        </Link>
      ))}
    </nav>
  )
}
