/** Preferences of a reviewer, stored in this browser. */
import { storeValue, useStoredValue } from '@matricola/console/local-storage.ts'

export const splits = [40, 50, 60] as const

export interface ReviewPreferences {
  /** Width of the data pane in percent. The documents use the rest. */
  readonly split: number
  /** Whether an application stays open after its decision. */
  readonly stays: boolean
}

const defaultPreferences: ReviewPreferences = { split: 42, stays: false }
const keyOf = (userId: string) => `matricola.review.${userId}`

function parse(text: string | null): ReviewPreferences {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    if (typeof parsed !== 'object' || parsed === null) return defaultPreferences
    const split =
      'split' in parsed && typeof parsed.split === 'number'
        ? Math.min(70, Math.max(30, parsed.split))
        : defaultPreferences.split
    return { split, stays: 'stays' in parsed && parsed.stays === true }
  } catch {
    return defaultPreferences
  }
}

export function useReviewPreferences(userId: string) {
  const key = keyOf(userId)
  const text = useStoredValue(key)
  const preferences = parse(text)
  const setPreferences = (patch: Partial<ReviewPreferences>) => {
    storeValue(key, JSON.stringify({ ...preferences, ...patch }))
  }
  return [preferences, setPreferences] as const
}
