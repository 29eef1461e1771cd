/** The code by which applicants prove that an application is theirs: 10 characters of Crockford's base32, 50 bits. */
import { compactCode } from '../values/tidy.ts'

/** Digits and letters without I, L, O and U, which are mistaken for others. */
export const accessCodeSigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const accessCodeLength = 10

/** `7KQF3-MZD4X` */
export const accessCodeInGroups = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** A code as it was typed, in the spelling that is compared: any case, with or without hyphens, O for 0, I and L for 1. Null when it cannot be one. */
export function tidyAccessCode(typed: string): string | null {
  const code = compactCode(typed).replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === accessCodeLength && [...code].every((sign) => accessCodeSigns.includes(sign)) ? code : null
}

/** One for hints; its two groups stay in one line. */
export const exampleAccessCode = accessCodeInGroups('7KQF3MZD4X').replace('-', '-\u2060')
