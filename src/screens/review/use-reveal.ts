import { useHttp } from '@matricola/console/app/console-context.ts'
import { isMasked } from '@matricola/console/fields/masked-value.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useEffect, useState } from 'react'
import * as reviewCalls from '#resources/calls/review.ts'

export interface UnmaskedNumbers {
  readonly cnp: string | null
  readonly foreignIdNumber: string | null
  readonly serialNumber: string | null
}

/** Time for which numbers are revealed: enough to read them, but they do not remain on an unattended screen. */
const revealedMs = 60_000

/** Reveals the masked numbers of an application for a minute. The server logs each access. */
export function useReveal(id: string) {
  const { makeCall } = useHttp()
  const [revealed, setRevealed] = useState<{ readonly id: string; readonly values: UnmaskedNumbers } | null>(null)
  const values = revealed?.id === id ? revealed.values : null
  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(() => setRevealed(null), revealedMs)
    return () => clearTimeout(timer)
  }, [revealed])
  const reveal = async () => {
    try {
      const { data } = await makeCall(reviewCalls.revealIdentity, { params: { id } })
      setRevealed({ id, values: data })
    } catch (error) {
      showToast({ severity: 'error', summary: error instanceof Error ? error.message : String(error) })
    }
  }
  return { values, isMasked, reveal: () => void reveal(), hide: () => setRevealed(null) }
}
