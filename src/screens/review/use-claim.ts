import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { ask } from '#providers/ask.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { claimStep, isClaimable, isOthers, registrationQuery, targetOf } from './registration.ts'

/** Leafing through the files claims none of them. */
const dwellMs = 700

export interface Claim {
  /** Takes a step with the record once a claim that is under way, or that the step needs, has been made. None is begun beside it. */
  settled<T>(record: WireRegistration, isNeeded: boolean, step: (current: WireRegistration) => Promise<T>): Promise<T>
  /** The file was decided: leaving it takes nothing back. */
  keep(id: string): void
}

/** Opening a file that is nobody else's claims it for the person; going on without a decision takes an automatic claim back. */
export function useClaim(record: WireRegistration | undefined): Claim {
  const client = useQueryClient()
  const { id: me } = usePerson()
  const may = useMay()
  const claims = useRef(new Map<string, Promise<WireRegistration>>())
  const id = record?.id
  const isOpenTo = (of: WireRegistration) => isClaimable(of, may) && !isOthers(of, me)
  const mayClaim = record !== undefined && isOpenTo(record)
  // The file whose step is on its way: its answer would find the claim's version, or the claim that of the answer.
  const deciding = useRef<string | null>(null)

  const step = async (of: WireRegistration, name: string) => {
    const { data } = await ask(reviewCalls.statusUpdate, {
      input: { id: of.id, version: of.version, status: targetOf(name) },
    })
    client.setQueryData(registrationQuery(of.id).queryKey, data)
    return data
  }
  const claim = (of: WireRegistration) => {
    const known = claims.current.get(of.id)
    if (known) return known
    const made = step(of, claimStep.take)
    claims.current.set(of.id, made)
    made.catch(() => {
      // Somebody was faster: the file is read again and says who.
      claims.current.delete(of.id)
      void client.invalidateQueries({ queryKey: registrationQuery(of.id).queryKey })
    })
    return made
  }
  const act = useRef({ step, claim, isOpenTo })
  act.current = { step, claim, isOpenTo }

  useEffect(() => {
    if (!id || !mayClaim) return
    const timer = setInterval(() => {
      if (deciding.current === id) return
      clearInterval(timer)
      const now = client.getQueryData(registrationQuery(id).queryKey)
      if (now && act.current.isOpenTo(now)) act.current.claim(now).catch(() => {})
    }, dwellMs)
    return () => clearInterval(timer)
  }, [id, mayClaim, client])

  useEffect(() => {
    if (!id) return
    const made = claims.current
    return () => {
      const claimed = made.get(id)
      made.delete(id)
      // Where it cannot be taken back, somebody has gone on with the file, and there is nothing to take back.
      claimed?.then((mine) => act.current.step(mine, claimStep.undo)).catch(() => {})
    }
  }, [id])

  return {
    settled: async (of, isNeeded, take) => {
      deciding.current = of.id
      try {
        const under = claims.current.get(of.id)
        return await take(under ? latestOf(await under) : isNeeded && isClaimable(of, may) ? await claim(of) : of)
      } finally {
        deciding.current = null
      }
    },
    keep: (of) => claims.current.delete(of),
  }

  /** A mark or a note may have followed the claim: then what was read since is newer. */
  function latestOf(mine: WireRegistration): WireRegistration {
    const now = client.getQueryData(registrationQuery(mine.id).queryKey)
    return now && now.version > mine.version ? now : mine
  }
}
