/** Most likely meaning of a word that is none of those expected. */
import { fold } from '#model/values/folding.ts'

/** Shorter words are alike by chance. */
const leastLetters = 3
/** Longer texts are no word. */
const mostLetters = 200

/**
 * The one meaning among folded words that a text is close to: it begins one of them, one of them begins it, or a letter
 * or two make the difference. Undefined where none is close, or more than one meaning is.
 */
export function nearestMeaning<T>(words: ReadonlyMap<string, T>, text: string): T | undefined {
  if (text.length > mostLetters) return undefined
  const given = fold(text).replace(/[^\p{L}\p{N}]+$/u, '')
  if (given.length < leastLetters) return undefined
  const near = [...words].filter(([word]) => isNear(word, given)).map(([, meaning]) => meaning)
  return new Set(near).size === 1 ? near[0] : undefined
}

function isNear(word: string, given: string): boolean {
  const shorter = Math.min(word.length, given.length)
  if (shorter < leastLetters) return false
  if (word.startsWith(given) || given.startsWith(word)) return true
  const allowed = shorter < 5 ? 0 : shorter < 8 ? 1 : 2
  return Math.abs(word.length - given.length) <= allowed && distance(word, given) <= allowed
}

/** Letters to be put in, left out or exchanged to make one word of the other. */
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
