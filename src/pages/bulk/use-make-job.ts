import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { WireJob, WireSelection } from '#model/wire/jobs.ts'
import { newKey } from '#providers/call-key.ts'
import { HttpError } from '#providers/http.ts'
import { freeze, makeJob, rememberJob, type Work } from '../jobs/job-calls.ts'
import type { Chosen } from './selection.ts'

/** A wish as it was sent: asked again after a failure, it is the same selection under the same key, so it makes one job. */
interface Wish {
  readonly chosen: Chosen
  readonly words: string
  readonly key: string
  readonly selection: Promise<WireSelection>
}

/** Makes a job of what is selected, once per wish. Throws `HttpError`. */
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
      // An answer settles the wish; without one, the same call may be made again.
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
