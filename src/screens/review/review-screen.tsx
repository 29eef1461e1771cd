import { useHttp } from '@matricola/console/app/console-context.ts'
import { NotFound } from '@matricola/console/app/not-found.tsx'
import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { PageHeader } from '@matricola/console/pages/form/page-header.tsx'
import { useCollapsedMenu } from '@matricola/console/shell/menu-state.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { QueueEnd } from './queue-end.tsx'
import { registrationQuery, registrationsResource } from './registration.ts'
import { ReviewDialogs } from './review-dialogs.tsx'
import { ReviewPage } from './review-page.tsx'
import { useQueue } from './use-queue.ts'
import { useReview } from './use-review.ts'
import { useDocumentView } from './viewer/use-document-view.ts'
import { useDocumentCache, usePreloading } from './viewer/use-documents.ts'
import '@matricola/console/pages/show/show.css'
import './review.css'
import './viewer/viewer.css'

const minuteMs = 60_000
/** Polling interval while a document is being prepared for viewing. That changes no record, so there is no live event. */
const pollMs = 2_000

/** Reviews applications one after another: the entered data next to the documents, and a single key for each decision. */
export function ReviewScreen() {
  const http = useHttp()
  const { t } = usePageText()
  const { id = '' } = useParams()
  const queue = useQueue(id)
  const query = useQuery({
    ...registrationQuery(http, id),
    refetchInterval: ({ state: { data } }) => (data?.documents.some(({ state }) => state === 'preparing') ? pollMs : false),
  })
  const record = query.data
  const view = useDocumentView(id, record?.documents ?? [])
  const review = useReview(record, queue, view)
  usePageTitle(record ? titleText(registrationsResource, record, t) : '')
  useCollapsedMenu()
  useDocumentCache()
  usePreloading(record?.documents ?? [], queue.next(review.session.done), record !== undefined)
  useFailureToast(query.error)
  useFocusOnName(review.isAtEnd ? 'end' : id, record !== undefined)

  if (review.isAtEnd)
    return (
      <QueueEnd
        decidedCount={review.session.done.size}
        isComplete={queue.isComplete(review.session.done)}
        minutes={Math.max(1, Math.round((Date.now() - review.session.startedAt) / minuteMs))}
        onBack={review.leaveEnd}
      />
    )
  const error = query.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404) return <NotFound />
  if (!record)
    return (
      <div className="page">
        <PageHeader title="…" />
        {query.isError ? (
          <LoadFailed
            message={query.error.message || t('state.failed')}
            reference={error?.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <FieldsSkeleton />
        )}
      </div>
    )
  return (
    <>
      <ReviewPage record={record} queue={queue} view={view} review={review} />
      <ReviewDialogs record={record} review={review} />
    </>
  )
}

/** Focuses the name when a shortcut opens another application, so that screen readers continue from there. */
function useFocusOnName(heading: string, isReady: boolean) {
  const last = useRef(heading)
  useEffect(() => {
    if (!isReady || last.current === heading) return
    last.current = heading
    document.getElementById('review-name')?.focus({ preventScroll: true })
  }, [heading, isReady])
}

/** Shows once that the application could not be loaded. A missing application has its own page instead. */
function useFailureToast(error: Error | null) {
  const text = error instanceof HttpError && error.statusCode !== 404 ? error.message : null
  useEffect(() => {
    if (text !== null) showToast({ severity: 'error', summary: text })
  }, [text])
}
