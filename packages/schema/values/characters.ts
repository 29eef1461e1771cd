/**
 * Removes what typing, pasting and other programs add to a text without changing its meaning.
 * Applied by every field type before validation, and by every search and filter before comparing.
 */

/**
 * Ranges (first and last) of invisible characters, Unicode's Default_Ignorable_Code_Point: soft
 * hyphens, joiners, zero-width spaces, direction marks, fillers, byte order marks, tags. The SQL
 * functions use the same list.
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

const unicodeEscape = (code: number) => `\\u{${code.toString(16)}}`
const invisibles = invisibleRanges
  .map(([first, last]) => `${unicodeEscape(first)}-${unicodeEscape(last)}`)
  .join('')
const invisibleClass = `[${invisibles}]`

const invisible = new RegExp(invisibleClass, 'gu')
/**
 * Excludes variation selectors, which choose the shape of a letter or symbol, for example in
 * Japanese names.
 */
const invisibleInLine = new RegExp(
  `(?![\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}])${invisibleClass}`,
  'gu',
)
/**
 * Invisible characters that no script needs. Some scripts and symbols need joiners and direction
 * marks, so those are not included.
 */
const invisibleInLines = /[\u00AD\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g

const visible = new RegExp(`[^\\s${invisibles}]`, 'u')

/** Whether the text contains a visible character. */
export const isVisible = (text: string) => visible.test(text)

/** Most texts contain only these characters. */
const isAscii = (text: string) => /^[\n -~]*$/.test(text)

/** Removes all invisible characters. */
export const withoutInvisible = (text: string) =>
  isAscii(text) ? text : text.replace(invisible, '')
/** For single-line text: keeps only variation selectors. */
export const withoutInvisibleInLine = (text: string) =>
  isAscii(text) ? text : text.replace(invisibleInLine, '')
/** For text of several lines: removes only those that no script needs. */
export const withoutInvisibleInLines = (text: string) =>
  isAscii(text) ? text : text.replace(invisibleInLines, '')

/** Variants of the apostrophe, including standalone accents. */
export const apostrophes = '‘’‛ʼ′´`＇'
/** Variants of the hyphen: non-breaking hyphens, dashes, minus signs. */
export const hyphens = '‐‑‒–—―−﹣－'

const apostrophePattern = new RegExp(`[${apostrophes}]`, 'g')
const hyphenPattern = new RegExp(`[${hyphens}]`, 'g')

export const plainApostrophes = (text: string) => text.replace(apostrophePattern, "'")
export const plainHyphens = (text: string) => text.replace(hyphenPattern, '-')

/**
 * Normalizes a number, a URL or a code to its plain characters, such as ASCII digits for full-width
 * ones.
 */
export const plainCharacters = (text: string) =>
  plainHyphens(withoutInvisible(text).normalize('NFKC')).trim()

/** Normalizes a code to uppercase without separators: ` cj 482-913` becomes `CJ482913`. */
export const compactCode = (text: string) =>
  plainCharacters(text).replace(/[\s-]/g, '').toUpperCase()
