/** Finds the expected word that a misspelled word most likely means. */
import { fold } from '@matricola/schema/values/folding.ts'

/** Shorter words are similar by chance. */
const minLength = 3
/** Longer texts are not words. */
const maxLength = 200

/**
 * Returns the only meaning whose (folded) word is close to a text: one is the beginning of the
 * other, or they differ in one or two letters. Returns undefined if no meaning or more than one is
 * close.
 */
export function findNearestMatch<T>(words: ReadonlyMap<string, T>, text: string): T | undefined {
  if (text.length > maxLength) return undefined
  const folded = fold(text).replace(/[^\p{L}\p{N}]+$/u, '')
  if (folded.length < minLength) return undefined
  const similar = [...words]
    .filter(([word]) => isSimilar(word, folded))
    .map(([, meaning]) => meaning)
  return new Set(similar).size === 1 ? similar[0] : undefined
}

function isSimilar(word: string, text: string): boolean {
  const shorter = Math.min(word.length, text.length)
  if (shorter < minLength) return false
  if (word.startsWith(text) || text.startsWith(word)) return true
  const allowed = shorter < 5 ? 0 : shorter < 8 ? 1 : 2
  return Math.abs(word.length - text.length) <= allowed && distance(word, text) <= allowed
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= other.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (letter === other[j - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
