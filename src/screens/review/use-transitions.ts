import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { refusalText } from '@matricola/console/pages/form/refusal-text.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import {
  registrationKey,
  registrationQuery,
  registrationsResource,
  transitionTarget,
} from './registration.ts'
import type { ReviewClaim } from './use-claim.ts'

export interface CompletedTransition {
  readonly transition: string
  readonly record: WireRegistration
  readonly message: string
}

export interface ReviewConflict {
  readonly transition: string
  readonly input: object
  /** The record as it was shown. */
  readonly seenRecord: WireRegistration
  /** The record as it is now. */
  readonly currentRecord: WireRegistration
}

/**
 * Whether another user was faster, so that the new state has to be shown before anything is done.
 */
const isConflict = (error: unknown): boolean =>
  error instanceof HttpError &&
  Object.keys(error.fields).length === 0 &&
  (error.code === 'record.stale' || error.code === 'transition.refused')

interface TransitionsOptions {
  readonly record: WireRegistration | undefined
  readonly claim: ReviewClaim
  readonly onTransitioned: (completed: CompletedTransition) => void
}

export interface ReviewTransitions {
  readonly isBusy: boolean
  readonly conflict: ReviewConflict | null
  /**
   * Makes a transition. Throws if it was rejected, so that forms keep their input. Also sets
   * `conflict` in case of a conflict.
   */
  take(transition: string, input?: object): Promise<void>
  /** Like `take`, for transitions without input: shows errors in a toast. */
  takeOrWarn(transition: string): Promise<void>
  /**
   * Reads the application again before a transition. If its status has changed, sets `conflict` and
   * returns true.
   */
  checkStatus(transition: string): Promise<boolean>
  /** Makes the transition of `conflict` on the current version. */
  override(): Promise<void>
  /** Reads the record again and clears `conflict`. */
  reload(): void
}

/** Makes transitions of the record, one at a time, each from the version that was shown. */
export function useTransitions({
  record,
  claim,
  onTransitioned,
}: TransitionsOptions): ReviewTransitions {
  const http = useHttp()
  const { withIdempotencyKey, makeCall } = http
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const can = usePermission()
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<ReviewConflict | null>(null)
  // A ref, because a second key press can arrive before the next render.
  const busy = useRef(false)

  async function take(seenRecord: WireRegistration, transition: string, input: object) {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    try {
      const { data, message } = await claim.runAfterClaim(
        seenRecord,
        !can(transition, registrationsResource, seenRecord),
        async (current) => {
          const body = {
            id: current.id,
            version: current.version,
            status: transitionTarget(transition),
            ...input,
          }
          const response = await withIdempotencyKey([transition, body], (headers) =>
            makeCall(reviewCalls.statusUpdate, {
              input: body,
              headers,
              fallback: `resources:${registrationsResource.name}.problems.update`,
            }),
          )
          claim.keep(seenRecord.id)
          client.setQueryData(registrationKey(seenRecord.id), response.data)
          return response
        },
      )
      void invalidate({ resource: registrationsResource.name, invalidates: ['list', 'many'] })
      onTransitioned({ transition, record: data, message })
    } catch (error) {
      if (isConflict(error)) await openConflict(seenRecord, transition, input)
      throw error
    } finally {
      busy.current = false
      setBusy(false)
    }
  }

  async function openConflict(seenRecord: WireRegistration, transition: string, input: object) {
    claim.keep(seenRecord.id)
    const currentRecord = await client.fetchQuery({
      ...registrationQuery(http, seenRecord.id),
      staleTime: 0,
    })
    setConflict({ transition, input, seenRecord, currentRecord })
  }

  async function takeOrWarn(seenRecord: WireRegistration, transition: string, input: object) {
    try {
      await take(seenRecord, transition, input)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (!isConflict(error)) showToast({ severity: 'error', summary: refusalText(error) })
    }
  }

  return {
    isBusy,
    conflict,
    checkStatus: async (transition) => {
      if (!record) return false
      const currentRecord = await client.fetchQuery({
        ...registrationQuery(http, record.id),
        staleTime: 0,
      })
      if (currentRecord.status === record.status) return false
      setConflict({ transition: transition, input: {}, seenRecord: record, currentRecord })
      return true
    },
    take: async (transition, input = {}) => {
      if (record) await take(record, transition, input)
    },
    takeOrWarn: async (transition) => {
      if (record) await takeOrWarn(record, transition, {})
    },
    override: async () => {
      if (!conflict) return
      setConflict(null)
      await takeOrWarn(conflict.currentRecord, conflict.transition, conflict.input)
    },
    reload: () => setConflict(null),
  }
}
