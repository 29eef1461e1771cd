import { useEffect, useState } from 'react'
import { ask } from '#providers/ask.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { isMasked } from '#src/fields/masked-value.tsx'
import { showToast } from '#src/toasts/toast-store.ts'

export interface Revealed {
  readonly cnp: string | null
  readonly foreignIdNumber: string | null
  readonly serialNumber: string | null
}

/** Time for numbers in clear: to read them off, not to stand on a screen that somebody has left. */
const revealedMs = 60_000

/** The numbers of one file in clear, for a minute, on request. The server notes each time. */
export function useReveal(id: string) {
  const [shown, setShown] = useState<{ readonly id: string; readonly values: Revealed } | null>(null)
  const values = shown?.id === id ? shown.values : null
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), revealedMs)
    return () => clearTimeout(timer)
  }, [shown])
  const reveal = async () => {
    try {
      const { data } = await ask(reviewCalls.reveal, { params: { id } })
      setShown({ id, values: data })
    } catch (error) {
      showToast({ severity: 'error', summary: error instanceof Error ? error.message : String(error) })
    }
  }
  return { values, isMasked, reveal: () => void reveal(), hide: () => setShown(null) }
}
