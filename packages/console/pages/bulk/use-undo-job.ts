import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useHttp } from '../../app/console-context.ts'
import { cacheJob, showErrorToast, transitionJob } from '../jobs/job-calls.ts'
import { openJob, trackJob, whileCreatingJob } from '../jobs/job-tracking.ts'

/**
 * Jobs with at most this many changed rows are undone immediately. Larger jobs show a preview
 * first.
 */
export const maxInlineRows = 20

/**
 * Undoes a job by creating another job. A large job shows a preview of the rows that will be
 * reverted or kept.
 */
export function useUndoJob(): (job: WireJob) => void {
  const http = useHttp()
  const client = useQueryClient()
  const isBusy = useRef(false)
  return async ({ id, counts }) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const isSmall = (counts.done ?? 0) <= maxInlineRows
      const creation = transitionJob(http, id, {
        transition: 'undo',
        body: isSmall ? { start: true } : {},
      })
      const follow = (job: WireJob) => {
        cacheJob(client, job)
        trackJob(job)
        openJob(isSmall ? null : job.id)
      }
      if (isSmall) follow(await creation)
      else await whileCreatingJob(creation, follow)
    } catch (error) {
      showErrorToast(error)
    } finally {
      isBusy.current = false
    }
  }
}
