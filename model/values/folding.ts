/**
 * Text keys that the application writes beside the text itself, so that no query has to fold, strip or collate
 * (neither engine's collations can be relied on).
 */

/** Most texts have nothing but these characters, and nothing to fold but their case. */
const isPlain = (text: string) => /^[ -~]*$/.test(text)

/**
 * Letters that are not another one with a mark, and how a keyboard without them spells them. What is stored of them is written anew at
 * the start after a change (`server/engine/records/writing/fold-again.ts`).
 */
export const letterSpellings: { readonly [letter: string]: string } = {
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

/** The capitals that have one of these as their small letter: none of `ı`, whose `I` is that of `i`. */
export const capitalsOf = (letters: string) =>
  Array.from(letters, (letter) => (letter === 'ß' ? 'ẞ' : letter.toUpperCase()))
    .filter((capital, i) => capital.toLowerCase() === letters[i])
    .join('')

/** Lower case without diacritics: what search and `contains` compare. `Ștefan`, `Ştefan` and `stefan` are one. */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase().trim()
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(spelledLetters, (letter) => letterSpellings[letter] ?? letter)
    .trim()
}

/** Letters that Romanian sorts as letters of their own, after the one they are drawn from. `{` and `|` follow `z`. */
const romanianOrder: Record<string, string> = { ă: 'a{', â: 'a|', î: 'i{', ș: 's{', ş: 's{', ț: 't{', ţ: 't{' }

/** A key whose byte order is Romanian alphabetical order. Without `{` and `|` it equals `fold(text)`. */
export function sortKey(text: string): string {
  if (isPlain(text)) return text.toLowerCase().replace(/[{|]/g, ' ').trim()
  return Array.from(text.toLowerCase().normalize('NFC').replace(/[{|]/g, ' '), (letter) => romanianOrder[letter] ?? fold1(letter))
    .join('')
    .trim()
}

const fold1 = (letter: string) => (letter === ' ' ? ' ' : fold(letter) || (/\p{M}/u.test(letter) ? '' : letter))

/** NFC, and cedilla s and t made the comma-below letters of Romanian. */
const plainLetters = (text: string) => text.normalize('NFC').replace(/[şţŞŢ]/g, (c) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[c] ?? c)

/** Signs that take no room and show nothing: soft hyphens, zero-width signs and joiners, marks of direction, fillers, tags. */
const invisible = /[\u00AD\u115F\u1160\u180E\u200B-\u200F\u2060-\u2064\u3164\uFEFF\uFFA0]|\u034F|[\u{E0000}-\u{E007F}]/gu

/**
 * Plain letters, trimmed, inner runs of spaces made one, without invisible signs: two texts that look the same are the same.
 * Long texts keep theirs, which some scripts and symbols need.
 */
export const tidyText = (text: string): string =>
  plainLetters(text)
    .replace(invisible, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/** Plain letters in lines as they were typed, without what is empty around the whole and at the end of lines. */
export const tidyLines = (text: string): string =>
  plainLetters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    // Tried only where the spaces begin: a run of them within a line would be gone through once for each of its letters.
    .replace(/(?<! ) +$/gm, '')
    .trim()
