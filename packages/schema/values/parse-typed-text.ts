/**
 * Parses values with a named pattern as people type them, with the same rules in forms, pasted cells and imports. API clients must
 * send the exact format: validation applies only `normalizers`.
 */
import type { FieldSpec } from '../field.ts'
import { plainCharacters } from './characters.ts'
import { normalizers, type PatternName } from './patterns.ts'
import { parseTime } from './times.ts'

/** Reads `2026`, `2026/27` or `2026 2027` as `2026-2027`. */
function expandAcademicYear(text: string): string {
  const match = /^(20\d\d)(?:[-/\s]+(\d\d|20\d\d))?$/.exec(plainCharacters(text))
  if (!match) return text
  const second = match[2] ?? String(Number(match[1]) + 1)
  return `${match[1]}-${second.length === 2 ? `20${second}` : second}`
}

const readers: { readonly [P in PatternName]?: (text: string) => string } = {
  ...normalizers,
  code: (text) => plainCharacters(text).toUpperCase(),
  username: (text) => plainCharacters(text).toLowerCase(),
  academicYear: expandAcademicYear,
  time: (text) => parseTime(text) ?? text,
}

/** Parses text entered by a user. Text that cannot be parsed is returned unchanged, so that validation rejects it. */
export const parseTypedText = (pattern: PatternName | undefined, text: string): string =>
  (pattern === undefined ? undefined : readers[pattern])?.(text) ?? text

/** Like `parseTypedText`, for a field. Only fields with a named pattern accept other formats. */
export const parseTypedValue = (spec: FieldSpec, text: string): string =>
  'pattern' in spec.options ? parseTypedText(spec.options.pattern, text) : text
