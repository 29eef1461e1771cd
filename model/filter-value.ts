/** Values that a list's filter may have, by kind of field: the server refuses others, and pages ask for nothing else. */
import type { FieldKind } from './field.ts'
import { isId } from './paths.ts'
import { saysDays } from './relative-days.ts'
import { type AnyResource, fieldOf } from './resource.ts'
import type { Issue } from './wire.ts'

/** `a,b` as a list; empty parts are ignored. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The bounds of `a..b`, either of which may be empty; null for a text that is no range. */
export function rangeOf(text: string): readonly [from: string, to: string] | null {
  const at = text.indexOf('..')
  return at < 0 ? null : [text.slice(0, at).trim(), text.slice(at + 2).trim()]
}

/** Values that every filter takes: a record without a value, and one with any. */
export const absent = '(none)'
export const present = '(some)'
export const isPresence = (text: string) => text === absent || text === present

/** Kinds whose filter can deny its values. */
export const deniable: readonly FieldKind[] = ['choice', 'set', 'reference']

/** The values of `!a,b`, none of which a record may have; null for a text that denies nothing. */
export const denied = (kind: FieldKind, text: string): string | null =>
  deniable.includes(kind) && text.startsWith('!') ? text.slice(1) : null

/** Kinds of what every record carries beside its fields. */
const ownKinds: { readonly [part: string]: FieldKind | undefined } = {
  id: 'reference',
  version: 'integer',
  createdAt: 'dateTime',
  updatedAt: 'dateTime',
}

type Sound = (part: string, choices: object) => boolean

const isDay: Sound = (part) => saysDays(part)
const isNumber: Sound = (part) => /^-?\d{1,15}(\.\d{1,6})?$/.test(part)
const isChoice: Sound = (part, choices) => Object.hasOwn(choices, part)

/** Condition on each part of a value, the issue where it fails, and how many parts there may be; texts may say anything. */
const grammars: {
  readonly [K in FieldKind]?: { readonly sound: Sound; readonly code: string; readonly takes: 'list' | 'range' | 'both' }
} = {
  integer: { sound: isNumber, code: 'type.wrong', takes: 'both' },
  decimal: { sound: isNumber, code: 'type.wrong', takes: 'both' },
  money: { sound: isNumber, code: 'type.wrong', takes: 'both' },
  date: { sound: isDay, code: 'date.unreal', takes: 'both' },
  dateTime: { sound: isDay, code: 'date.unreal', takes: 'range' },
  boolean: { sound: (part) => part === 'true' || part === 'false', code: 'type.wrong', takes: 'list' },
  choice: { sound: isChoice, code: 'choice.unknown', takes: 'list' },
  set: { sound: isChoice, code: 'choice.unknown', takes: 'list' },
  reference: { sound: isId, code: 'reference.unknown', takes: 'list' },
}

/** Why a text cannot be the value of a filter, or null where it can. */
export function filterFault(resource: AnyResource, name: string, text: string): Issue | null {
  const own = ownKinds[name]
  const spec = own ? null : fieldOf(resource, name)
  const kind = spec ? spec.kind : (own as FieldKind) // without a spec it is one of its own
  if (isPresence(text)) return null
  if (kind === 'file' || kind === 'image') return { code: 'type.wrong' }
  const grammar = grammars[kind]
  if (!grammar) return null
  const values = denied(kind, text) ?? text
  const range = grammar.takes === 'list' ? null : rangeOf(values)
  if (range?.every((bound) => bound === '')) return { code: 'type.wrong' }
  const parts = range ? range.filter((bound) => bound !== '') : grammar.takes === 'range' ? [values] : listed(values)
  const choices = spec && 'choices' in spec ? spec.choices : {}
  return parts.every((part) => grammar.sound(part, choices)) ? null : { code: grammar.code }
}
