import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { fillPath, sessionEndpoints } from '#model/endpoints.ts'
import { request } from '#providers/http.ts'
import { longDateTime } from '#src/fields/date-text.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { LoadFailed } from '#src/pages/form/load-state.tsx'
import { showToast } from '#src/toasts/toast-store.ts'

interface Session {
  readonly id: string
  readonly device: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly isCurrent: boolean
}

const key = ['sessions']

/** Where the person is signed in, and the way to end it there. */
export function Sessions() {
  const { t, language } = usePageText()
  const id = useId()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request<{ readonly list: readonly Session[] }>(sessionEndpoints.sessions, { signal })).data.list,
  })
  const end = useMutation({
    mutationFn: (session: string) => {
      const { method, path } = sessionEndpoints.endSession
      return request({ method, path: fillPath(path, { id: session }) })
    },
    onSuccess: () => showToast({ severity: 'success', summary: t('sessions.ended') }),
    onError: (error) => showToast({ severity: 'error', summary: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  return (
    <section className="form-section sheet" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section-title">
        {t('sessions.title')}
      </h2>
      {query.isError && <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />}
      <ul className="plain-list">
        {query.data?.map((session) => (
          <li key={session.id} className="tool">
            <p>
              <strong>{session.device || t('sessions.unknown')}</strong>
              <br />
              <span className="caption">{t('sessions.used', { date: longDateTime(session.lastUsedAt, language) })}</span>
            </p>
            {session.isCurrent ? (
              <span className="caption">{t('sessions.current')}</span>
            ) : (
              <button
                type="button"
                className="button"
                aria-disabled={end.isPending}
                onClick={() => !end.isPending && end.mutate(session.id)}
              >
                {t('sessions.end')}
                <span className="visually-hidden">: {session.device || t('sessions.unknown')}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
