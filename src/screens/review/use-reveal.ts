import { useHttp } from '@matricola/console/app/console-context.ts'
import { isMasked } from '@matricola/console/fields/masked-value.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useEffect, useRef, useState } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { type RevealedIdentity, revealIdentity } from '#resources/calls/review.ts'

/**
 * Time for which numbers are revealed without the identity card: enough to read them, but they do
 * not remain on an unattended screen.
 */
const revealedMs = 60_000

const maskedFields = ['cnp', 'foreignIdNumber', 'serialNumber'] as const

export interface Reveal {
  /** The unmasked number of a field; null while it is masked. */
  readonly valueOf: (field: string) => string | null
  readonly toggle: () => void
}

/**
 * Reveals the masked numbers of an application while its identity card is shown, and otherwise for
 * a minute on request. They are read once per application, because the server logs each read.
 */
export function useReveal(record: WireRegistration, isCardShown: boolean): Reveal {
  const { makeCall } = useHttp()
  const { id } = record
  const [read, setRead] = useState<{ id: string; values: RevealedIdentity } | null>(null)
  /** The choice of the user, for this application with or without its identity card. */
  const [choice, setChoice] = useState<{ key: string; isRevealed: boolean } | null>(null)
  const key = `${id} ${isCardShown}`
  const isPossible = maskedFields.some((field) => isMasked(record[field]))
  const isWanted = choice?.key === key ? choice.isRevealed : isCardShown
  const values = isPossible && read?.id === id ? read.values : null
  const reading = useRef<string | null>(null)
  const current = useRef(id)
  current.current = id

  const choose = (isRevealed: boolean) => setChoice({ key, isRevealed })
  const readNumbers = async () => {
    if (reading.current === id) return
    reading.current = id
    try {
      const { data } = await makeCall(revealIdentity, { params: { id } })
      if (current.current === id) setRead({ id, values: data })
    } catch (error) {
      if (current.current !== id) return
      choose(false)
      showToast({
        severity: 'error',
        summary: error instanceof Error ? error.message : String(error),
      })
    } finally {
      if (reading.current === id) reading.current = null
    }
  }

  const isMissing = isPossible && isWanted && values === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers are read once
  useEffect(() => {
    if (isMissing) void readNumbers()
  }, [isMissing, key])

  const isTimed = isWanted && values !== null && !isCardShown
  useEffect(() => {
    if (!isTimed) return
    const timer = setTimeout(() => setChoice(null), revealedMs)
    return () => clearTimeout(timer)
  }, [isTimed])

  return {
    valueOf: (field) => {
      const name = maskedFields.find((one) => one === field)
      return isWanted && values && name ? values[name] : null
    },
    toggle: () => isPossible && choose(!isWanted),
  }
}
