import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireViewer } from '#model/admission/wire.ts'
import { viewersEndpoint } from '#model/console-endpoints.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Page } from '#model/wire.ts'
import { request } from '#providers/http.ts'
import { usePerson } from '#src/console/person.ts'
import { dateTimeText } from '#src/fields/date-text.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { LoadFailed } from '#src/pages/form/load-state.tsx'
import './show.css'

/** Who looked at a record, for administrators; read when it is opened. */
export function Viewers({ resource, id }: { readonly resource: AnyResource; readonly id: string }) {
  const { t, language } = usePageText()
  const { role } = usePerson()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['viewers', resource.name, id],
    queryFn: async ({ signal }) =>
      (await request<Page<WireViewer>>(viewersEndpoint(resource), { path: { id }, params: { pageNumber: '1', pageSize: '100' }, signal }))
        .data,
    enabled: isOpen,
    retry: false,
  })
  if (role !== 'admin') return null
  return (
    <details className="viewers" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{query.data ? t('review.timeline.views', { count: query.data.totalCount }) : t('review.timeline.viewers')}</summary>
      {query.isError && <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />}
      <ul>
        {query.data?.list.map(({ at, name, kind }) => (
          <li key={`${at}${name}${kind}`}>
            {t(`review.timeline.kinds.${kind}`, { name })} <span className="caption">{dateTimeText(at, language)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
