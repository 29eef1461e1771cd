/**
 * The patterns and formats that text fields name, in the vocabulary that their field type carries.
 */
import { type FieldSpec, fieldTypeOf } from './field.ts'
import type { TextVocabulary } from './field-types/text/type.ts'
import type { TextFormat } from './text-format.ts'
import type { TextPattern } from './values/patterns.ts'

/** Only text fields have the options `pattern` and `displayAs`. */
const vocabularyOf = (spec: FieldSpec) => fieldTypeOf(spec) as unknown as TextVocabulary

/** The pattern that a field names, with its name. Undefined if it names none. */
export function patternOf(spec: FieldSpec): (TextPattern & { readonly name: string }) | undefined {
  const name = 'pattern' in spec.options ? spec.options.pattern : undefined
  const pattern = name === undefined ? undefined : vocabularyOf(spec).patterns[name]
  return name !== undefined && pattern ? { name, ...pattern } : undefined
}

/** The format in which a field's codes are shown. Undefined if its values are not codes. */
export function textFormatOf(spec: FieldSpec): TextFormat | undefined {
  const name = 'displayAs' in spec.options ? spec.options.displayAs : undefined
  return name === undefined ? undefined : vocabularyOf(spec).formats[name]
}

/**
 * Parses text that a user entered for a field, with the same rules in forms, pasted cells and
 * imports. Text that cannot be parsed, or whose field names no pattern, is returned unchanged, so
 * that validation rejects it.
 */
export function parseTypedText(spec: FieldSpec, text: string): string {
  const { parse, normalize } = patternOf(spec) ?? {}
  return (parse ?? normalize)?.(text) ?? text
}
