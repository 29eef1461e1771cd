/**
 * Removal of what typing, pasting and other programs add to a text without changing what it says. Every field type does it before a
 * value is validated, and every search and filter before a value is compared.
 */

/**
 * Characters that show nothing (Unicode: Default_Ignorable_Code_Point), as first and last of each range: soft hyphens, joiners, zero-width
 * spaces, direction marks, fillers, byte order marks, tags. SQL reads the same list.
 */
export const invisibleRanges: readonly (readonly [first: number, last: number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

const escaped = (code: number) => `\\u{${code.toString(16)}}`
const isInvisible = `[${invisibleRanges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`

const invisible = new RegExp(isInvisible, 'gu')
/** Variation selectors choose the shape of a letter or symbol, such as those of Japanese names. */
const invisibleInLine = new RegExp(`(?![\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}])${isInvisible}`, 'gu')
/** Some scripts and symbols need joiners and direction marks; nothing needs these. */
const uselessInLines = /[\u00AD\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g

/** Most texts have nothing but these characters. */
const isAscii = (text: string) => /^[\n -~]*$/.test(text)

/** A text without characters that show nothing. */
export const withoutInvisible = (text: string) => (isAscii(text) ? text : text.replace(invisible, ''))
/** One line of text without them; symbols and letters keep the shape that was chosen. */
export const withoutInvisibleInLine = (text: string) => (isAscii(text) ? text : text.replace(invisibleInLine, ''))
/** Text of several lines without those of them that no script needs. */
export const withoutInvisibleInLines = (text: string) => (isAscii(text) ? text : text.replace(uselessInLines, ''))

/** Characters that programs put in the place of an apostrophe, as they are and as accents that stand alone. */
export const apostrophes = '‘’‛ʼ′´`＇'
/** Characters that programs put in the place of a hyphen: hard hyphens, dashes, minus signs. */
export const hyphens = '‐‑‒–—―−﹣－'

const anyApostrophe = new RegExp(`[${apostrophes}]`, 'g')
const anyHyphen = new RegExp(`[${hyphens}]`, 'g')

export const plainApostrophes = (text: string) => text.replace(anyApostrophe, "'")
export const plainHyphens = (text: string) => text.replace(anyHyphen, '-')

/** A number, an address or a code in the plain characters that it is made of: full-width digits and other variants become them. */
export const plainCharacters = (text: string) => plainHyphens(withoutInvisible(text).normalize('NFKC')).trim()

/** A code without what people put between its characters, in capitals: ` cj 482-913` is `CJ482913`. */
export const compactCode = (typed: string) => plainCharacters(typed).replace(/[\s-]/g, '').toUpperCase()
