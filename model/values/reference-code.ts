/** The code that an application for admission goes by: `ID`, seven digits and a check digit (ISO 7064, MOD 11,10). */

/** The check digit of a row of digits; any one digit that is mistyped, and most that change places, asks for another. */
function referenceCheckDigit(digits: string): number {
  let product = 10
  for (const digit of digits) product = (((product + Number(digit)) % 10 || 10) * 2) % 11
  return (11 - product) % 10
}

/** The code of seven digits, which are drawn at random so that no code leads to the next. */
export const referenceCodeOf = (digits: string) => `ID${digits}${referenceCheckDigit(digits)}`

/** The codes that somebody has written into a text, however apart and in whatever case: `id 123 456-78`. Each once. */
export function referenceCodesIn(text: string): readonly string[] {
  const signs = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return [...new Set([...signs.matchAll(/(?=(ID\d{8}))/g)].map(([, code = '']) => code).filter(isReferenceCode))]
}

/** Tells whether a code is one that `referenceCodeOf` makes. */
export const isReferenceCode = (code: string) => /^ID\d{8}$/.test(code) && referenceCodeOf(code.slice(2, -1)) === code
