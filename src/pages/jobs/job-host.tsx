import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { later } from '#src/console/later.tsx'
import { Opening } from '#src/kit/opening.tsx'
import { useLive } from '#src/live/live.ts'
import type { Selection } from '../bulk/selection.ts'
import { useSettle } from '../bulk/use-settle.ts'
import { openJob, stopWaiting, useJobState } from './followed.ts'
import { isOver, recallJob, useJob } from './job-calls.ts'

const JobDialog = later(async () => (await import('./job-dialog.tsx')).JobDialog)

/** On every page: the dialog of the open job, and the jobs whose end is announced. */
export function JobHost() {
  const { t } = useTranslation('shell')
  const { open, followed, making } = useJobState()
  useClosedElsewhere()
  useJobNotices()
  return (
    <>
      {[...followed].map(([id, { selection }]) => (
        <Follow key={id} id={id} selection={selection} />
      ))}
      {making && !open && <Opening label={t('loading')} cancel={t('cancel')} onCancel={stopWaiting} />}
      {open && <JobDialog key={open} id={open} onClose={closeJob} />}
    </>
  )
}

const closeJob = () => openJob(null)

/** Reloads jobs that were started in another window or changed by the server. */
function useJobNotices() {
  const client = useQueryClient()
  useLive((event) => {
    if (event.type === 'job') recallJob(client, event.id)
  })
}

/** Closes the dialog when the user goes to another page. */
function useClosedElsewhere() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    openJob(null)
  }, [pathname])
}

function Follow({ id, selection }: { readonly id: string; readonly selection: Selection }) {
  const { data: job } = useJob(id)
  const settle = useSettle()
  const isSettled = useRef(false)
  useEffect(() => {
    if (!job || !isOver(job.state) || isSettled.current) return
    isSettled.current = true
    settle(job, selection)
  }, [job, selection, settle])
  return null
}
