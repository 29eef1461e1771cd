import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { ask } from '#providers/ask.ts'
import { once } from '#providers/call-key.ts'
import { HttpError } from '#providers/http.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { useMay } from '#src/console/may.ts'
import { refusalText } from '#src/pages/form/refusal-text.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { registrationQuery, registrations, targetOf } from './registration.ts'
import type { Claim } from './use-claim.ts'

export interface Taken {
  readonly step: string
  readonly record: WireRegistration
  readonly message: string
}

export interface Clash {
  readonly step: string
  readonly input: object
  /** The record as it was shown. */
  readonly seen: WireRegistration
  /** The record as it is now. */
  readonly now: WireRegistration
}

/** Whether another user was faster, so that the new state has to be shown before anything is done. */
const isClash = (error: unknown): boolean =>
  error instanceof HttpError && Object.keys(error.fields).length === 0 && (error.code === 'record.stale' || error.code === 'step.refused')

interface StepsOptions {
  readonly record: WireRegistration | undefined
  readonly claim: Claim
  readonly onTaken: (taken: Taken) => void
}

export interface Steps {
  readonly isBusy: boolean
  readonly clash: Clash | null
  /** Takes a transition. Throws if it was rejected, so that forms keep their input. Also sets `clash` in case of a conflict. */
  take(step: string, input?: object): Promise<void>
  /** Like `take`, for transitions without input: shows errors in a toast. */
  takeOrWarn(step: string): Promise<void>
  /** Reads the application again before a transition. If its status has changed, sets `clash` and returns true. */
  meet(step: string): Promise<boolean>
  /** Takes the transition of `clash` on the current version. */
  insist(): Promise<void>
  /** Reads the record again and clears `clash`. */
  reload(): void
}

/** Takes transitions of the record, one at a time, each against the version that was shown. */
export function useSteps({ record, claim, onTaken }: StepsOptions): Steps {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  const [clash, setClash] = useState<Clash | null>(null)
  // A ref, because a second key press can arrive before the next render.
  const busy = useRef(false)

  async function take(seen: WireRegistration, step: string, input: object) {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    try {
      const { data, message } = await claim.settled(seen, !may(step, registrations, seen), async (current) => {
        const asked = { id: current.id, version: current.version, status: targetOf(step), ...input }
        const taken = await once([step, asked], (headers) =>
          ask(reviewCalls.statusUpdate, { input: asked, headers, fallback: `resources:${registrations.name}.problems.update` }),
        )
        claim.keep(seen.id)
        client.setQueryData(registrationQuery(seen.id).queryKey, taken.data)
        return taken
      })
      void invalidate({ resource: registrations.name, invalidates: ['list', 'many'] })
      onTaken({ step, record: data, message })
    } catch (error) {
      if (isClash(error)) await clashOver(seen, step, input)
      throw error
    } finally {
      busy.current = false
      setBusy(false)
    }
  }

  async function clashOver(seen: WireRegistration, step: string, input: object) {
    claim.keep(seen.id)
    const now = await client.fetchQuery({ ...registrationQuery(seen.id), staleTime: 0 })
    setClash({ step, input, seen, now })
  }

  async function takeOrWarn(seen: WireRegistration, step: string, input: object) {
    try {
      await take(seen, step, input)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (!isClash(error)) showToast({ severity: 'error', summary: refusalText(error) })
    }
  }

  return {
    isBusy,
    clash,
    meet: async (step) => {
      if (!record) return false
      const now = await client.fetchQuery({ ...registrationQuery(record.id), staleTime: 0 })
      if (now.status === record.status) return false
      setClash({ step, input: {}, seen: record, now })
      return true
    },
    take: async (step, input = {}) => {
      if (record) await take(record, step, input)
    },
    takeOrWarn: async (step) => {
      if (record) await takeOrWarn(record, step, {})
    },
    insist: async () => {
      if (!clash) return
      setClash(null)
      await takeOrWarn(clash.now, clash.step, clash.input)
    },
    reload: () => setClash(null),
  }
}
