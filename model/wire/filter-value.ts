/** Syntax of filter values, by family of the field. The server rejects other values, and pages only send these. */
import { familyOf } from '../field.ts'
import { choicesOfFilter, formerChoices, hasFormerChoices } from '../former-names.ts'
import type { Family } from '../kind.ts'
import { isId } from '../paths.ts'
import { type AnyResource, fieldOf } from '../resource.ts'
import { isMaskedNumber } from '../values/national-id.ts'
import { instantIn, queryDayFault, queryMomentFault } from '../values/read-date.ts'
import { saysDays } from '../values/relative-days.ts'
import type { Issue } from './wire-record.ts'

/** Splits `a,b`; empty parts are ignored. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The bounds of `a..b`, either of which may be empty; null if the text is not a range. */
export function rangeOf(text: string): readonly [from: string, to: string] | null {
  const at = text.indexOf('..')
  return at < 0 ? null : [text.slice(0, at).trim(), text.slice(at + 2).trim()]
}

/** Values accepted by every filter: records without a value, and records with any value. */
export const absent = '(none)'
export const present = '(some)'
export const isPresence = (text: string) => text === absent || text === present

/** Families whose filters can be negated. */
export const deniable: readonly Family[] = ['word', 'words', 'id', 'ids']

/** The values of `!a,b`, which excludes records with any of them; null if the text is not negated. */
export const denied = (family: Family, text: string): string | null =>
  deniable.includes(family) && text.startsWith('!') ? text.slice(1) : null

/** Families with several values per record, whose filters can require all of the given values. */
export const several: readonly Family[] = ['words', 'ids']
const allOf = 'all:'

/** The values of `all:a,b`, all of which a record must have; null if any value is enough. */
export const every = (family: Family, text: string): string | null =>
  several.includes(family) && text.startsWith(allOf) ? text.slice(allOf.length) : null

/** Families of the properties that every record has in addition to its fields. */
export const ownFamilies: { readonly [part: string]: Family | undefined } = {
  id: 'id',
  version: 'number',
  createdAt: 'instant',
  updatedAt: 'instant',
}

type Sound = (part: string, choices: object) => boolean

const isDay: Sound = (part) => saysDays(part)
const isMoment: Sound = (part) => saysDays(part) || instantIn(part) !== null
const isNumber: Sound = (part) => /^-?\d{1,15}(\.\d{1,6})?$/.test(part)
const isChoice: Sound = (part, choices) => Object.hasOwn(choices, part)

/** For each family: how to validate a part of the value, the issue otherwise, and whether lists or ranges are accepted. */
const grammars: {
  readonly [F in Family]?: {
    readonly sound: Sound
    readonly code: string | ((part: string) => string)
    readonly takes: 'list' | 'range' | 'both'
  }
} = {
  number: { sound: isNumber, code: 'type.wrong', takes: 'both' },
  date: { sound: isDay, code: queryDayFault, takes: 'both' },
  instant: { sound: isMoment, code: queryMomentFault, takes: 'range' },
  boolean: { sound: (part) => part === 'true' || part === 'false', code: 'type.wrong', takes: 'list' },
  word: { sound: isChoice, code: 'choice.unknown', takes: 'list' },
  words: { sound: isChoice, code: 'choice.unknown', takes: 'list' },
  id: { sound: isId, code: 'reference.unknown', takes: 'list' },
  ids: { sound: isId, code: 'reference.unknown', takes: 'list' },
}

/**
 * A filter value with former choices replaced by current ones. With `isPast`, for records in the past, merged choices are kept.
 * Empty if the filter no longer excludes anything.
 */
export function filterNow(resource: AnyResource, name: string, text: string, { isPast = false } = {}): string {
  const spec = Object.hasOwn(resource.fields, name) ? fieldOf(resource, name) : undefined
  if (!spec || !hasFormerChoices(spec) || isPresence(text)) return text
  const family = familyOf(spec)
  const values = denied(family, text) ?? every(family, text) ?? text
  const sign = text.slice(0, text.length - values.length)
  const now = choicesOfFilter(spec, listed(values), isPast)
  // All choices were merged into none, so their records have no value.
  if (now.length === 0 && listed(values).length > 0) return sign === '!' ? '' : absent
  return `${sign}${now.join()}`
}

/** Why a text is not a valid filter value; null if it is. */
export function filterFault(resource: AnyResource, name: string, text: string): Issue | null {
  const own = ownFamilies[name]
  const spec = own ? null : fieldOf(resource, name)
  const family = own ?? familyOf(fieldOf(resource, name))
  if (isPresence(text)) return null
  if (family === 'file') return { code: 'type.wrong' }
  if (family === 'secret' && isMaskedNumber(text)) return { code: 'filter.masked' }
  const grammar = grammars[family]
  if (!grammar) return null
  const values = denied(family, text) ?? every(family, text) ?? text
  const range = grammar.takes === 'list' ? null : rangeOf(values)
  if (range?.every((bound) => bound === '')) return { code: 'type.wrong' }
  const parts = range ? range.filter((bound) => bound !== '') : grammar.takes === 'range' ? [values] : listed(values)
  // Records in the past may have a choice that was merged later.
  const choices = spec && 'choices' in spec ? { ...spec.choices, ...formerChoices(spec).merged } : {}
  const wrong = parts.find((part) => !grammar.sound(part, choices))
  if (wrong === undefined) return null
  return { code: typeof grammar.code === 'string' ? grammar.code : grammar.code(wrong) }
}
