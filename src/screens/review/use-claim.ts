import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { makeCall } from '#providers/make-call.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { usePermission } from '#src/console/use-permission.ts'
import { useUser } from '#src/console/user-context.ts'
import { claimTransitions, isAssignedToOther, isClaimable, registrationQuery, transitionTarget } from './registration.ts'

/** Delay before an open application is claimed, so that paging through applications claims none. */
const claimDelayMs = 700

export interface ReviewClaim {
  /**
   * Runs `step` after a claim that is running, or that the step needs, has been made. No other claim starts meanwhile: it would
   * conflict with the step's version.
   */
  runAfterClaim<T>(record: WireRegistration, isNeeded: boolean, transition: (current: WireRegistration) => Promise<T>): Promise<T>
  /** Keeps the claim when the application is left, because it was decided. */
  keep(id: string): void
}

/** Claims an application when it is opened, unless it is assigned to another user. Leaving it undecided releases an automatic claim. */
export function useClaim(record: WireRegistration | undefined): ReviewClaim {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const can = usePermission()
  const claims = useRef(new Map<string, Promise<WireRegistration>>())
  const id = record?.id
  const canClaim = (of: WireRegistration) => isClaimable(of, can) && !isAssignedToOther(of, userId)
  const mayClaim = record !== undefined && canClaim(record)
  // The application whose transition is running. A claim at the same time would make one of the two stale.
  const deciding = useRef<string | null>(null)

  const applyTransition = async (of: WireRegistration, name: string) => {
    const { data } = await makeCall(reviewCalls.statusUpdate, {
      input: { id: of.id, version: of.version, status: transitionTarget(name) },
    })
    client.setQueryData(registrationQuery(of.id).queryKey, data)
    return data
  }
  const claim = (of: WireRegistration) => {
    const known = claims.current.get(of.id)
    if (known) return known
    const made = applyTransition(of, claimTransitions.take)
    claims.current.set(of.id, made)
    made.catch(() => {
      // Another user was faster. Reloading the application shows who.
      claims.current.delete(of.id)
      void client.invalidateQueries({ queryKey: registrationQuery(of.id).queryKey })
    })
    return made
  }
  const act = useRef({ step: applyTransition, claim, isOpenTo: canClaim })
  act.current = { step: applyTransition, claim, isOpenTo: canClaim }

  useEffect(() => {
    if (!id || !mayClaim) return
    const timer = setInterval(() => {
      if (deciding.current === id) return
      clearInterval(timer)
      const now = client.getQueryData(registrationQuery(id).queryKey)
      if (now && act.current.isOpenTo(now)) act.current.claim(now).catch(() => {})
    }, claimDelayMs)
    return () => clearInterval(timer)
  }, [id, mayClaim, client])

  useEffect(() => {
    if (!id) return
    const made = claims.current
    return () => {
      const claimed = made.get(id)
      made.delete(id)
      // If releasing fails, another user has continued with the application, and there is nothing to release.
      claimed?.then((mine) => act.current.step(mine, claimTransitions.undo)).catch(() => {})
    }
  }, [id])

  return {
    runAfterClaim: async (of, isNeeded, take) => {
      deciding.current = of.id
      try {
        const runningClaim = claims.current.get(of.id)
        return await take(runningClaim ? newestOf(await runningClaim) : isNeeded && isClaimable(of, can) ? await claim(of) : of)
      } finally {
        deciding.current = null
      }
    },
    keep: (of) => claims.current.delete(of),
  }

  /** The record may have changed since the claim, by a review of a document or a note. Returns the newer version. */
  function newestOf(mine: WireRegistration): WireRegistration {
    const now = client.getQueryData(registrationQuery(mine.id).queryKey)
    return now && now.version > mine.version ? now : mine
  }
}
