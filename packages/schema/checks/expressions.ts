/**
 * Checks expressions in declarations: the fields they may read, and error messages for developers.
 */
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
  choice: 'choice',
}

const typeNames: { readonly [type: string]: string } = {
  day: 'date',
  moment: 'date and time',
  'yes or no': 'boolean',
}

/** Name of an expression's type in error messages. */
export const expressionTypeName = (type: string | undefined) => typeNames[type ?? ''] ?? type

/** Type of a field's value in expressions; undefined if the field cannot be used in one. */
function knownField(spec: FieldSpec): KnownField | undefined {
  const type = 'to' in spec ? `reference to ${spec.to}` : types[familyOf(spec)]
  return type === undefined
    ? undefined
    : { type, decimals: scaleOf(spec), optional: spec.options.optional ?? false }
}

/** The fields that an expression may read, by name. */
export function knownFields(fields: Fields, id = false): KnownFields {
  const known = Object.entries(fields).flatMap(([name, spec]) => {
    const field = knownField(spec)
    return field ? [[name, field] as const] : []
  })
  return { ...Object.fromEntries(known), ...(id && { id: { type: 'text' } }) }
}

const messageTemplates: { readonly [code: string]: string } = {
  unknownField: 'unknown field "{name}"',
  unknownFieldLike: 'unknown field "{name}". Did you mean "{like}"?',
  unknownFunction: 'unknown function "{name}"',
  unknownFunctionLike: 'unknown function "{name}". Did you mean "{like}"?',
  notANumber: 'expected a number, got {part}',
  notADay: 'expected a date, got {part}',
  notAText: 'expected text, got {part}',
  notASpan: 'cannot add {part} to a date, expected a duration such as { days: 1 }',
  noComparison: 'a condition compares values, for example amount >= 5',
  spanAlone: 'the duration {part} can only be added to a date or subtracted from it',
  mixed: '{first} and {part} have different types',
  decimals: 'the number of decimals must be a whole number from 0 to {max}',
  tooLong: 'the expression has too many parts',
  numberTooLong: 'the number {number} has too many digits',
  noPart: '{part} is not a valid part of an expression',
}

/** Returns the error message, without the location of the error. */
export const describeExpressionError = ({ code, params = {} }: ExpressionError): string =>
  (messageTemplates[code.slice('expression.'.length)] ?? code).replace(
    /\{(\w+)\}/g,
    (placeholder, name: string) => String(params[name] ?? placeholder),
  )
