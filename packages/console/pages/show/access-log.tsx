import { accessLogCall } from '@matricola/schema/calls/access-log.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { useState } from 'react'
import { useRegistry } from '../../app/console-context.ts'
import { useUser } from '../../app/user-context.ts'
import { dateTimeText } from '../../fields/date-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { useCall } from '../../use-call.ts'
import { LoadFailed } from '../form/load-state.tsx'
import './show.css'

/** Lists who viewed a record, for administrators. Loaded when it is opened. */
export function AccessLog({
  resource,
  id,
}: {
  readonly resource: AnyResource
  readonly id: string
}) {
  const { t, language } = usePageText()
  const { role } = useUser()
  const { adminRole } = useRegistry()
  const [isOpen, setOpen] = useState(false)
  const query = useCall(
    accessLogCall(resource),
    { params: { id }, query: { pageNumber: 1, pageSize: 100 } },
    { enabled: isOpen, retry: false },
  )
  if (role !== adminRole) return null
  return (
    <details className="access-log" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {query.data
          ? t('show.views.count', { count: query.data.totalCount })
          : t('show.views.heading')}
      </summary>
      {query.isError && (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      )}
      <ul>
        {query.data?.list.map(({ at, name, kind }) => (
          <li key={`${at}${name}${kind}`}>
            {t(`show.views.kinds.${kind}`, { name })}{' '}
            <span className="caption">{dateTimeText(at, language)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
