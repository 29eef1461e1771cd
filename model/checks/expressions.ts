/** Checks expressions in declarations: the fields they may read, and error messages for developers. */
import type { ExpressionError, KnownField, KnownFields } from '../expression/check.ts'
import { type FieldSpec, type Fields, familyOf } from '../field.ts'
import type { Family } from '../field-type.ts'
import { scaleOf } from '../values/numbers.ts'

/** Type of each family in expressions. Some types can only be passed through, not computed with. */
const types: { readonly [F in Family]?: string } = {
  text: 'text',
  ascii: 'text',
  number: 'number',
  date: 'day',
  boolean: 'yes or no',
  instant: 'moment',
  word: 'choice',
}

/** Type of a field's value in expressions; undefined if the field cannot be used in one. */
function knownField(spec: FieldSpec): KnownField | undefined {
  const type = 'to' in spec ? `reference to ${spec.to}` : types[familyOf(spec)]
  return type === undefined ? undefined : { type, decimals: scaleOf(spec), optional: spec.options.optional ?? false }
}

/** The fields that an expression may read, by name. */
export function knownFields(fields: Fields, id = false): KnownFields {
  const known = Object.entries(fields).flatMap(([name, spec]) => {
    const field = knownField(spec)
    return field ? [[name, field] as const] : []
  })
  return { ...Object.fromEntries(known), ...(id && { id: { type: 'text' } }) }
}

const sentences: { readonly [code: string]: string } = {
  unknownField: 'reads the unknown field {name}',
  unknownFieldLike: 'reads the unknown field {name}: did you mean {like}?',
  unknownFunction: 'reckons by the unknown word {name}',
  unknownFunctionLike: 'reckons by the unknown word {name}: did you mean {like}?',
  notANumber: 'reckons with {part}, where a number belongs',
  notADay: 'reckons with {part}, where a day belongs',
  notAText: 'joins {part}, where a text belongs',
  notASpan: 'adds {part} to a day, where a span such as { days: 1 } belongs',
  spanAlone: 'has the span {part}, which can only be added to a day or taken from it',
  mixed: 'puts {first} and {part} side by side, which are of different kinds',
  decimals: 'keeps decimals that are no whole number from 0 to {max}',
  tooLong: 'has too many parts',
  numberTooLong: 'has the number {number}, which has too many digits',
  noPart: 'has {part}, which is no part of an expression',
}

/** A mistake as a phrase that continues after its place. */
export const describeExpressionError = ({ code, params = {} }: ExpressionError): string =>
  (sentences[code.slice('expression.'.length)] ?? code).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
