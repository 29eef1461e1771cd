import { plainCharacters } from './tidy.ts'

/** `+40264001000` as it is read out: `+40 264 001 000`. Other countries group otherwise and stay as they are. */
export const phoneInGroups = (phone: string) => phone.replace(/^\+40(\d{3})(\d{3})(\d{3})$/, '+40 $1 $2 $3')

/**
 * Digits of a phone number in E.164 form (`+40740123456`), or null. A leading 0 means Romania. Read as well: the links and labels that
 * address books copy, every usual sign between groups, and the zero in brackets that is dialled only inside of a country.
 */
export function phoneNumber(text: string): string | null {
  const bare = plainCharacters(text).replace(/^(?:tel(?:efon)?|phone|mob(?:il)?|callto)[.:\s]*(?:\/\/)?/i, '')
  const compact = bare.replace(/^((?:\+|00)[\d\s.-]{1,6})\(0\)/, '$1').replace(/[\s().,/·•_-]/g, '')
  const full = /^0\d{9}$/.test(compact) ? `+4${compact}` : compact.replace(/^(?:00|(?=40\d{9}$))/, '+').replace(/^\+400(?=\d{9}$)/, '+40')
  return /^\+40\d{9}$/.test(full) || /^\+(?!40)[1-9]\d{7,14}$/.test(full) ? full : null
}
