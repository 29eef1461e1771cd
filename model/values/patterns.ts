import { tidyText } from './folding.ts'
import { compactCode, plainCharacters, plainHyphens, withoutInvisible } from './tidy.ts'

/** Named text shapes a declaration can ask for. Every expression is linear: one class, one quantifier per part. */
export const patterns = {
  /** Letters of any script, space, hyphen, apostrophes, full stop and the points inside of names such as `Gal·la`. */
  personName: /^(?:['’](?=\p{L}))?[\p{L}\p{M}][\p{L}\p{M}' ’.·・-]*$/u,
  /** Name of an account, which may be that of an office: as of a person, with digits and the usual signs after the first character. */
  accountName: /^(?:['’](?=\p{L}))?[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}' ’.·・,&/()+-]*$/u,
  /** Short codes such as `INF-101`. */
  code: /^[A-Z0-9][A-Z0-9-]*$/,
  /** Sign-in names: lower-case letters, digits, dot, hyphen, underscore. */
  username: /^[a-z0-9][a-z0-9._-]*$/,
  /** Two following years, such as `2026-2027`; that they follow is checked by `isAcademicYear`. */
  academicYear: /^20\d\d-20\d\d$/,
  /** Time of day, `HH:MM`. */
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  /** Series and number of an identity document, as `tidiers` leaves it. */
  documentNumber: /^[A-Z0-9]+$/,
  /** Two letters of ISO 3166-1, shown as the country's name. */
  country: /^[A-Z]{2}$/,
  /** As `tidiers` leaves it; what a country asks for beside it: `postalCodeFault`. */
  postalCode: /^[A-Z0-9][A-Z0-9-]*$/,
  /** International bank account number, as `tidiers` leaves it; its check digits: `isIban`. */
  iban: /^[A-Z]{2}\d{2}[A-Z0-9]+$/,
  /** `#rrggbb`, to be read on the grounds of the light theme; `colorOnDark`: of the dark one. See `isLegibleOn`. */
  colorOnLight: /^#[0-9a-f]{6}$/,
  colorOnDark: /^#[0-9a-f]{6}$/,
  /** Address of a page elsewhere, by `http` or `https` and the name of its machine; no name of a user before it. */
  website: /^https?:\/\/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]\S*)?$/iu,
} as const satisfies Record<string, RegExp>

export type PatternName = keyof typeof patterns

/** A name with the plain hyphen and apostrophe; `’`, which is right in print, stays. Ligatures become their letters. */
const plainName = (text: string) => {
  const letters = text.replace(/[\uFB00-\uFB06\u0140\u013F]/g, (ligature) => ligature.normalize('NFKC'))
  return tidyText(
    plainHyphens(letters)
      .replace(/[‘‛′´`＇]/g, "'")
      .replace(/[‧∙⋅]/g, '·'),
  )
}

const capitals = (text: string) => plainCharacters(text).toUpperCase()
const smallLetters = (text: string) => plainCharacters(text).toLowerCase()

/** Tidying of a text of a shape before it is measured, where that is more than trimming. */
export const tidiers: { readonly [P in PatternName]?: (text: string) => string } = {
  personName: plainName,
  accountName: plainName,
  code: plainCharacters,
  username: plainCharacters,
  academicYear: (text) => plainCharacters(text).replace(/^(20\d\d) ?[-/] ?(?=20\d\d$)/, '$1-'),
  time: plainCharacters,
  documentNumber: (text) => compactCode(text).replaceAll('.', ''),
  country: capitals,
  postalCode: (text) => capitals(text).replace(/\s/g, ''),
  iban: compactCode,
  colorOnLight: smallLetters,
  colorOnDark: smallLetters,
  website: (text) => withoutInvisible(text).trim(),
}
