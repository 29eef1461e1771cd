import type { Tone } from '#model/vocabulary.ts'

/** How a button of an action looks. */
export const toneClass: { readonly [T in Tone]: string } = { primary: 'button-primary', neutral: '', danger: 'button-danger' }
