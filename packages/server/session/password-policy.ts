import { fold } from '@matricola/schema/values/folding.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { commonWords } from './common-words.ts'
import { normalizePassword } from './password-hash.ts'

/**
 * Length in code points. There are no rules about kinds of characters, and no expiry (NIST SP
 * 800-63B).
 */
const passwordLength = { min: 12, max: 128 } as const

/**
 * Returns the issues with a new password. `context` contains words that attackers try first: the
 * user's name, username and email address, and the name of the university.
 */
export function passwordIssues(password: string, context: readonly string[]): Issue[] {
  const length = Array.from(normalizePassword(password)).length
  if (length < passwordLength.min)
    return [{ code: 'password.tooShort', params: { min: passwordLength.min } }]
  if (length > passwordLength.max)
    return [{ code: 'password.tooLong', params: { max: passwordLength.max } }]
  return isGuessable(password, context) ? [{ code: 'password.common' }] : []
}

/**
 * Whether little remains after removing everything guessable: common words (also with digits for
 * letters), context words, runs of the keyboard or the alphabet, repetitions and years. Enough
 * remains of a sentence of uncommon words, but not of `Parola123456!` or `qwertyuiop2024`.
 */
function isGuessable(password: string, context: readonly string[]): boolean {
  const folded = fold(password)
  const withoutLookalikes = folded.replace(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign)
  return (
    Math.min(unguessableLength(folded, context), unguessableLength(withoutLookalikes, context)) <
    minRemainingLength
  )
}

/** Minimum number of characters that are not guessable. */
const minRemainingLength = 5
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Returns the shortest remainder over several orders of removal: a run may hide a word (`stu` in
 * `student`), and a word may break a run (`qwerty` in `qwertyuiop`).
 */
function unguessableLength(text: string, context: readonly string[]): number {
  const withoutContext = contextWords(context).reduce(
    (rest, word) => rest.replaceAll(word, ' '),
    text,
  )
  const remainders = [text, withoutContext].flatMap((start) => [
    withoutRepeats(withoutRuns(withoutCommonWords(start))),
    withoutCommonWords(withoutRepeats(withoutRuns(start))),
  ])
  return Math.min(
    ...remainders.map(
      (rest) => rest.replace(/(19|20)\d\d/g, ' ').replace(/[^\p{L}\p{N}]+/gu, '').length,
    ),
  )
}

/**
 * Removes common words if there are one or two. Three or more common words make a good password and
 * are not removed.
 */
function withoutCommonWords(text: string): string {
  const parts = text.split(/[^a-z]+/).flatMap(commonParts)
  if (parts.length > 2) return text
  return parts.reduce((rest, word) => rest.replaceAll(word, ' '), text)
}

const contextWords = (context: readonly string[]) =>
  context
    .flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)

/** Returns the word if it is common, or the common words it consists of, longest first. */
function commonParts(word: string): string[] {
  if (commonWords.has(word)) return [word]
  for (let length = word.length - 3; length >= 3; length -= 1) {
    if (commonWords.has(word.slice(0, length)))
      return [word.slice(0, length), ...commonParts(word.slice(length))]
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

/**
 * Removes every sequence of three or more characters that are adjacent on a keyboard or in the
 * alphabet.
 */
function withoutRuns(text: string): string {
  let result = ''
  let index = 0
  while (index < text.length) {
    const length = longestRun(text, index)
    if (length < 3) result += text[index]
    else result += ' '
    index += length < 3 ? 1 : length
  }
  return result
}

function longestRun(text: string, start: number): number {
  let length = 1
  while (
    start + length < text.length &&
    runs.some((row) => row.includes(text.slice(start, start + length + 1)))
  )
    length += 1
  return length
}

/** Reduces `aaaa` to `a` and `abcabcabc` to `abc`, because repetition adds nothing to guess. */
const withoutRepeats = (text: string) => text.replace(/(.{1,10}?)\1+/gu, '$1')
