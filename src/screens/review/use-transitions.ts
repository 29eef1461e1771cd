import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { HttpError } from '#providers/http.ts'
import { withIdempotencyKey } from '#providers/idempotency-key.ts'
import { makeCall } from '#providers/make-call.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { usePermission } from '#src/console/use-permission.ts'
import { refusalText } from '#src/pages/form/refusal-text.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { registrationQuery, registrationsResource, transitionTarget } from './registration.ts'
import type { ReviewClaim } from './use-claim.ts'

export interface TakenTransition {
  readonly transition: string
  readonly record: WireRegistration
  readonly message: string
}

export interface ReviewConflict {
  readonly transition: string
  readonly input: object
  /** The record as it was shown. */
  readonly seen: WireRegistration
  /** The record as it is now. */
  readonly now: WireRegistration
}

/** Whether another user was faster, so that the new state has to be shown before anything is done. */
const isConflict = (error: unknown): boolean =>
  error instanceof HttpError && Object.keys(error.fields).length === 0 && (error.code === 'record.stale' || error.code === 'step.refused')

interface TransitionsOptions {
  readonly record: WireRegistration | undefined
  readonly claim: ReviewClaim
  readonly onTransitioned: (taken: TakenTransition) => void
}

export interface ReviewTransitions {
  readonly isBusy: boolean
  readonly conflict: ReviewConflict | null
  /** Takes a transition. Throws if it was rejected, so that forms keep their input. Also sets `conflict` in case of a conflict. */
  take(step: string, input?: object): Promise<void>
  /** Like `take`, for transitions without input: shows errors in a toast. */
  takeOrWarn(step: string): Promise<void>
  /** Reads the application again before a transition. If its status has changed, sets `conflict` and returns true. */
  checkStatus(step: string): Promise<boolean>
  /** Takes the transition of `conflict` on the current version. */
  insist(): Promise<void>
  /** Reads the record again and clears `conflict`. */
  reload(): void
}

/** Takes transitions of the record, one at a time, each against the version that was shown. */
export function useTransitions({ record, claim, onTransitioned }: TransitionsOptions): ReviewTransitions {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const can = usePermission()
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<ReviewConflict | null>(null)
  // A ref, because a second key press can arrive before the next render.
  const busy = useRef(false)

  async function take(seen: WireRegistration, transition: string, input: object) {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    try {
      const { data, message } = await claim.runAfterClaim(seen, !can(transition, registrationsResource, seen), async (current) => {
        const asked = { id: current.id, version: current.version, status: transitionTarget(transition), ...input }
        const taken = await withIdempotencyKey([transition, asked], (headers) =>
          makeCall(reviewCalls.statusUpdate, {
            input: asked,
            headers,
            fallback: `resources:${registrationsResource.name}.problems.update`,
          }),
        )
        claim.keep(seen.id)
        client.setQueryData(registrationQuery(seen.id).queryKey, taken.data)
        return taken
      })
      void invalidate({ resource: registrationsResource.name, invalidates: ['list', 'many'] })
      onTransitioned({ transition, record: data, message })
    } catch (error) {
      if (isConflict(error)) await openConflict(seen, transition, input)
      throw error
    } finally {
      busy.current = false
      setBusy(false)
    }
  }

  async function openConflict(seen: WireRegistration, transition: string, input: object) {
    claim.keep(seen.id)
    const now = await client.fetchQuery({ ...registrationQuery(seen.id), staleTime: 0 })
    setConflict({ transition, input, seen, now })
  }

  async function takeOrWarn(seen: WireRegistration, transition: string, input: object) {
    try {
      await take(seen, transition, input)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (!isConflict(error)) showToast({ severity: 'error', summary: refusalText(error) })
    }
  }

  return {
    isBusy,
    conflict,
    checkStatus: async (step) => {
      if (!record) return false
      const now = await client.fetchQuery({ ...registrationQuery(record.id), staleTime: 0 })
      if (now.status === record.status) return false
      setConflict({ transition: step, input: {}, seen: record, now })
      return true
    },
    take: async (step, input = {}) => {
      if (record) await take(record, step, input)
    },
    takeOrWarn: async (step) => {
      if (record) await takeOrWarn(record, step, {})
    },
    insist: async () => {
      if (!conflict) return
      setConflict(null)
      await takeOrWarn(conflict.now, conflict.transition, conflict.input)
    },
    reload: () => setConflict(null),
  }
}
