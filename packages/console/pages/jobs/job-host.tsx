import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { lazyOverlay } from '../../app/lazy-overlay.tsx'
import { LoadingOverlay } from '../../kit/loading-overlay.tsx'
import { useLiveEvents } from '../../live/live.ts'
import type { ListSelection } from '../bulk/selection.ts'
import { useJobCompletion } from '../bulk/use-job-completion.ts'
import { invalidateJob, isFinished, useJob } from './job-calls.ts'
import { openJob, stopWaitingForJob, useJobTracking } from './job-tracking.ts'

const JobDialog = lazyOverlay(async () => (await import('./job-dialog.tsx')).JobDialog)

/** Present on every page. Shows the dialog of the open job, and announces the end of jobs. */
export function JobHost() {
  const { t } = useTranslation('shell')
  const { open, followed, pendingCreation } = useJobTracking()
  useCloseOnNavigation()
  useJobEvents()
  return (
    <>
      {[...followed].map(([id, { selection }]) => (
        <TrackedJobWatcher key={id} id={id} selection={selection} />
      ))}
      {pendingCreation && !open && (
        <LoadingOverlay label={t('loading')} cancel={t('cancel')} onCancel={stopWaitingForJob} />
      )}
      {open && <JobDialog key={open} id={open} onClose={closeJob} />}
    </>
  )
}

const closeJob = () => openJob(null)

/** Reloads jobs that were started in another window or changed by the server. */
function useJobEvents() {
  const client = useQueryClient()
  useLiveEvents((event) => {
    if (event.type === 'job') invalidateJob(client, event.id)
  })
}

/** Closes the dialog when the user goes to another page. */
function useCloseOnNavigation() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    openJob(null)
  }, [pathname])
}

function TrackedJobWatcher({
  id,
  selection,
}: {
  readonly id: string
  readonly selection: ListSelection
}) {
  const { data: job } = useJob(id)
  const complete = useJobCompletion()
  const isCompleted = useRef(false)
  useEffect(() => {
    if (!job || !isFinished(job.state) || isCompleted.current) return
    isCompleted.current = true
    complete(job, selection)
  }, [job, selection, complete])
  return null
}
