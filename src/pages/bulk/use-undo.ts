import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { WireJob } from '#model/wire/jobs.ts'
import { followJob, openJob, whileMaking } from '../jobs/followed.ts'
import { rememberJob, showFailure, takeStep } from '../jobs/job-calls.ts'

/** So few rows go back at once; more are looked at first. */
export const mostInOneLine = 20

/** Takes a job back by another one: at once where it is small, else after a look at what will go back and what is kept. */
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
