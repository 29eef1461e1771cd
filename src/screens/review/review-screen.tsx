import '@matricola/console/pages/show/show.css'
import './review.css'
import './viewer/viewer.css'
import { useHttp } from '@matricola/console/app/console-context.ts'
import { NotFound } from '@matricola/console/app/not-found.tsx'
import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { PageHeader } from '@matricola/console/pages/form/page-header.tsx'
import { useCollapsedMenu } from '@matricola/console/shell/menu-state.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { registrationQuery, registrationsResource } from './registration.ts'
import { ReviewDialogs } from './review-dialogs.tsx'
import { ReviewPage } from './review-page.tsx'
import { useQueue } from './use-queue.ts'
import { useReview } from './use-review.ts'
import { useDocumentView } from './viewer/use-document-view.ts'
import { useDocumentCache, usePreloading } from './viewer/use-documents.ts'

const minuteMs = 60_000
/**
 * Polling interval while a document is being prepared for viewing. That changes no record, so there
 * is no live event.
 */
const pollMs = 2_000

/**
 * Reviews applications one after another: the entered data next to the documents, and a single key
 * for each decision.
 */
export function ReviewScreen() {
  const http = useHttp()
  const { t } = usePageText()
  const { id = '' } = useParams()
  const queue = useQueue(id)
  const query = useQuery({
    ...registrationQuery(http, id),
    refetchInterval: ({ state: { data } }) =>
      data?.documents.some(({ state }) => state === 'preparing') ? pollMs : false,
  })
  const record = query.data
  const view = useDocumentView(
    id,
    record?.documents ?? [],
    new URLSearchParams(queue.search).get('view') === 'unanswered',
  )
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

/**
 * Focuses the name when a shortcut opens another application, so that screen readers continue from
 * there.
 */
function useFocusOnName(heading: string, isReady: boolean) {
  const last = useRef(heading)
  useEffect(() => {
    if (!isReady || last.current === heading) return
    last.current = heading
    document.getElementById('review-name')?.focus({ preventScroll: true })
  }, [heading, isReady])
}

/**
 * Shows once that the application could not be loaded. A missing application has its own page
 * instead.
 */
function useFailureToast(error: Error | null) {
  const text = error instanceof HttpError && error.statusCode !== 404 ? error.message : null
  useEffect(() => {
    if (text !== null) showToast({ severity: 'error', summary: text })
  }, [text])
}

interface QueueEndProps {
  readonly decidedCount: number
  /** Whether no application was left for later. */
  readonly isComplete: boolean
  readonly minutes: number
  readonly onBack: () => void
}

const furtherViews = ['updateRequested', 'resubmitted'] as const

/**
 * Shown at the end of the view: the decisions of this session, and links to other views with
 * applications.
 */
export function QueueEnd({ decidedCount, isComplete, minutes, onBack }: QueueEndProps) {
  const { t } = usePageText()
  const { role } = useUser()
  const { list } = pagePaths(registrationsResource, role)
  return (
    <div className="page queue-end">
      <h1 id="review-name" tabIndex={-1}>
        {t(isComplete ? 'review:end.title' : 'review:end.through')}
      </h1>
      {decidedCount > 0 && (
        <p>
          {t('review:end.decided', {
            files: t(`resources:${registrationsResource.name}.count`, { count: decidedCount }),
            minutes: t('review:end.minutes', { count: minutes }),
          })}
        </p>
      )}
      <ul>
        {furtherViews.map((view) => (
          <li key={view}>
            <Link to={`${list}?view=${view}`}>
              {t(`resources:${registrationsResource.name}.views.${view}`)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={list}>{t(`resources:${registrationsResource.name}.many`)}</Link>
        </li>
      </ul>
      <Button onClick={onBack}>{t('review:end.back')}</Button>
    </div>
  )
}
