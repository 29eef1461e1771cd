/**
 * Syntax of filter values, by family of the field. Pages send only these values, and the server
 * rejects all others.
 */

import { familyOf } from '../field.ts'
import type { Family } from '../field-type.ts'
import { currentFilterChoices, formerChoices, hasFormerChoices } from '../former-names.ts'
import { isId } from '../paths.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf } from '../resource-fields.ts'
import { isMaskedNumber } from '../values/mask.ts'
import { parseIsoInstant, queryDayErrorCode, queryInstantErrorCode } from '../values/parse-date.ts'
import { isDayOrRelativeDays } from '../values/relative-days.ts'
import type { Issue } from './wire-record.ts'

/** Splits `a,b`; empty parts are ignored. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The bounds of `a..b`, either of which may be empty; null if the text is not a range. */
export function parseRange(text: string): readonly [from: string, to: string] | null {
  const at = text.indexOf('..')
  return at < 0 ? null : [text.slice(0, at).trim(), text.slice(at + 2).trim()]
}

/** Values accepted by every filter: records without a value, and records with any value. */
export const noValue = '(none)'
export const anyValue = '(some)'
export const isPresence = (text: string) => text === noValue || text === anyValue

/** Families whose filters can be negated. */
export const negatableFamilies: readonly Family[] = ['choice', 'choices', 'id', 'ids']

/**
 * The values of `!a,b`, which excludes records with any of them; null if the text is not negated.
 */
export const parseNegation = (family: Family, text: string): string | null =>
  negatableFamilies.includes(family) && text.startsWith('!') ? text.slice(1) : null

/** Families with several values per record, whose filters can require all of the given values. */
export const multiValueFamilies: readonly Family[] = ['choices', 'ids']
const everyPrefix = 'all:'

/** The values of `all:a,b`, all of which a record must have; null if any value is enough. */
export const parseEvery = (family: Family, text: string): string | null =>
  multiValueFamilies.includes(family) && text.startsWith(everyPrefix)
    ? text.slice(everyPrefix.length)
    : null

/** Families of the properties that every record has in addition to its fields. */
export const builtInFamilies: { readonly [part: string]: Family | undefined } = {
  id: 'id',
  version: 'number',
  createdAt: 'instant',
  updatedAt: 'instant',
}

type ValueCheck = (part: string, choices: object) => boolean

const isDay: ValueCheck = (part) => isDayOrRelativeDays(part)
const isMoment: ValueCheck = (part) => isDayOrRelativeDays(part) || parseIsoInstant(part) !== null
const isNumber: ValueCheck = (part) => /^-?\d{1,15}(\.\d{1,6})?$/.test(part)
const isChoice: ValueCheck = (part, choices) => Object.hasOwn(choices, part)

/**
 * For each family: how to validate a part of the value, the issue if it is invalid, and whether
 * lists or ranges are accepted.
 */
const grammars: {
  readonly [F in Family]?: {
    readonly isValid: ValueCheck
    readonly code: string | ((part: string) => string)
    readonly accepts: 'list' | 'range' | 'both'
  }
} = {
  number: { isValid: isNumber, code: 'type.wrong', accepts: 'both' },
  date: { isValid: isDay, code: queryDayErrorCode, accepts: 'both' },
  instant: { isValid: isMoment, code: queryInstantErrorCode, accepts: 'range' },
  boolean: {
    isValid: (part) => part === 'true' || part === 'false',
    code: 'type.wrong',
    accepts: 'list',
  },
  choice: { isValid: isChoice, code: 'choice.unknown', accepts: 'list' },
  choices: { isValid: isChoice, code: 'choice.unknown', accepts: 'list' },
  id: { isValid: isId, code: 'reference.unknown', accepts: 'list' },
  ids: { isValid: isId, code: 'reference.unknown', accepts: 'list' },
}

/**
 * Returns a filter value with former choices replaced by current ones. If `isPast` is set, merged
 * choices are not replaced, because records in the past may have them. Returns an empty text if the
 * filter no longer excludes anything.
 */
export function currentFilter(
  resource: AnyResource,
  name: string,
  text: string,
  { isPast = false } = {},
): string {
  const spec = Object.hasOwn(resource.fields, name) ? fieldOf(resource, name) : undefined
  if (!spec || !hasFormerChoices(spec) || isPresence(text)) return text
  const family = familyOf(spec)
  const values = parseNegation(family, text) ?? parseEvery(family, text) ?? text
  const prefix = text.slice(0, text.length - values.length)
  const current = currentFilterChoices(spec, splitList(values), isPast)
  // All choices were merged into none, so their records have no value.
  if (current.length === 0 && splitList(values).length > 0) return prefix === '!' ? '' : noValue
  return `${prefix}${current.join()}`
}

/** Returns why a text is not a valid filter value; null if it is valid. */
export function findFilterIssue(resource: AnyResource, name: string, text: string): Issue | null {
  const builtInFamily = builtInFamilies[name]
  const spec = builtInFamily ? null : fieldOf(resource, name)
  const family = builtInFamily ?? familyOf(fieldOf(resource, name))
  if (isPresence(text)) return null
  if (family === 'file') return { code: 'type.wrong' }
  if (family === 'secret' && isMaskedNumber(text)) return { code: 'filter.masked' }
  const grammar = grammars[family]
  if (!grammar) return null
  const values = parseNegation(family, text) ?? parseEvery(family, text) ?? text
  const range = grammar.accepts === 'list' ? null : parseRange(values)
  if (range?.every((bound) => bound === '')) return { code: 'type.wrong' }
  const parts = range
    ? range.filter((bound) => bound !== '')
    : grammar.accepts === 'range'
      ? [values]
      : splitList(values)
  // Records in the past may have a choice that was merged later.
  const choices =
    spec && 'choices' in spec ? { ...spec.choices, ...formerChoices(spec).merged } : {}
  const invalidPart = parts.find((part) => !grammar.isValid(part, choices))
  if (invalidPart === undefined) return null
  return { code: typeof grammar.code === 'string' ? grammar.code : grammar.code(invalidPart) }
}
