import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { WireJob, WireSelection } from '#model/wire/jobs.ts'
import { newKey } from '#providers/call-key.ts'
import { HttpError } from '#providers/http.ts'
import { freeze, makeJob, rememberJob, type Work } from '../jobs/job-calls.ts'
import type { Chosen } from './selection.ts'

/** A request to create a job. Retrying after a network failure reuses its selection and idempotency key, so only one job is created. */
interface Wish {
  readonly chosen: Chosen
  readonly words: string
  readonly key: string
  readonly selection: Promise<WireSelection>
}

/** Creates a job for the selection, at most once per request. Throws `HttpError`. */
export function useMakeJob(resource: AnyResource) {
  const client = useQueryClient()
  const wish = useRef<Wish | null>(null)
  const running = useRef<Promise<WireJob> | null>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async (chosen: Chosen, work: Work) => {
    const words = JSON.stringify(work)
    if (wish.current?.chosen !== chosen || wish.current.words !== words)
      wish.current = { chosen, words, key: newKey(), selection: freeze(resource, chosen) }
    const { key, selection } = wish.current
    try {
      const job = await makeJob(resource, (await selection).id, { work, key })
      rememberJob(client, job)
      wish.current = null
      return job
    } catch (error) {
      // The server answered, so a further attempt is a new request. After a network failure (status 0), the same one can be retried.
      if (!(error instanceof HttpError) || error.statusCode !== 0) wish.current = null
      throw error
    }
  }
  return {
    isBusy,
    make: (chosen: Chosen, work: Work): Promise<WireJob> => {
      if (!running.current) {
        setBusy(true)
        running.current = send(chosen, work).finally(() => {
          running.current = null
          setBusy(false)
        })
      }
      return running.current
    },
  }
}
