/**
 * Text keys that the application writes beside the text itself, so that no query has to fold, strip or collate
 * (neither engine's collations can be relied on).
 */

import { apostrophes, hyphens, withoutInvisible, withoutInvisibleInLine, withoutInvisibleInLines } from './tidy.ts'

/** Most texts have nothing but these characters, and nothing to fold but their case. Some programs use the backtick as an apostrophe. */
const isPlain = (text: string) => /^[ -_a-~]*$/.test(text)

/**
 * Characters that are not another one with a mark, and how a keyboard without them spells them: letters, and what programs put in the
 * place of apostrophes and hyphens. Stored keys and search texts are written again at the first start after a change of this table or of
 * `foldingForm` (`server/engine/records/writing/fold-again.ts`).
 */
export const letterSpellings: { readonly [letter: string]: string } = {
  ...Object.fromEntries([...apostrophes].map((sign) => [sign, "'"])),
  ...Object.fromEntries([...hyphens].map((sign) => [sign, '-'])),
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
const spelledLetters = new RegExp(`[${Object.keys(letterSpellings).join('')}]`, 'g')

/** The compatibility form takes ligatures, full-width letters and the like apart. */
export const foldingForm = 'NFKD'
/** That form makes a space and a mark of an accent that stands alone, so it is spelled before. */
export const loneAccent = '´'

/** The capitals that have one of these as their small letter: none of `ı`, whose `I` is that of `i`. */
export const capitalsOf = (letters: string) =>
  Array.from(letters, (letter) => (letter === 'ß' ? 'ẞ' : letter.toUpperCase()))
    .filter((capital, i) => capital.toLowerCase() === letters[i])
    .join('')

/**
 * Lower case without diacritics, ligatures, invisible characters and variants of apostrophes and hyphens: what search and `contains`
 * compare. `Ștefan`, `Ştefan` and `stefan` are one, `O’Brien` and `O'Brien` too.
 */
export const fold = (text: string): string => (isPlain(text) ? text.toLowerCase() : foldedLetters(text)).trim()

const foldedLetters = (text: string) =>
  withoutInvisible(text)
    .replaceAll(loneAccent, "'")
    .normalize(foldingForm)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(spelledLetters, (letter) => letterSpellings[letter] ?? letter)

/** Words of a search, folded: `Popescu, Ana` asks for both words. A comma between digits belongs to a number. */
export const searchWords = (text: string): string[] =>
  fold(text)
    .split(/[\s;]+|(?<!\d),|,(?!\d)/)
    .filter((word) => word !== '')

/** Letters that Romanian sorts as letters of their own, after the one they are drawn from. `{` and `|` follow `z`. */
const romanianOrder: Record<string, string> = { ă: 'a{', â: 'a|', î: 'i{', ș: 's{', ş: 's{', ț: 't{', ţ: 't{' }

/** A key whose byte order is Romanian alphabetical order. Without `{` and `|` it equals `fold(text)`. */
export function sortKey(text: string): string {
  if (isPlain(text)) return text.toLowerCase().replace(/[{|]/g, ' ').trim()
  return Array.from(text.toLowerCase().normalize('NFC').replace(/[{|]/g, ' '), (letter) => romanianOrder[letter] ?? foldedLetters(letter))
    .join('')
    .trim()
}

/** NFC, and cedilla s and t made the comma-below letters of Romanian. */
const plainLetters = (text: string) => text.normalize('NFC').replace(/[şţŞŢ]/g, (c) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[c] ?? c)

/**
 * Plain letters, trimmed, inner runs of spaces made one, without invisible signs: two texts that look the same are the same.
 * Long texts keep theirs, which some scripts and symbols need.
 */
export const tidyText = (text: string): string =>
  withoutInvisibleInLine(plainLetters(text))
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/** Plain letters in lines as they were typed, without what is empty around the whole and at the end of lines. */
export const tidyLines = (text: string): string =>
  withoutInvisibleInLines(plainLetters(text))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    // Tried only where the spaces begin: a run of them within a line would be gone through once for each of its letters.
    .replace(/(?<! ) +$/gm, '')
    .trim()
