import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireViewer } from '#model/admission/wire.ts'
import { reviewEndpoints } from '#model/console-endpoints.ts'
import type { Page } from '#model/wire.ts'
import { request } from '#providers/http.ts'
import { usePerson } from '#src/console/person.ts'
import { dateTimeText } from '#src/fields/date-text.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { LoadFailed } from '#src/pages/form/load-state.tsx'

/** Who looked at the file, for administrators; read when it is opened. */
export function Viewers({ id }: { readonly id: string }) {
  const { t, language } = usePageText()
  const { role } = usePerson()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['registration-viewers', id],
    queryFn: async ({ signal }) =>
      (await request<Page<WireViewer>>(reviewEndpoints.viewers, { path: { id }, params: { pageNumber: '1', pageSize: '100' }, signal }))
        .data,
    enabled: isOpen,
    retry: false,
  })
  if (role !== 'admin') return null
  return (
    <details className="timeline-viewers" onToggle={(event) => setOpen(event.currentTarget.open)}>
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
