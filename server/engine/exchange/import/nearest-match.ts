/** Finds the expected word that a misspelled word most likely means. */
import { fold } from '#model/values/folding.ts'

/** Shorter words are similar by chance. */
const minLength = 3
/** Longer texts are not words. */
const maxLength = 200

/**
 * Returns the only meaning whose (folded) word is close to a text: one is the beginning of the other, or they differ in one or two
 * letters. Returns undefined if no meaning is close, or more than one.
 */
export function findNearestMatch<T>(words: ReadonlyMap<string, T>, text: string): T | undefined {
  if (text.length > maxLength) return undefined
  const given = fold(text).replace(/[^\p{L}\p{N}]+$/u, '')
  if (given.length < minLength) return undefined
  const near = [...words].filter(([word]) => isSimilar(word, given)).map(([, meaning]) => meaning)
  return new Set(near).size === 1 ? near[0] : undefined
}

function isSimilar(word: string, given: string): boolean {
  const shorter = Math.min(word.length, given.length)
  if (shorter < minLength) return false
  if (word.startsWith(given) || given.startsWith(word)) return true
  const allowed = shorter < 5 ? 0 : shorter < 8 ? 1 : 2
  return Math.abs(word.length - given.length) <= allowed && distance(word, given) <= allowed
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (letter === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
