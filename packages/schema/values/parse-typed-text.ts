/** Parses values with a pattern as people type them, with the same rules in forms, pasted cells and imports. */
import type { FieldSpec } from '../field.ts'
import { type PatternName, patternOf, type TextPattern } from './patterns.ts'

/** Parses text entered by a user. Text that cannot be parsed is returned unchanged, so that validation rejects it. */
export function parseTypedText(pattern: PatternName | TextPattern | undefined, text: string): string {
  if (pattern === undefined) return text
  const { parse, normalize } = patternOf(pattern)
  return (parse ?? normalize)?.(text) ?? text
}

/** Like `parseTypedText`, for a field. Only fields with a pattern accept other formats. */
export const parseTypedValue = (spec: FieldSpec, text: string): string =>
  'pattern' in spec.options ? parseTypedText(spec.options.pattern, text) : text
