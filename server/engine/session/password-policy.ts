import { fold } from '#model/values/folding.ts'
import type { Issue } from '#model/wire/wire.ts'
import { commonWords } from './common-words.ts'
import { normalizePassword } from './password-hash.ts'

/** Length in code points. There are no rules about kinds of characters, and no expiry (NIST SP 800-63B). */
const passwordLength = { min: 12, max: 128 } as const

/**
 * Returns the issues with a new password. `context` contains words that are tried first: the user's name, username and email address,
 * and the name of the university.
 */
export function passwordIssues(password: string, context: readonly string[]): Issue[] {
  const length = Array.from(normalizePassword(password)).length
  if (length < passwordLength.min) return [{ code: 'password.tooShort', params: { min: passwordLength.min } }]
  if (length > passwordLength.max) return [{ code: 'password.tooLong', params: { max: passwordLength.max } }]
  return isGuessable(password, context) ? [{ code: 'password.common' }] : []
}

/**
 * Whether little remains after removing everything guessable: common words (also with digits for letters), context words, runs of the
 * keyboard or the alphabet, repetitions and years. A sentence of uncommon words keeps enough; `Parola123456!` and `qwertyuiop2024`
 * do not.
 */
function isGuessable(password: string, context: readonly string[]): boolean {
  const plain = fold(password)
  const letters = plain.replace(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign)
  return Math.min(unguessableLength(plain, context), unguessableLength(letters, context)) < minimumRest
}

/** Minimum number of characters that are not guessable. */
const minimumRest = 5
const lookalikes: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

/**
 * Returns the shortest remainder over several orders of removal: a run may hide a word (`stu` in `student`), and a word may break a
 * run (`qwerty` in `qwertyuiop`).
 */
function unguessableLength(text: string, context: readonly string[]): number {
  const bare = contextWords(context).reduce((rest, word) => rest.replaceAll(word, ' '), text)
  const rests = [text, bare].flatMap((start) => [
    withoutRepeats(withoutRuns(withoutKnown(start))),
    withoutKnown(withoutRepeats(withoutRuns(start))),
  ])
  return Math.min(...rests.map((left) => left.replace(/(19|20)\d\d/g, ' ').replace(/[^\p{L}\p{N}]+/gu, '').length))
}

/** Removes common words if there are one or two. More of them, if unrelated, are a good password and are kept. */
function withoutKnown(text: string): string {
  const known = text.split(/[^a-z]+/).flatMap(knownParts)
  if (known.length > 2) return text
  return known.reduce((rest, word) => rest.replaceAll(word, ' '), text)
}

const contextWords = (context: readonly string[]) =>
  context
    .flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)

/** Returns the word if it is common, or the common words it consists of, longest first. */
function knownParts(word: string): string[] {
  if (commonWords.has(word)) return [word]
  for (let cut = word.length - 3; cut >= 3; cut -= 1) {
    if (commonWords.has(word.slice(0, cut))) return [word.slice(0, cut), ...knownParts(word.slice(cut))]
  }
  return []
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '147258369',
  '159357',
  '789456123',
]
const runs = rows.flatMap((row) => [row, Array.from(row).reverse().join('')])

/** Removes every sequence of three or more characters that are adjacent on a keyboard or in the alphabet. */
function withoutRuns(text: string): string {
  let kept = ''
  let at = 0
  while (at < text.length) {
    const length = longestRun(text, at)
    if (length < 3) kept += text[at]
    else kept += ' '
    at += length < 3 ? 1 : length
  }
  return kept
}

function longestRun(text: string, at: number): number {
  let length = 1
  while (at + length < text.length && runs.some((row) => row.includes(text.slice(at, at + length + 1)))) length += 1
  return length
}

/** Reduces `aaaa` to `a` and `abcabcabc` to `abc`, because repetition adds nothing to guess. */
const withoutRepeats = (text: string) => text.replace(/(.{1,10}?)\1+/gu, '$1')
