import { plainCharacters } from './characters.ts'

/**
 * Formats `+40264001000` as `+40 264 001 000`. Numbers of other countries are returned unchanged.
 */
export const formatPhone = (phone: string) =>
  phone.replace(/^\+40(\d{3})(\d{3})(\d{3})$/, '+40 $1 $2 $3')

/**
 * Parses a phone number to E.164 (`+40740123456`); null if it is not valid. A leading 0 means
 * Romania. Accepts prefixes copied from address books (`tel:`), common separators, and the `(0)`
 * that is only dialled within a country.
 */
export function parsePhone(text: string): string | null {
  const bare = plainCharacters(text).replace(
    /^(?:tel(?:efon)?|phone|mob(?:il)?|callto)[.:\s]*(?:\/\/)?/i,
    '',
  )
  const compact = bare.replace(/^((?:\+|00)[\d\s.-]{1,6})\(0\)/, '$1').replace(/[\s().,/·•_-]/g, '')
  const full = /^0\d{9}$/.test(compact)
    ? `+4${compact}`
    : compact.replace(/^(?:00|(?=40\d{9}$))/, '+').replace(/^\+400(?=\d{9}$)/, '+40')
  return /^\+40\d{9}$/.test(full) || /^\+(?!40)[1-9]\d{7,14}$/.test(full) ? full : null
}
