import type { Register } from '../register.ts'
import { compactCode, plainCharacters, plainHyphens, withoutInvisible } from './characters.ts'
import { isLegibleOn } from './contrast.ts'
import { normalizeText } from './folding.ts'
import { parseTime } from './times.ts'

/**
 * A format of text fields. Declarations name it with the option `pattern`. Text that does not match
 * gets the issue `text.<name>`. Applications pass their own to `createText`.
 */
export interface TextPattern {
  /** Runs in linear time: one class and one quantifier per part. */
  readonly regex: RegExp
  /** Normalization before validation, if it is more than trimming. */
  readonly normalize?: (text: string) => string
  /**
   * Parses text that a user entered, in forms, pasted cells and imports; absent: `normalize`. API
   * clients must send the exact format. Text that cannot be parsed is returned unchanged, so that
   * validation rejects it.
   */
  readonly parse?: (text: string) => string
  /** A check in addition to `regex`, and the code of its issue; absent: `text.<name>`. */
  readonly check?: { readonly holds: (text: string) => boolean; readonly code?: string }
  /** A value for import templates. */
  readonly example: string
  /**
   * The format is not obvious from the label, so forms show the text `pages:fields.hints.<name>`.
   */
  readonly hasHint?: true
  /** Attributes of the input. `isShort`: values have few characters. */
  readonly input?: {
    readonly type?: 'url'
    readonly inputMode?: 'numeric' | 'url'
    readonly autoCapitalize?: 'words' | 'characters' | 'none'
    readonly isShort?: true
  }
}

/**
 * Replaces variants of hyphens and apostrophes. Keeps `’`, which is typographically correct. Splits
 * ligatures into letters.
 */
const normalizeName = (text: string) => {
  const letters = text.replace(/[\uFB00-\uFB06\u0140\u013F]/g, (ligature) =>
    ligature.normalize('NFKC'),
  )
  return normalizeText(
    plainHyphens(letters)
      .replace(/[‘‛′´`＇]/g, "'")
      .replace(/[‧∙⋅]/g, '·'),
  )
}

const upperCase = (text: string) => plainCharacters(text).toUpperCase()
const lowerCase = (text: string) => plainCharacters(text).toLowerCase()

/** Formats that every application has, by name. */
export const patterns = {
  /**
   * Letters of any script, spaces, hyphens, apostrophes, full stops and interpuncts as in `Gal·la`.
   */
  personName: {
    regex: /^(?:['’](?=\p{L}))?[\p{L}\p{M}][\p{L}\p{M}' ’.·・-]*$/u,
    normalize: normalizeName,
    example: 'Popescu',
    input: { autoCapitalize: 'words' },
  },
  /**
   * Like `personName`, but accounts may also belong to an office: digits, and common punctuation
   * after the first character.
   */
  accountName: {
    regex: /^(?:['’](?=\p{L}))?[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}' ’.·・,&/()+-]*$/u,
    normalize: normalizeName,
    example: 'Ana Popescu',
  },
  /** Short codes such as `INF-101`. */
  code: {
    regex: /^[A-Z0-9][A-Z0-9-]*$/,
    normalize: plainCharacters,
    parse: upperCase,
    example: 'EX-1',
    hasHint: true,
    input: { autoCapitalize: 'characters', isShort: true },
  },
  /** Sign-in names: lowercase letters, digits, dot, hyphen, underscore. */
  username: {
    regex: /^[a-z0-9][a-z0-9._-]*$/,
    normalize: plainCharacters,
    parse: lowerCase,
    example: 'ana.popescu',
    hasHint: true,
    input: { autoCapitalize: 'none' },
  },
  /** Time of day, `HH:MM`. */
  time: {
    regex: /^([01]\d|2[0-3]):[0-5]\d$/,
    normalize: plainCharacters,
    parse: (text) => parseTime(text) ?? text,
    example: '08:00',
    hasHint: true,
    input: { inputMode: 'numeric', isShort: true },
  },
  /** Series and number of an identity document. */
  documentNumber: {
    regex: /^[A-Z0-9]+$/,
    normalize: (text) => compactCode(text).replaceAll('.', ''),
    example: 'CJ482913',
    input: { autoCapitalize: 'characters', isShort: true },
  },
  /** ISO 3166-1 alpha-2 code, shown as the name of the country. */
  country: { regex: /^[A-Z]{2}$/, normalize: upperCase, example: 'RO' },
  /** `findPostalCodeIssue` checks the rules of each country. */
  postalCode: {
    regex: /^[A-Z0-9][A-Z0-9-]*$/,
    normalize: (text) => upperCase(text).replace(/\s/g, ''),
    example: '400001',
    input: { autoCapitalize: 'characters', isShort: true },
  },
  /**
   * `#rrggbb`, legible on the backgrounds of the light theme; `colorOnDark` on those of the dark
   * theme. See `isLegibleOn`.
   */
  colorOnLight: {
    regex: /^#[0-9a-f]{6}$/,
    normalize: lowerCase,
    check: { holds: (color) => isLegibleOn('light', color), code: 'color.tooPale' },
    example: '#1f4a7a',
    input: { isShort: true },
  },
  colorOnDark: {
    regex: /^#[0-9a-f]{6}$/,
    normalize: lowerCase,
    check: { holds: (color) => isLegibleOn('dark', color), code: 'color.tooDark' },
    example: '#8db8ee',
    input: { isShort: true },
  },
  /** Absolute URL with `http` or `https` and a host name, without user information. */
  website: {
    regex: /^https?:\/\/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]\S*)?$/iu,
    normalize: (text) => withoutInvisible(text).trim(),
    example: 'https://www.univ.ro',
    input: { type: 'url', inputMode: 'url' },
  },
} as const satisfies { readonly [name: string]: TextPattern }

/** The name of a pattern. Where an application names its own, they are the only others. */
export type PatternName = Register extends { readonly patterns: infer Name extends string }
  ? keyof typeof patterns | Name
  : string
