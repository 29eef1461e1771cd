/** International bank account numbers (ISO 13616). */

/**
 * Validates the check digits: after moving the first four characters to the end and replacing
 * letters with 10 to 35, the number mod 97 must be 1.
 */
export function isIban(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return /^\d+$/.test(digits) && BigInt(digits) % 97n === 1n
}

/** Formats an IBAN in groups of four. */
export const formatIban = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ')
