import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { useText } from '@matricola/console/i18n.ts'
import { FieldsSkeleton } from '@matricola/console/pages/form/load-state.tsx'
import { ListFailed } from '@matricola/console/pages/list/list-states.tsx'
import { RecordActions } from '@matricola/console/pages/show/record-actions.tsx'
import type { HttpError } from '@matricola/providers/http.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useList } from '@refinedev/core'
import { Link } from 'react-router'
import { registry } from '../resources/index.ts'
import './loans-desk.css'

const loans = registry.get('loans')

/** The home page: books that are lent, those due first on top. Readers see their own. */
export function LoansDesk() {
  const t = useText('desk')
  usePageTitle()
  const recordPath = useRecordPath()
  const { query } = useList<WireRecord, HttpError>({
    resource: loans.name,
    filters: [{ field: 'status', operator: 'eq', value: 'lent' }],
    sorters: [{ field: 'dueOn', order: 'asc' }],
    pagination: { pageSize: 50 },
  })
  if (query.isError) return <ListFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <FieldsSkeleton />
  const rows = query.data.data
  return (
    <section className="panel loans-desk" aria-labelledby="loans-desk">
      <h1 id="loans-desk">{t('title')}</h1>
      {rows.length === 0 ? <p>{t('none')}</p> : null}
      <ul className="bare-list">
        {rows.map((loan) => (
          <li key={loan.id}>
            <Link to={recordPath(loans.name, loan.id) ?? ''}>{loan._titles.bookId}</Link>
            <span>{loan._titles.readerId}</span>
            <span>
              <FieldValue resource={loans} name="dueOn" record={loan} />
              {Number(loan.daysLate) > 0 ? (
                <strong className="loans-desk-late">
                  {t('late', { count: Number(loan.daysLate) })}
                </strong>
              ) : null}
            </span>
            <RecordActions resource={loans} record={loan} />
          </li>
        ))}
      </ul>
    </section>
  )
}
