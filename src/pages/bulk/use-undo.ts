import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { WireJob } from '#model/wire/jobs.ts'
import { followJob, openJob, whileMaking } from '../jobs/followed.ts'
import { rememberJob, showFailure, takeStep } from '../jobs/job-calls.ts'

/** Jobs with at most this many changed rows are undone at once; larger ones show a preview first. */
export const mostInOneLine = 20

/** Undoes a job by creating another job. A large job shows a preview of the rows that will be reverted or kept. */
export function useUndo(): (job: WireJob) => void {
  const client = useQueryClient()
  const isBusy = useRef(false)
  return async ({ id, counts }) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const isSmall = (counts.done ?? 0) <= mostInOneLine
      const making = takeStep(id, { step: 'undo', body: isSmall ? { start: true } : {} })
      const follow = (made: WireJob) => {
        rememberJob(client, made)
        followJob(made)
        openJob(isSmall ? null : made.id)
      }
      if (isSmall) follow(await making)
      else await whileMaking(making, follow)
    } catch (error) {
      showFailure(error)
    } finally {
      isBusy.current = false
    }
  }
}
