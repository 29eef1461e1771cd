/** Preferences of a reviewer, stored in this browser. */
import { store, useStored } from '#src/stored.ts'

export const splits = [40, 50, 60] as const

export interface ReviewPreferences {
  /** Width of the data pane in percent; the documents take the rest. */
  readonly split: number
  /** Whether an application stays open after its decision. */
  readonly stays: boolean
}

const fallback: ReviewPreferences = { split: 42, stays: false }
const keyOf = (personId: string) => `matricola.review.${personId}`

function parse(text: string | null): ReviewPreferences {
  try {
    const held: unknown = JSON.parse(text ?? '{}')
    if (typeof held !== 'object' || held === null) return fallback
    const split = 'split' in held && typeof held.split === 'number' ? Math.min(70, Math.max(30, held.split)) : fallback.split
    return { split, stays: 'stays' in held && held.stays === true }
  } catch {
    return fallback
  }
}

export function useReviewPreferences(personId: string) {
  const key = keyOf(personId)
  const text = useStored(key)
  const preferences = parse(text)
  const prefer = (part: Partial<ReviewPreferences>) => {
    store(key, JSON.stringify({ ...preferences, ...part }))
  }
  return [preferences, prefer] as const
}
