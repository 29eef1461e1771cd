/**
 * Translates list filters to SQL. For the syntax of their values, see
 * `packages/schema/wire/filter-value.ts`.
 */

import { type FieldSpec, familyOf, isFieldType } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { findTranslation } from '@matricola/schema/translations.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import { timeZone, today } from '@matricola/schema/values/dates.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import { isoInstantSpan } from '@matricola/schema/values/parse-date.ts'
import { resolveDays } from '@matricola/schema/values/relative-days.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import {
  builtInFamilies,
  findFilterIssue,
  isPresence,
  noValue,
  parseEvery,
  parseNegation,
  parseRange,
  splitList,
} from '@matricola/schema/wire/filter-value.ts'
import { blindIndexColumnOf, tableNameOf } from '../database/names.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { blindIndex } from './cipher.ts'
import { belongsTo, findStoredField, hasValue, type ValueRows } from './dynamic-sql.ts'
import { likePattern, type Parameters } from './parameters.ts'
import { displayedSql, foldedSql, valueSql } from './value-sql.ts'

interface Filter {
  readonly resource: AnyResource
  readonly name: string
  /** Absent for the id, version and timestamps, which every record has. */
  readonly spec: FieldSpec | undefined
  readonly family: Family
  /** SQL for the field's value: in the row `r`, or in the row `v` of a dynamic field. */
  readonly value: string
  /** Rows with the values of a dynamic field; undefined for a declared one. */
  readonly rows: ValueRows | undefined
  readonly parameters: Parameters
  readonly keys: SecretKeys
  readonly language: Language | null
}

type FilterSql = (filter: Filter, text: string) => string

export interface FilterScope {
  readonly parameters: Parameters
  readonly keys: SecretKeys
  /** The caller's language; null: the university's. */
  readonly language: Language | null
  /** Returns a condition for the rows of a resource whose titles the caller may see. */
  readonly nameableSql: (resource: AnyResource, alias: string) => string
  /**
   * Whether the values of dynamic fields are looked up for each record, which is fast if a page is
   * full after a few records.
   */
  readonly looksUpValues?: boolean
}

/**
 * Returns SQL that is true if row `r` passes the filter. Throws `input.invalid` for a value that
 * the field cannot have.
 */
export function filterSql(
  resource: AnyResource,
  name: string,
  text: string,
  scope: FilterScope,
): string {
  const filter = checkedFilter(resource, name, text, scope)
  const { rows } = filter
  // A semi-join, for which the database chooses between the index of the values and the records.
  const found = (condition: string) =>
    rows
      ? `EXISTS (SELECT FROM ${rows.table} v WHERE ${belongsTo(rows, 'v', 'r')} AND ${condition})`
      : condition
  if (isPresence(text) && !rows) return `${filter.value} IS ${text === noValue ? '' : 'NOT '}NULL`
  if (isPresence(text)) return `${text === noValue ? 'NOT ' : ''}${found('TRUE')}`
  const negated = parseNegation(filter.family, text)
  // A record without a value passes "none of these".
  if (negated !== null) return `NOT coalesce(${found(matchSql(filter, negated))}, FALSE)`
  const condition = matchSql(filter, text)
  // The limit keeps the database from turning the look-up into a join.
  return rows && scope.looksUpValues
    ? `(SELECT TRUE FROM ${rows.table} v WHERE ${belongsTo(rows, 'v', 'r')} AND ${condition} LIMIT 1)`
    : found(condition)
}

type FieldFilter = readonly [name: string, text: string]

/** Returns conditions that are all true if row `r` passes all filters. */
export function filtersSql(
  resource: AnyResource,
  filters: readonly FieldFilter[],
  scope: FilterScope,
): readonly string[] {
  const ofValues = filters.filter((filter) => isFilterOfValues(resource, filter))
  // One hash for each filter. Semi-joins would look up most rows one by one, because the database
  // cannot estimate how many rows of one field have a value.
  const intersected = ofValues.length > 1 && !scope.looksUpValues ? ofValues : []
  const others = filters.filter((filter) => !intersected.includes(filter))
  return [
    ...(intersected.length > 0 ? [`r.id IN (${valueIdsSql(resource, intersected, scope)})`] : []),
    ...others.map(([name, text]) => filterSql(resource, name, text, scope)),
  ]
}

/** Whether only records pass that have a value of a dynamic field. */
export function isFilterOfValues(resource: AnyResource, [name, text]: FieldFilter): boolean {
  const isDynamic = findStoredField(resource, name) !== undefined
  return (
    isDynamic && text !== noValue && parseNegation(familyOf(fieldOf(resource, name)), text) === null
  )
}

/** Returns a statement for the ids of the records that pass filters of values. */
export const valueIdsSql = (
  resource: AnyResource,
  filters: readonly FieldFilter[],
  scope: FilterScope,
): string =>
  filters
    .flatMap(([name, text]) => {
      const filter = checkedFilter(resource, name, text, scope)
      const { rows } = filter
      if (!rows) return []
      const condition = isPresence(text) ? 'TRUE' : matchSql(filter, text)
      return [
        `SELECT ${rows.recordId('v')} FROM ${rows.table} v WHERE ${hasValue(rows, 'v')} AND ${condition}`,
      ]
    })
    .join(' INTERSECT ')

function checkedFilter(
  resource: AnyResource,
  name: string,
  text: string,
  scope: FilterScope,
): Filter {
  const issue = findFilterIssue(resource, name, text)
  if (issue) throw invalidInput({ [`filters[${name}]`]: [issue] })
  const builtIn = builtInFamilies[name]
  const spec = builtIn ? undefined : fieldOf(resource, name)
  const rows = findStoredField(resource, name)?.rows
  const ofRecord = spec ? visibleSql(resource, name, spec, scope) : valueSql(resource, name, 'r')
  return {
    ...{ resource, name, spec, rows, ...scope },
    family: spec ? familyOf(spec) : (builtIn ?? 'none'),
    value: rows?.value('v') ?? ofRecord,
  }
}

/** Returns SQL that is true if a value equals, contains or lies between what is asked for. */
function matchSql(filter: Filter, text: string): string {
  const sql = filterSqls[filter.family]
  const all = parseEvery(filter.family, text)
  if (all === null) return sql(filter, text)
  const parts = splitList(all).map((part) => sql(filter, part))
  return parts.length === 0 ? 'FALSE' : `(${parts.join(' AND ')})`
}

/**
 * Returns SQL for a field's value as the caller sees it. For a links field, includes only records
 * whose titles the caller may see.
 */
export function visibleSql(
  resource: AnyResource,
  name: string,
  spec: FieldSpec,
  { nameableSql, language }: Pick<FilterScope, 'nameableSql' | 'language'>,
): string {
  const value = valueSql(resource, name, 'r')
  if (!isFieldType(spec, 'links')) return displayedSql(resource, name, { alias: 'r', language })
  const target = related(resource, spec.to)
  const visible = nameableSql(target, 'n')
  return visible === 'TRUE'
    ? value
    : `NULLIF(ARRAY(SELECT n.id FROM ${tableNameOf(target)} n WHERE n.id = ANY(${value}) AND ${visible}), '{}')`
}

/** SQL for any of several values: `r.x IN ($1, $2)`. */
function anyOf(filter: Filter, text: string, read: (part: string) => string): string {
  const parts = splitList(text)
  if (parts.length === 0) return 'FALSE'
  const values = parts.map(read)
  return values.length === 1
    ? `${filter.value} = ${values[0]}`
    : `${filter.value} IN (${values.join(', ')})`
}

const contains: FilterSql = (filter, text) => {
  // Readers of a translation may also search for the original text.
  const translation = findTranslation(filter.resource, filter.name, filter.language)
  const found = searchedTexts(filter, text).flatMap((words) => {
    const pattern = filter.parameters.add(likePattern(words), 'text')
    return [filter.name, ...(translation === undefined ? [] : [translation])].map(
      (name) =>
        `${filter.rows?.folded?.('v') ?? foldedSql(filter.resource, name, 'r', words)} LIKE ${pattern}`,
    )
  })
  return found.length === 1 ? found.join() : `(${found.join(' OR ')})`
}

/**
 * Folded texts to look for: the input, and its normalised value if it is a complete one, such as a
 * phone number.
 */
function searchedTexts({ spec }: Filter, text: string): readonly string[] {
  const read = spec ? validateInput(valueSchema(spec), text) : null
  const normalized = read?.ok && typeof read.value === 'string' ? [fold(read.value)] : []
  return [...new Set([...normalized, fold(text)])]
}

/** One value, several values, or a range. `read` converts each of them to SQL. */
function valuesOrRange(filter: Filter, text: string, read: (part: string) => string): string {
  const range = parseRange(text)
  if (!range) return anyOf(filter, text, read)
  const [from, to] = range
  const bounds = [
    from && `${filter.value} >= ${read(from)}`,
    to && `${filter.value} <= ${read(to)}`,
  ]
  return `(${bounds.filter(Boolean).join(' AND ')})`
}

const number: FilterSql = (filter, text) =>
  valuesOrRange(filter, text, (part) =>
    filter.parameters.add(part, part.includes('.') ? 'numeric' : 'bigint'),
  )

/**
 * A filter on days, with relative days resolved to the university's current date. Both ends are
 * included.
 */
const days = (
  betweenSql: (filter: Filter, from: string | undefined, to: string | undefined) => string,
): FilterSql => {
  const now = (part: string) => resolveDays(part, today(new Date()))
  return (filter, text) => {
    const [from, to] = parseRange(text) ?? []
    if (from !== undefined && to !== undefined)
      return betweenSql(filter, from && now(from).from, to && now(to).to)
    const parts = splitList(text).map((part) => betweenSql(filter, now(part).from, now(part).to))
    return parts.length === 0 ? 'FALSE' : `(${parts.join(' OR ')})`
  }
}

const dates = days((filter, from, to) => {
  const day = (part: string) => filter.parameters.add(part, 'date')
  if (from === to && from) return `${filter.value} = ${day(from)}`
  return `(${[from && `${filter.value} >= ${day(from)}`, to && `${filter.value} <= ${day(to)}`].filter(Boolean).join(' AND ')})`
})

/** Timestamps or whole days in the university's time zone, both ends included. */
const instants: FilterSql = (filter, text) => {
  const midnight = (day: string, after: number) =>
    `((${filter.parameters.add(day, 'date')} + ${after})::timestamp AT TIME ZONE '${timeZone}')`
  const now = today(new Date())
  const start = (part: string) => {
    const span = isoInstantSpan(part)
    return span
      ? filter.parameters.add(span.from, 'timestamptz')
      : midnight(resolveDays(part, now).from, 0)
  }
  const end = (part: string) => {
    const span = isoInstantSpan(part)
    return span
      ? filter.parameters.add(span.until, 'timestamptz')
      : midnight(resolveDays(part, now).to, 1)
  }
  const [from, to] = parseRange(text) ?? [text, text]
  const bounds = [from && `${filter.value} >= ${start(from)}`, to && `${filter.value} < ${end(to)}`]
  return `(${bounds.filter(Boolean).join(' AND ')})`
}

const choice: FilterSql = (filter, text) =>
  anyOf(filter, text, (part) => filter.parameters.add(part, 'text'))

const ids: FilterSql = (filter, text) => {
  const selected = splitList(text)
  return selected.length === 0
    ? 'FALSE'
    : `${filter.value} && ${filter.parameters.add(selected, 'uuid[]')}`
}

const choices: FilterSql = (filter, text) => {
  const parts = splitList(text).map(
    (part) => `${filter.parameters.add(part, 'text')} = ANY(${filter.value})`,
  )
  return parts.length === 0 ? 'FALSE' : `(${parts.join(' OR ')})`
}

const boolean: FilterSql = (filter, text) =>
  anyOf(filter, text, (part) => (part === 'true' ? 'TRUE' : 'FALSE'))

const id: FilterSql = (filter, text) =>
  anyOf(filter, text, (part) => filter.parameters.add(part, 'uuid'))

/**
 * Exact match only, since encrypted values can be compared only by blind index. Invalid numbers
 * match nothing.
 */
const secret: FilterSql = (filter, text) => {
  if (!filter.spec) return 'FALSE'
  const read = validateInput(valueSchema(filter.spec), text)
  if (!read.ok || typeof read.value !== 'string') return 'FALSE'
  const clear = read.value
  return `r.${blindIndexColumnOf(filter.name)} = ${filter.parameters.add(blindIndex(clear, filter.keys), 'text')}`
}

/** Rejects filters on fields whose values cannot be compared. */
const rejectFilter: FilterSql = ({ name }) => {
  throw invalidInput({ [`filters[${name}]`]: [{ code: 'type.wrong' }] })
}

const filterSqls: { readonly [F in Family]: FilterSql } = {
  text: contains,
  ascii: contains,
  number,
  boolean,
  date: dates,
  instant: instants,
  choice,
  choices,
  id,
  ids,
  secret,
  file: rejectFilter,
  none: rejectFilter,
}
