/** Formats of texts that only the university has. Declarations name them. */

import type { TextFormat } from '@matricola/schema/text-format.ts'
import { compactCode, plainCharacters } from '@matricola/schema/values/characters.ts'
import type { TextPattern } from '@matricola/schema/values/patterns.ts'
import { weeklyHours } from './academic/hours.ts'
import { isIban } from './iban.ts'

/** Reads `2026`, `2026/27` or `2026 2027` as `2026-2027`. */
function expandAcademicYear(text: string): string {
  const match = /^(20\d\d)(?:[-/\s]+(\d\d|20\d\d))?$/.exec(plainCharacters(text))
  if (!match) return text
  const second = match[2] ?? String(Number(match[1]) + 1)
  return `${match[1]}-${second.length === 2 ? `20${second}` : second}`
}

export const universityPatterns = {
  /** Two consecutive years, such as `2026-2027`. */
  academicYear: {
    regex: /^20\d\d-20\d\d$/,
    normalize: (text) => plainCharacters(text).replace(/^(20\d\d) ?[-/] ?(?=20\d\d$)/, '$1-'),
    parse: expandAcademicYear,
    check: { holds: (text) => Number(text.slice(5, 9)) === Number(text.slice(0, 4)) + 1 },
    example: '2026-2027',
    hasHint: true,
    input: { inputMode: 'numeric', isShort: true },
  },
  /** International bank account number. */
  iban: {
    regex: /^[A-Z]{2}\d{2}[A-Z0-9]+$/,
    normalize: compactCode,
    check: { holds: isIban },
    example: 'RO49AAAA1B31007593840000',
    input: { autoCapitalize: 'characters' },
  },
  /** Code of a receipt series. */
  seriesCode: {
    regex: /^[A-Z]{1,6}$/,
    normalize: compactCode,
    example: 'CJ',
    input: { autoCapitalize: 'characters', isShort: true },
  },
} as const satisfies { readonly [name: string]: TextPattern }

/** How codes are shown, for the option `displayAs`. */
export const universityTextFormats = { hours: weeklyHours } as const satisfies {
  readonly [name: string]: TextFormat
}
