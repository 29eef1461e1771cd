import type { Tone } from '@matricola/schema/vocabulary.ts'
import type { ButtonKind } from '../../kit/button.tsx'

/** Kind of an action's button. */
export const toneButtonKind: { readonly [T in Tone]: ButtonKind } = {
  primary: 'primary',
  neutral: 'plain',
  danger: 'destructive',
}

const rank: { readonly [T in Tone]: number } = { primary: 0, neutral: 1, danger: 2 }

/** Sorts actions: the main action first, destructive actions last. */
export const compareTones = (one: Tone = 'neutral', other: Tone = 'neutral') =>
  rank[one] - rank[other]
