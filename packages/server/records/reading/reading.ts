/**
 * How a role reads a resource: which columns are selected, and how rows are converted to records.
 * Computed once per role and language.
 */

import {
  grantOf,
  isReadable,
  possibleActions,
  readableFields,
  resourceForRole,
} from '@matricola/schema/access.ts'
import { actionsOf } from '@matricola/schema/actions.ts'
import { familyOf, isFieldType } from '@matricola/schema/field.ts'
import { type CallerIdentity, fieldsRead } from '@matricola/schema/predicate.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, titleSeparator, valueEntries } from '@matricola/schema/resource-fields.ts'
import { localizedValue } from '@matricola/schema/translations.ts'
import { localMinute, timeZone } from '@matricola/schema/values/dates.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { columnNameOf, tableNameOf } from '../../database/names.ts'
import { nameableRowsSql, type Permit } from '../../policy/permit.ts'
import type { SecretKeys } from '../../secret-keys.ts'
import type { Parameters } from '../../sql/parameters.ts'
import { findValueReader, type ValueReader } from '../../sql/storage.ts'
import { displayedSql, hasTranslationSql, valueSql } from '../../sql/value-sql.ts'

export type Row = { readonly [column: string]: unknown }

interface Reference {
  readonly name: string
  readonly alias: string
  readonly target: AnyResource
  /**
   * Whether the field refers to several records. If so, their ids and titles are selected as one
   * list of pairs.
   */
  readonly isMultiple: boolean
  /** Fields of the target's title that the role may read. */
  readonly title: readonly string[]
}

export interface Reading {
  readonly fields: readonly string[]
  /** Select list for the row `r` and the titles of the records it refers to. */
  readonly columns: string
  readonly references: readonly Reference[]
  readonly toRecord: (row: Row, caller: CallerIdentity & { role: Role }) => WireRecord
}

const cachedReadings = new WeakMap<SecretKeys, WeakMap<AnyResource, Map<string, Reading>>>()

/** A reading depends on the role and the caller's language. */
type ReadingKey = Pick<Permit, 'resource' | 'role' | 'language'>

/** Returns the cached reading of a resource for a role and language, creating it on first use. */
export function readingFor(readingKey: ReadingKey, keys: SecretKeys): Reading {
  const { resource, role, language } = readingKey
  const byResource = cachedReadings.get(keys) ?? new WeakMap<AnyResource, Map<string, Reading>>()
  cachedReadings.set(keys, byResource)
  const readingsByKey = byResource.get(resource) ?? new Map<string, Reading>()
  byResource.set(resource, readingsByKey)
  const key = `${role}/${language}`
  let reading = readingsByKey.get(key)
  if (!reading) {
    reading = createReading(readingKey, keys)
    readingsByKey.set(key, reading)
  }
  return reading
}

function createReading({ resource, role, language }: ReadingKey, keys: SecretKeys): Reading {
  const fields = readableFields(resource, role)
  const title = readableTitleFields(resource, role)
  const references = referencesOf(resource, role)
  // Conditions of grants and actions can read fields that the role does not see. These fields are
  // selected for evaluation, but not returned.
  const selectedFields = [
    ...new Set([...fields, ...fieldsReadByConditions(resource, role)]),
  ].filter((name) => name !== 'id')
  const columns = [
    ...['id', 'version', 'createdAt', 'updatedAt', ...selectedFields].map(
      (name) => `${valueSql(resource, name, 'r')} AS "${name}"`,
    ),
    ...references.flatMap(({ name, alias, target, title: names, isMultiple }) => {
      if (isMultiple) return []
      const translationSqls = names.flatMap(
        (part) => hasTranslationSql(target, part, { alias, language }) ?? [],
      )
      return translationSqls.length === 0
        ? []
        : [`(${translationSqls.join(' OR ')}) AS "said:${name}"`]
    }),
    ...references.map(({ name, alias, target, title: names, isMultiple }) =>
      isMultiple
        ? `${alias}.pairs AS "pairs:${name}"`
        : `${titleSql(target, names, { role, language, alias })} AS "title:${name}"`,
    ),
  ].join(', ')
  const readers = selectedFields
    .map((name): [string, ValueReader | null] => [
      name,
      name.includes('.') ? null : findValueReader(resource, name, keys),
    ])
    .filter(([, reader]) => reader !== null)
  const linkNames = fields.filter((name) => isFieldType(fieldOf(resource, name), 'links'))
  return { fields, columns, references, toRecord: (row, caller) => toWireRecord(row, caller) }

  function toWireRecord(row: Row, caller: CallerIdentity & { role: Role }): WireRecord {
    // Every select list has these four columns, which both engines return in these types.
    const { id, version, createdAt, updatedAt } = row as {
      id: string
      version: number
      createdAt: string
      updatedAt: string
    }
    const visible: Record<string, unknown> = { id, version, createdAt, updatedAt }
    const values =
      readers.length === 0
        ? row
        : {
            ...row,
            ...Object.fromEntries(readers.map(([name, read]) => [name, read?.(row[name], id)])),
          }
    for (const name of fields) visible[name] = values[name] ?? null
    const titles: Record<string, string> = {}
    for (const name of linkNames) visible[name] = null
    for (const { name, isMultiple } of references) {
      if (isMultiple) {
        const pairs = (row[`pairs:${name}`] ?? []) as readonly (readonly [
          id: string,
          title: string,
        ])[] // as built by `titleJoins`
        if (pairs.length > 0) visible[name] = pairs.map(([linked]) => linked)
        for (const [linked, title] of pairs) titles[linked] = title
        continue
      }
      const text = row[`title:${name}`]
      if (typeof text === 'string' && text !== '') titles[name] = text
    }
    const isTranslatedPart = (part: string) =>
      row[`said:${part}`] === true || !localizedValue(resource, visible, part, language).isOriginal
    const translated = [...new Set([...title, ...references.map(({ name }) => name)])].filter(
      isTranslatedPart,
    )
    return {
      ...visible,
      id,
      version,
      createdAt,
      updatedAt,
      _title: title
        .map((name) =>
          isFieldType(fieldOf(resource, name), 'reference')
            ? titles[name]
            : partText(resource, name, localizedValue(resource, visible, name, language).value),
        )
        .filter((part) => part !== null && part !== undefined)
        .join(titleSeparator(resource)),
      _titles: titles,
      ...(translated.length > 0 && { _translated: translated }),
      _can: possibleActions(resource, caller, values),
    }
  }
}

/**
 * The text for a value in a title. Timestamps are shown to the minute, in the university's time
 * zone.
 */
export const partText = (resource: AnyResource, name: string, value: unknown) =>
  familyOf(fieldOf(resource, name)) === 'instant' && typeof value === 'string'
    ? localMinute(value)
    : value

/** The caller that a title is for, and the alias of the row. */
interface TitleOptions extends Pick<Permit, 'role' | 'language'> {
  readonly alias: string
}

/**
 * Returns SQL for a title: the values of its fields, and the titles of referenced records that the
 * role may name.
 */
export function titleSql(
  resource: AnyResource,
  names: readonly string[],
  reader: TitleOptions,
): string {
  const { role, language, alias } = reader
  const parts = names.map((name) => {
    const spec = fieldOf(resource, name)
    const column = `${alias}.${columnNameOf(name)}`
    if (familyOf(spec) === 'instant')
      return `to_char(${column} AT TIME ZONE '${timeZone}', 'YYYY-MM-DD HH24:MI')`
    if (!isFieldType(spec, 'reference')) return displayedSql(resource, name, { alias, language })
    const target = related(resource, spec.to)
    const title = readableTitleFields(target, role)
    const inner = `${alias}_${columnNameOf(name)}`
    if (title.length === 0 || !grantOf(target, role, 'name')) return 'NULL'
    return `(SELECT ${titleSql(target, title, { ...reader, alias: inner })} FROM ${tableNameOf(target)} ${inner} WHERE ${inner}.id = ${column})`
  })
  return `concat_ws('${titleSeparator(resource)}', ${parts.join(', ')})`
}

/** Fields of the title that the role may read. */
export const readableTitleFields = (resource: AnyResource, role: Role) =>
  resourceForRole(resource, role).title.filter((part) => isReadable(resource, role, part))

/** Fields that decide which actions a role may perform on a record. */
function fieldsReadByConditions(resource: AnyResource, role: Role): string[] {
  const grants = (['update', 'act', 'history'] as const).map((grant) =>
    grantOf(resource, role, grant),
  )
  const conditions = grants.flatMap((grant) =>
    typeof grant === 'object' && 'where' in grant ? [grant.where] : [],
  )
  const actions = Object.values(actionsOf(resource)).filter(({ roles }) => roles.includes(role))
  return [...conditions, ...actions.flatMap(({ when }) => (when ? [when] : []))].flatMap(fieldsRead)
}

function referencesOf(resource: AnyResource, role: Role): Reference[] {
  return valueEntries(resource).flatMap(([name, spec], i) => {
    const isMultiple = isFieldType(spec, 'links')
    if ((!isMultiple && !isFieldType(spec, 'reference')) || !isReadable(resource, role, name))
      return []
    const target = related(resource, spec.to)
    const title = readableTitleFields(target, role)
    return title.length > 0 && grantOf(target, role, 'name')
      ? [{ name, alias: `t${i}`, target, title, isMultiple }]
      : []
  })
}

/** Returns joins that fetch titles, limited to records that the caller may name. */
export function titleJoins(
  references: readonly Reference[],
  permit: Permit,
  parameters: Parameters,
): string {
  return references
    .map(({ name, alias, target, title, isMultiple }) => {
      if (isMultiple) return pairsJoin(permit, { name, alias, target, title }, parameters)
      const rows = nameableRowsSql(permit, target, alias, parameters)
      return ` LEFT JOIN ${tableNameOf(target)} ${alias} ON ${alias}.id = ${valueSql(permit.resource, name, 'r')}${rows === 'TRUE' ? '' : ` AND ${rows}`}`
    })
    .join('')
}

/**
 * Returns a join that fetches the ids and titles of a links field, in the order in which the field
 * holds them.
 */
function pairsJoin(
  permit: Permit,
  { name, alias, target, title }: Omit<Reference, 'isMultiple'>,
  parameters: Parameters,
): string {
  const row = `${alias}_one`
  const pair = `jsonb_build_array(${row}.id, ${titleSql(target, title, { ...permit, alias: row })})`
  const linkedIds = `unnest(${valueSql(permit.resource, name, 'r')}) WITH ORDINALITY AS i(id, place)`
  const rows = `${row}.id = i.id AND ${nameableRowsSql(permit, target, row, parameters)}`
  return ` LEFT JOIN LATERAL (SELECT jsonb_agg(${pair} ORDER BY i.place) AS pairs FROM ${linkedIds} JOIN ${tableNameOf(target)} ${row} ON ${rows}) ${alias} ON TRUE`
}
