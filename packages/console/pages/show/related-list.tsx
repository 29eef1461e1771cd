import { toListArguments } from '@matricola/providers/data.ts'
import { isReadable, resourceForRole } from '@matricola/schema/access.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useTable } from '@refinedev/core'
import { Link } from 'react-router'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import './show.css'

interface RelatedListProps {
  readonly resource: AnyResource
  /** The reference field that points to the record of the page. */
  readonly by: string
  readonly id: string
}

const rowsPerPage = 10
const maxColumns = 4

/**
 * The records of another resource that refer to this one: a short table with links to the whole
 * list and to a new record.
 */
export function RelatedList({ resource, by, id }: RelatedListProps) {
  const { t } = usePageText()
  const { role } = useUser()
  const can = usePermission()
  const { sorters } = toListArguments({ ...emptyListQuery, sort: resource.list.sort })
  const {
    tableQuery: query,
    currentPage: page,
    setCurrentPage: setPage,
    pageCount: last,
  } = useTable<WireRecord>({
    resource: resource.name,
    pagination: { pageSize: rowsPerPage },
    filters: { permanent: [{ field: by, operator: 'eq', value: id }] },
    sorters: { permanent: sorters },
    syncWithLocation: false,
    errorNotification: false,
  })
  const pages = pagePaths(resource, role)
  const columns = resourceForRole(resource, role)
    .list.columns.filter(
      (name) =>
        name !== by && fieldOf(resource, name).type !== 'many' && isReadable(resource, role, name),
    )
    .slice(0, maxColumns)
  if (query.isError)
    return <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <FieldsSkeleton rows={5} />
  const { data: list, total = 0 } = query.data
  return (
    <div className="related-records" aria-busy={query.isFetching}>
      <div className="related-head">
        <p>{t('show.relatedCount', { count: total })}</p>
        <div className="button-row">
          {total > 0 && (
            <Link
              className="button"
              to={`${pages.list}?${new URLSearchParams({ [`filters[${by}]`]: id })}`}
            >
              {t('show.openList')}
            </Link>
          )}
          {can('create', resource) && (
            <Link className="button" to={`${pages.create}?${new URLSearchParams({ [by]: id })}`}>
              {t(`resources:${resource.name}.new`)}
            </Link>
          )}
        </div>
      </div>
      {total > 0 && (
        <div className="table-box panel">
          <table className="plain-table">
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {t(`resources:${resource.name}.fields.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((record) => (
                <tr key={record.id}>
                  {columns.map((name, index) => (
                    <td key={name}>
                      {index === 0 ? (
                        <Link className="record-link" to={pages.show.replace(':id', record.id)}>
                          <FieldValue resource={resource} name={name} record={record} />
                        </Link>
                      ) : (
                        <FieldValue resource={resource} name={name} record={record} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager page={page} last={Math.max(1, last)} onChange={setPage} />
    </div>
  )
}

interface PagerProps {
  readonly page: number
  readonly last: number
  readonly onChange: (page: number) => void
}

/** Previous and next buttons; renders nothing if there is only one page. */
export function Pager({ page, last, onChange }: PagerProps) {
  const { t } = usePageText()
  if (last <= 1) return null
  return (
    <nav className="inline-group pager" aria-label={t('show.pages')}>
      <Button disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {t('show.previous')}
      </Button>
      <span>{t('show.page', { page, last })}</span>
      <Button disabled={page >= last} onClick={() => onChange(page + 1)}>
        {t('show.next')}
      </Button>
    </nav>
  )
}
