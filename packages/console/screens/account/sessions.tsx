import * as sessionCalls from '@matricola/schema/calls/session.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useHttp } from '../../app/console-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { LoadFailed } from '../../pages/form/load-state.tsx'
import { showToast } from '../../toasts/toast-store.ts'
import { useCall } from '../../use-call.ts'

const key = ['sessions']

/** The user's sessions, each with a button that ends it. */
export function Sessions() {
  const { makeCall } = useHttp()
  const { t, language } = usePageText()
  const id = useId()
  const queries = useQueryClient()
  const query = useCall(sessionCalls.sessions, {}, { key })
  const end = useMutation({
    mutationFn: (session: string) => makeCall(sessionCalls.endSession, { params: { id: session } }),
    onSuccess: () => showToast({ severity: 'success', summary: t('account:sessions.ended') }),
    onError: (error) => showToast({ severity: 'error', summary: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  return (
    <section className="form-section panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section-title">
        {t('account:sessions.title')}
      </h2>
      {query.isError && (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      )}
      <ul className="bare-list plain-list">
        {query.data?.list.map((session) => (
          <li key={session.id} className="inline-group tool">
            <p>
              <strong>{session.device || t('account:sessions.unknown')}</strong>
              <br />
              <span className="caption">
                {t('account:sessions.used', { date: longDateTime(session.lastUsedAt, language) })}
              </span>
            </p>
            {session.isCurrent ? (
              <span className="caption">{t('account:sessions.current')}</span>
            ) : (
              <Button
                aria-disabled={end.isPending}
                onClick={() => !end.isPending && end.mutate(session.id)}
              >
                {t('account:sessions.end')}
                <span className="visually-hidden">
                  : {session.device || t('account:sessions.unknown')}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
