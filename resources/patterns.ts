/** Formats of texts that only the university has. */
import { compactCode, plainCharacters } from '@matricola/schema/values/characters.ts'
import { definePattern } from '@matricola/schema/values/patterns.ts'
import { isIban } from './iban.ts'

/** Reads `2026`, `2026/27` or `2026 2027` as `2026-2027`. */
function expandAcademicYear(text: string): string {
  const match = /^(20\d\d)(?:[-/\s]+(\d\d|20\d\d))?$/.exec(plainCharacters(text))
  if (!match) return text
  const second = match[2] ?? String(Number(match[1]) + 1)
  return `${match[1]}-${second.length === 2 ? `20${second}` : second}`
}

/** Two consecutive years, such as `2026-2027`. */
export const academicYearPattern = definePattern({
  name: 'academicYear',
  regex: /^20\d\d-20\d\d$/,
  normalize: (text) => plainCharacters(text).replace(/^(20\d\d) ?[-/] ?(?=20\d\d$)/, '$1-'),
  parse: expandAcademicYear,
  check: { holds: (text) => Number(text.slice(5, 9)) === Number(text.slice(0, 4)) + 1 },
  example: '2026-2027',
  hasHint: true,
  input: { inputMode: 'numeric', isShort: true },
})

/** International bank account number. */
export const ibanPattern = definePattern({
  name: 'iban',
  regex: /^[A-Z]{2}\d{2}[A-Z0-9]+$/,
  normalize: compactCode,
  check: { holds: isIban },
  example: 'RO49AAAA1B31007593840000',
  input: { autoCapitalize: 'characters' },
})
