import type { Tone } from '#model/vocabulary.ts'

/** Look of an action's button. */
export const toneClass: { readonly [T in Tone]: string } = { primary: 'button-primary', neutral: '', danger: 'button-danger' }

const rank: { readonly [T in Tone]: number } = { primary: 0, neutral: 1, danger: 2 }

/** Orders actions: the main one first, those that are felt most last. */
export const byTone = (one: Tone = 'neutral', other: Tone = 'neutral') => rank[one] - rank[other]
