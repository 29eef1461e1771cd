import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import {
  claimTransitions,
  isAssignedToOther,
  isClaimable,
  registrationKey,
  transitionTarget,
} from './registration.ts'

/** Delay before an open application is claimed, so that paging through applications claims none. */
const claimDelayMs = 700

export interface ReviewClaim {
  /**
   * Runs `transition` once any claim in progress has finished. If `isNeeded`, claims the
   * application first. No other claim starts in the meantime, because it would conflict with the
   * transition's version.
   */
  runAfterClaim<T>(
    record: WireRegistration,
    isNeeded: boolean,
    transition: (current: WireRegistration) => Promise<T>,
  ): Promise<T>
  /** Keeps the claim when the user leaves the application, because it has been decided. */
  keep(id: string): void
}

/**
 * Claims an application when it is opened, unless it is assigned to another user. Leaving it
 * undecided releases an automatic claim.
 */
export function useClaim(record: WireRegistration | undefined): ReviewClaim {
  const { makeCall } = useHttp()
  const client = useQueryClient()
  const { id: userId } = useUser()
  const can = usePermission()
  const claims = useRef(new Map<string, Promise<WireRegistration>>())
  const id = record?.id
  const canClaim = (application: WireRegistration) =>
    isClaimable(application, can) && !isAssignedToOther(application, userId)
  const mayClaim = record !== undefined && canClaim(record)
  // The application whose transition is running. If a claim were made at the same time, one of the
  // two would be stale.
  const transitioningId = useRef<string | null>(null)

  const applyTransition = async (application: WireRegistration, name: string) => {
    const { data } = await makeCall(reviewCalls.statusUpdate, {
      input: { id: application.id, version: application.version, status: transitionTarget(name) },
    })
    client.setQueryData(registrationKey(application.id), data)
    return data
  }
  const claim = (application: WireRegistration) => {
    const pendingClaim = claims.current.get(application.id)
    if (pendingClaim) return pendingClaim
    const newClaim = applyTransition(application, claimTransitions.take)
    claims.current.set(application.id, newClaim)
    newClaim.catch(() => {
      // Another user was faster. Reloading the application shows who.
      claims.current.delete(application.id)
      void client.invalidateQueries({ queryKey: registrationKey(application.id) })
    })
    return newClaim
  }
  const act = useRef({ applyTransition: applyTransition, claim, canClaim: canClaim })
  act.current = { applyTransition: applyTransition, claim, canClaim: canClaim }

  useEffect(() => {
    if (!id || !mayClaim) return
    const timer = setInterval(() => {
      if (transitioningId.current === id) return
      clearInterval(timer)
      const current = client.getQueryData<WireRegistration>(registrationKey(id))
      if (current && act.current.canClaim(current)) act.current.claim(current).catch(() => {})
    }, claimDelayMs)
    return () => clearInterval(timer)
  }, [id, mayClaim, client])

  useEffect(() => {
    if (!id) return
    const currentClaims = claims.current
    return () => {
      const claimed = currentClaims.get(id)
      currentClaims.delete(id)
      // If releasing fails, another user has continued with the application, so there is no claim
      // to release.
      claimed
        ?.then((claimedRecord) => act.current.applyTransition(claimedRecord, claimTransitions.undo))
        .catch(() => {})
    }
  }, [id])

  return {
    runAfterClaim: async (application, isNeeded, transition) => {
      transitioningId.current = application.id
      try {
        const runningClaim = claims.current.get(application.id)
        return await transition(
          runningClaim
            ? newestOf(await runningClaim)
            : isNeeded && isClaimable(application, can)
              ? await claim(application)
              : application,
        )
      } finally {
        transitioningId.current = null
      }
    },
    keep: (applicationId) => claims.current.delete(applicationId),
  }

  /**
   * Returns the newer version of the record, which may have changed since the claim, for example
   * because a document was reviewed or a note was added.
   */
  function newestOf(claimedRecord: WireRegistration): WireRegistration {
    const current = client.getQueryData<WireRegistration>(registrationKey(claimedRecord.id))
    return current && current.version > claimedRecord.version ? current : claimedRecord
  }
}
