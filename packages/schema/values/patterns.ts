import { compactCode, plainCharacters, plainHyphens, withoutInvisible } from './characters.ts'
import { normalizeText } from './folding.ts'

/** Named patterns for text fields. Each runs in linear time: one class and one quantifier per part. */
export const patterns = {
  /** Letters of any script, spaces, hyphens, apostrophes, full stops and interpuncts as in `Gal·la`. */
  personName: /^(?:['’](?=\p{L}))?[\p{L}\p{M}][\p{L}\p{M}' ’.·・-]*$/u,
  /** Like `personName`, but accounts may also belong to an office: digits, and common punctuation after the first character. */
  accountName: /^(?:['’](?=\p{L}))?[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}' ’.·・,&/()+-]*$/u,
  /** Short codes such as `INF-101`. */
  code: /^[A-Z0-9][A-Z0-9-]*$/,
  /** Sign-in names: lowercase letters, digits, dot, hyphen, underscore. */
  username: /^[a-z0-9][a-z0-9._-]*$/,
  /** Two years, such as `2026-2027`. `isAcademicYear` checks that they are consecutive. */
  academicYear: /^20\d\d-20\d\d$/,
  /** Time of day, `HH:MM`. */
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  /** Series and number of an identity document, normalized by `normalizers`. */
  documentNumber: /^[A-Z0-9]+$/,
  /** ISO 3166-1 alpha-2 code, shown as the name of the country. */
  country: /^[A-Z]{2}$/,
  /** Normalized by `normalizers`. `findPostalCodeIssue` checks the rules of each country. */
  postalCode: /^[A-Z0-9][A-Z0-9-]*$/,
  /** Normalized by `normalizers`. `isIban` checks the check digits. */
  iban: /^[A-Z]{2}\d{2}[A-Z0-9]+$/,
  /** `#rrggbb`, legible on the backgrounds of the light theme; `colorOnDark` on those of the dark theme. See `isLegibleOn`. */
  colorOnLight: /^#[0-9a-f]{6}$/,
  colorOnDark: /^#[0-9a-f]{6}$/,
  /** Absolute URL with `http` or `https` and a host name, without user information. */
  website: /^https?:\/\/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]\S*)?$/iu,
} as const satisfies Record<string, RegExp>

export type PatternName = keyof typeof patterns

/** Replaces variants of hyphens and apostrophes. Keeps `’`, which is typographically correct. Splits ligatures into letters. */
const normalizeName = (text: string) => {
  const letters = text.replace(/[\uFB00-\uFB06\u0140\u013F]/g, (ligature) => ligature.normalize('NFKC'))
  return normalizeText(
    plainHyphens(letters)
      .replace(/[‘‛′´`＇]/g, "'")
      .replace(/[‧∙⋅]/g, '·'),
  )
}

const upperCase = (text: string) => plainCharacters(text).toUpperCase()
const lowerCase = (text: string) => plainCharacters(text).toLowerCase()

/** Normalization of texts with a pattern before validation, if it is more than trimming. */
export const normalizers: { readonly [P in PatternName]?: (text: string) => string } = {
  personName: normalizeName,
  accountName: normalizeName,
  code: plainCharacters,
  username: plainCharacters,
  academicYear: (text) => plainCharacters(text).replace(/^(20\d\d) ?[-/] ?(?=20\d\d$)/, '$1-'),
  time: plainCharacters,
  documentNumber: (text) => compactCode(text).replaceAll('.', ''),
  country: upperCase,
  postalCode: (text) => upperCase(text).replace(/\s/g, ''),
  iban: compactCode,
  colorOnLight: lowerCase,
  colorOnDark: lowerCase,
  website: (text) => withoutInvisible(text).trim(),
}
