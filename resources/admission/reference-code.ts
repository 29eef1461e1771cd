/**
 * The reference number of an application: `ID`, seven digits and a check digit (ISO 7064, MOD
 * 11,10).
 */

/** The check digit. Detects every single wrong digit and most transpositions. */
function referenceCheckDigit(digits: string): number {
  let product = 10
  for (const digit of digits) product = (((product + Number(digit)) % 10 || 10) * 2) % 11
  return (11 - product) % 10
}

/**
 * The reference number for seven digits. They are drawn at random, so that other numbers cannot be
 * guessed.
 */
export const toReferenceCode = (digits: string) => `ID${digits}${referenceCheckDigit(digits)}`

/**
 * All reference numbers in a text, in any case and spacing (`id 123 456-78`), without duplicates.
 */
export function referenceCodesIn(text: string): readonly string[] {
  const characters = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return [
    ...new Set(
      [...characters.matchAll(/(?=(ID\d{8}))/g)]
        .map(([, code = '']) => code)
        .filter(isReferenceCode),
    ),
  ]
}

export const isReferenceCode = (code: string) =>
  /^ID\d{8}$/.test(code) && toReferenceCode(code.slice(2, -1)) === code
