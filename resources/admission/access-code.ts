/** The access code of an application: 10 characters of Crockford's Base32 (50 bits). */
import { compactCode } from '@matricola/schema/values/characters.ts'

/** Digits and letters without I, L, O and U, which are easily confused with others. */
export const accessCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const accessCodeLength = 10

/** Formats a code for reading: `7KQF3-MZD4X`. */
export const formatAccessCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/**
 * Normalizes a typed code: ignores case and hyphens, and reads O as 0, and I and L as 1. Returns
 * null if the text cannot be a code.
 */
export function normalizeAccessCode(text: string): string | null {
  const code = compactCode(text).replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === accessCodeLength &&
    [...code].every((character) => accessCodeAlphabet.includes(character))
    ? code
    : null
}

/** An example for hints. The word joiner keeps both groups on one line. */
export const exampleAccessCode = formatAccessCode('7KQF3MZD4X').replace('-', '-\u2060')
