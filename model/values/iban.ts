/** International bank account numbers (ISO 13616). */

/** Tells whether the check digits fit: the number with its first four signs at the end, letters as 10 to 35, is 1 modulo 97. */
export function isIban(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return /^\d+$/.test(digits) && BigInt(digits) % 97n === 1n
}

/** In groups of four, as people read it. */
export const ibanInGroups = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ')
