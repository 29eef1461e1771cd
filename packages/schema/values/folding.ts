/**
 * Search and sort keys that the program stores next to texts, so that queries never need to fold or
 * collate. The program cannot rely on the collations of PostgreSQL and the embedded database.
 */

import {
  apostrophes,
  hyphens,
  withoutInvisible,
  withoutInvisibleInLine,
  withoutInvisibleInLines,
} from './characters.ts'

/**
 * Most texts contain only these characters and need only lowercasing. Excludes the backtick,
 * because some programs use it as an apostrophe.
 */
const isPlain = (text: string) => /^[ -_a-~]*$/.test(text)

/**
 * Letters that Unicode does not decompose, and variants of apostrophes and hyphens, with the ASCII
 * that replaces them. After a change to this table or to `foldingForm`, the next startup rewrites
 * all stored keys and search texts (`packages/server/records/writing/reindex-search.ts`).
 */
export const letterSpellings: { readonly [letter: string]: string } = {
  ...Object.fromEntries([...apostrophes].map((character) => [character, "'"])),
  ...Object.fromEntries([...hyphens].map((character) => [character, '-'])),
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ə: 'e',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  ŧ: 't',
}
const spelledLetterPattern = new RegExp(`[${Object.keys(letterSpellings).join('')}]`, 'g')

/** The compatibility form decomposes ligatures, full-width letters and the like. */
export const foldingForm = 'NFKD'
/** NFKD turns a standalone accent into a space and a combining mark, so it is replaced first. */
export const loneAccent = '´'

/**
 * Returns the uppercase forms of the letters. Excludes letters such as `ı`, because its uppercase
 * form `I` belongs to `i`.
 */
export const toCapitals = (letters: string) =>
  Array.from(letters, (letter) => (letter === 'ß' ? 'ẞ' : letter.toUpperCase()))
    .filter((capital, i) => capital.toLowerCase() === letters[i])
    .join('')

/**
 * Returns lowercase text without diacritics, ligatures, invisible characters and variants of
 * apostrophes and hyphens. Search and `contains` compare such text: `Ștefan`, `Ştefan` and `stefan`
 * are equal, and so are `O’Brien` and `O'Brien`.
 */
export const fold = (text: string): string =>
  (isPlain(text) ? text.toLowerCase() : foldedLetters(text)).trim()

const foldedLetters = (text: string) =>
  withoutInvisible(text)
    .replaceAll(loneAccent, "'")
    .normalize(foldingForm)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(spelledLetterPattern, (letter) => letterSpellings[letter] ?? letter)

/**
 * Splits a search into folded words, all of which must match: `Popescu, Ana` has two. A comma
 * between digits is part of a number. A zero-width space separates words, because pages put one
 * wherever a line may break.
 */
export const searchWords = (text: string): string[] =>
  fold(text.replaceAll('\u200b', ' '))
    .split(/[\s;]+|(?<!\d),|,(?!\d)/)
    .filter((word) => word !== '')

/**
 * Letters that Romanian sorts separately, after their base letter. `{` and `|` follow `z` in byte
 * order.
 */
const romanianSortKeys: Record<string, string> = {
  ă: 'a{',
  â: 'a|',
  î: 'i{',
  ș: 's{',
  ş: 's{',
  ț: 't{',
  ţ: 't{',
}

/**
 * A key whose byte order is Romanian alphabetical order. Without `{` and `|`, it equals
 * `fold(text)`.
 */
export function sortKey(text: string): string {
  if (isPlain(text)) return text.toLowerCase().replace(/[{|]/g, ' ').trim()
  return Array.from(
    text.toLowerCase().normalize('NFC').replace(/[{|]/g, ' '),
    (letter) => romanianSortKeys[letter] ?? foldedLetters(letter),
  )
    .join('')
    .trim()
}

/** NFC, with cedilla s and t replaced by the Romanian comma-below letters. */
const replaceCedillas = (text: string) =>
  text.normalize('NFC').replace(/[şţŞŢ]/g, (c) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[c] ?? c)

/**
 * Normalizes a line: comma-below letters, single spaces, trimmed, without invisible characters.
 * Texts that look the same become equal. `normalizeLines` keeps the invisible characters that some
 * scripts and symbols need.
 */
export const normalizeText = (text: string): string =>
  withoutInvisibleInLine(replaceCedillas(text))
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/**
 * Normalizes text of several lines. Removes blank space around the text and at the ends of lines.
 */
export const normalizeLines = (text: string): string =>
  withoutInvisibleInLines(replaceCedillas(text))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    // The lookbehind avoids quadratic time on long runs of spaces within a line.
    .replace(/(?<! ) +$/gm, '')
    .trim()
