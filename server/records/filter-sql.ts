/** Filters of a list as SQL: one grammar by kind of field. */
import { isRealDate, timeZone } from '#model/dates.ts'
import { invalidInput } from '#model/errors.ts'
import type { FieldSpec } from '#model/field.ts'
import { fold } from '#model/folding.ts'
import { isId } from '#model/paths.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { check, valueSchema } from '#model/validation.ts'
import { blindIndexColumnOf } from '#server/database/names.ts'
import type { SecretKeys } from '#server/secret-keys.ts'
import { blindIndex } from './cipher.ts'
import { type Family, familyOf, foldedSql, valueSql } from './families.ts'
import { containing, type Parameters } from './parameters.ts'

interface Filter {
  readonly resource: AnyResource
  readonly name: string
  /** Absent: of what every record carries beside its fields. */
  readonly spec: FieldSpec | undefined
  /** SQL of the field's value in the row `r`. */
  readonly value: string
  readonly parameters: Parameters
  readonly keys: SecretKeys
}
const ownFamilies: { readonly [part: string]: Family | undefined } = {
  id: 'id',
  version: 'number',
  createdAt: 'instant',
  updatedAt: 'instant',
}

type FilterSql = (filter: Filter, text: string) => string

/** Where the row `r` passes the filter. Throws `input.invalid` for a value that the field cannot have. */
export function filterSql(resource: AnyResource, name: string, text: string, scope: { parameters: Parameters; keys: SecretKeys }): string {
  const own = ownFamilies[name]
  const spec = own ? undefined : fieldOf(resource, name)
  const filter = { resource, name, spec, value: valueSql(resource, name, 'r'), ...scope }
  return filterSqls[spec ? familyOf(spec) : (own ?? 'none')](filter, text)
}

const refuse = (filter: Filter, code: string): never => {
  throw invalidInput({ [`filters[${filter.name}]`]: [{ code }] })
}

/** `a,b` as a list; empty parts are ignored, and a value made of them alone is refused by what reads it. */
const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Any of several values: `r.x IN ($1, $2)`. */
function anyOf(filter: Filter, text: string, read: (part: string) => string): string {
  const parts = listed(text)
  if (parts.length === 0) return 'FALSE'
  const wanted = parts.map(read)
  return wanted.length === 1 ? `${filter.value} = ${wanted[0]}` : `${filter.value} IN (${wanted.join(', ')})`
}

const contains: FilterSql = (filter, text) => {
  const folded = foldedSql(filter.resource, filter.name, 'r')
  return `${folded} LIKE ${filter.parameters.add(containing(fold(text)), 'text')}`
}

/** Bounds of `a..b`, either of which may be missing; null for a text that is no range. */
function rangeOf(text: string): [from: string, to: string] | null {
  const match = /^([^.]*(?:\.\d+)?)\.\.(.*)$/.exec(text)
  return match ? [match[1]?.trim() ?? '', match[2]?.trim() ?? ''] : null
}

/** A single value, several, or a range, each bound read by `read`. */
function valuesOrRange(filter: Filter, text: string, read: (part: string) => string): string {
  const range = rangeOf(text)
  if (!range) return anyOf(filter, text, read)
  const [from, to] = range
  if (from === '' && to === '') return refuse(filter, 'type.wrong')
  const bounds = [from && `${filter.value} >= ${read(from)}`, to && `${filter.value} <= ${read(to)}`]
  return `(${bounds.filter(Boolean).join(' AND ')})`
}

const number: FilterSql = (filter, text) =>
  valuesOrRange(filter, text, (part) => {
    if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(part)) return refuse(filter, 'type.wrong')
    return filter.parameters.add(part, part.includes('.') ? 'numeric' : 'bigint')
  })

const day = (filter: Filter) => (part: string) => (isRealDate(part) ? filter.parameters.add(part, 'date') : refuse(filter, 'date.unreal'))

/** Days of the university's clock, both ends included. */
const instant: FilterSql = (filter, text) => {
  const [from, to] = rangeOf(text) ?? [text, text]
  if (from === '' && to === '') return refuse(filter, 'type.wrong')
  const start = (part: string, days: number) => `((${day(filter)(part)} + ${days})::timestamp AT TIME ZONE '${timeZone}')`
  const bounds = [from && `${filter.value} >= ${start(from, 0)}`, to && `${filter.value} < ${start(to, 1)}`]
  return `(${bounds.filter(Boolean).join(' AND ')})`
}

const hasChoice = (spec: FieldSpec | undefined, part: string) =>
  spec !== undefined && 'choices' in spec && Object.hasOwn(spec.choices, part)

const word: FilterSql = (filter, text) =>
  anyOf(filter, text, (part) => {
    if (!hasChoice(filter.spec, part)) return refuse(filter, 'choice.unknown')
    return filter.parameters.add(part, 'text')
  })

const words: FilterSql = (filter, text) => {
  const parts = listed(text).map((part) => {
    if (!hasChoice(filter.spec, part)) return refuse(filter, 'choice.unknown')
    return `${filter.parameters.add(part, 'text')} = ANY(${filter.value})`
  })
  return parts.length === 0 ? 'FALSE' : `(${parts.join(' OR ')})`
}

const boolean: FilterSql = (filter, text) =>
  anyOf(filter, text, (part) => (part === 'true' || part === 'false' ? part.toUpperCase() : refuse(filter, 'type.wrong')))

const id: FilterSql = (filter, text) =>
  anyOf(filter, text, (part) => (isId(part) ? filter.parameters.add(part, 'uuid') : refuse(filter, 'reference.unknown')))

/** Exact only: the value itself is stored nowhere in clear. What is no sound number finds nothing. */
const secret: FilterSql = (filter, text) => {
  if (!filter.spec) return refuse(filter, 'type.wrong')
  const read = check(valueSchema(filter.spec), text)
  if (!read.ok || typeof read.value !== 'string') return 'FALSE'
  const clear = read.value
  return `r.${blindIndexColumnOf(filter.name)} = ${filter.parameters.add(blindIndex(clear, filter.keys), 'text')}`
}

const never: FilterSql = (filter) => refuse(filter, 'type.wrong')

const filterSqls: { readonly [F in Family]: FilterSql } = {
  text: contains,
  ascii: contains,
  number,
  boolean,
  date: (filter, text) => valuesOrRange(filter, text, day(filter)),
  instant,
  word,
  words,
  id,
  secret,
  file: never,
  none: never,
}
