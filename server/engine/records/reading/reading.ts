/** How a role reads a resource: the columns to select, and the conversion of a row to a record. Computed once per role and language. */

import { asSeenBy, grantOf, isReadable, possibleActions, readableFields } from '#model/access.ts'
import { actionsOf } from '#model/actions.ts'
import { familyOf } from '#model/field.ts'
import { type Asker, fieldsRead } from '#model/predicate.ts'
import { type AnyResource, fieldOf, isKind, titleSeparator, valueEntries } from '#model/resource.ts'
import { shownIn } from '#model/translations.ts'
import { localMinute, timeZone } from '#model/values/dates.ts'
import type { Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { columnNameOf, tableNameOf } from '#server/engine/database/names.ts'
import { nameableRows, type Permit } from '#server/engine/policy/permit.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { isSaidSql, shownSql, valueSql } from '../../sql/families.ts'
import type { Parameters } from '../../sql/parameters.ts'
import { type Reader, readerOf } from '../../sql/storage.ts'

export type Row = { readonly [column: string]: unknown }

interface Reference {
  readonly name: string
  readonly alias: string
  readonly target: AnyResource
  /** Whether the field refers to several records. Their ids and titles are then selected as one list of pairs. */
  readonly isMany: boolean
  /** Fields of the target's title that the role may read. */
  readonly title: readonly string[]
}

export interface Reading {
  readonly fields: readonly string[]
  /** Select list for the row `r` and the titles of the records it refers to. */
  readonly columns: string
  readonly references: readonly Reference[]
  readonly record: (row: Row, asker: Asker & { role: Role }) => WireRecord
}

const readings = new WeakMap<SecretKeys, Map<string, Reading>>()

/** A reading depends on the role and the caller's language. */
type Reads = Pick<Permit, 'resource' | 'role' | 'language'>

/** Returns the cached reading of a resource for a role and language, creating it on first use. */
export function readingOf(reads: Reads, keys: SecretKeys): Reading {
  let known = readings.get(keys)
  if (!known) {
    known = new Map()
    readings.set(keys, known)
  }
  const key = `${reads.resource.name}/${reads.role}/${reads.language}`
  let reading = known.get(key)
  if (!reading) {
    reading = makeReading(reads, keys)
    known.set(key, reading)
  }
  return reading
}

function makeReading({ resource, role, language }: Reads, keys: SecretKeys): Reading {
  const fields = readableFields(resource, role)
  const title = readableTitle(resource, role)
  const references = referencesOf(resource, role)
  // Conditions of grants and actions can read fields that the role does not see. These are selected for evaluation and not returned.
  const asked = [...new Set([...fields, ...fieldsJudgedBy(resource, role)])].filter((name) => name !== 'id')
  const columns = [
    ...['id', 'version', 'createdAt', 'updatedAt', ...asked].map((name) => `${valueSql(resource, name, 'r')} AS "${name}"`),
    ...references.flatMap(({ name, alias, target, title: names, isMany }) => {
      if (isMany) return []
      const said = names.flatMap((part) => isSaidSql(target, part, { alias, language }) ?? [])
      return said.length === 0 ? [] : [`(${said.join(' OR ')}) AS "said:${name}"`]
    }),
    ...references.map(({ name, alias, target, title: names, isMany }) =>
      isMany ? `${alias}.pairs AS "pairs:${name}"` : `${titleSql(target, names, { role, language, alias })} AS "title:${name}"`,
    ),
  ].join(', ')
  const readers = asked
    .map((name): [string, Reader | null] => [name, name.includes('.') ? null : readerOf(resource, name, keys)])
    .filter(([, reader]) => reader !== null)
  const linkNames = fields.filter((name) => isKind(fieldOf(resource, name), 'links'))
  return { fields, columns, references, record: (row, asker) => recordOf(row, asker) }

  function recordOf(row: Row, asker: Asker & { role: Role }): WireRecord {
    // Every select list has these four columns, and both engines return them in these types.
    const { id, version, createdAt, updatedAt } = row as { id: string; version: number; createdAt: string; updatedAt: string }
    const shown: Record<string, unknown> = { id, version, createdAt, updatedAt }
    const values =
      readers.length === 0 ? row : { ...row, ...Object.fromEntries(readers.map(([name, read]) => [name, read?.(row[name], id)])) }
    for (const name of fields) shown[name] = values[name] ?? null
    const titles: Record<string, string> = {}
    for (const name of linkNames) shown[name] = null
    for (const { name, isMany } of references) {
      if (isMany) {
        const pairs = (row[`pairs:${name}`] ?? []) as readonly (readonly [id: string, title: string])[] // as built by `titleJoins`
        if (pairs.length > 0) shown[name] = pairs.map(([linked]) => linked)
        for (const [linked, title] of pairs) titles[linked] = title
        continue
      }
      const text = row[`title:${name}`]
      if (typeof text === 'string' && text !== '') titles[name] = text
    }
    const isSaid = (part: string) => row[`said:${part}`] === true || !shownIn(resource, shown, part, language).isOwn
    const translated = [...new Set([...title, ...references.map(({ name }) => name)])].filter(isSaid)
    return {
      ...shown,
      id,
      version,
      createdAt,
      updatedAt,
      _title: title
        .map((name) =>
          isKind(fieldOf(resource, name), 'reference')
            ? titles[name]
            : partText(resource, name, shownIn(resource, shown, name, language).value),
        )
        .filter((part) => part !== null && part !== undefined)
        .join(titleSeparator(resource)),
      _titles: titles,
      ...(translated.length > 0 && { _translated: translated }),
      _can: possibleActions(resource, asker, values),
    }
  }
}

/** The text of a value in a title. A timestamp is shown to the minute, in the university's time zone. */
export const partText = (resource: AnyResource, name: string, value: unknown) =>
  familyOf(fieldOf(resource, name)) === 'instant' && typeof value === 'string' ? localMinute(value) : value

/** The caller that a title is for, and the alias of the row. */
interface TitleReader extends Pick<Permit, 'role' | 'language'> {
  readonly alias: string
}

/** Returns SQL for a title: the values of its fields, and the titles of referenced records that the role may name. */
export function titleSql(resource: AnyResource, names: readonly string[], reader: TitleReader): string {
  const { role, language, alias } = reader
  const parts = names.map((name) => {
    const spec = fieldOf(resource, name)
    const column = `${alias}.${columnNameOf(name)}`
    if (familyOf(spec) === 'instant') return `to_char(${column} AT TIME ZONE '${timeZone}', 'YYYY-MM-DD HH24:MI')`
    if (!isKind(spec, 'reference')) return shownSql(resource, name, { alias, language })
    const target = resourceNamed(spec.to)
    const title = readableTitle(target, role)
    const inner = `${alias}_${columnNameOf(name)}`
    if (title.length === 0 || !grantOf(target, role, 'name')) return 'NULL'
    return `(SELECT ${titleSql(target, title, { ...reader, alias: inner })} FROM ${tableNameOf(target)} ${inner} WHERE ${inner}.id = ${column})`
  })
  return `concat_ws('${titleSeparator(resource)}', ${parts.join(', ')})`
}

/** Fields of the title that the role may read. */
export const readableTitle = (resource: AnyResource, role: Role) =>
  asSeenBy(resource, role).title.filter((part) => isReadable(resource, role, part))

/** Fields that decide which actions a role may perform on a record. */
function fieldsJudgedBy(resource: AnyResource, role: Role): string[] {
  const grants = (['update', 'act', 'history'] as const).map((grant) => grantOf(resource, role, grant))
  const conditions = grants.flatMap((grant) => (typeof grant === 'object' && 'where' in grant ? [grant.where] : []))
  const actions = Object.values(actionsOf(resource)).filter(({ roles }) => roles.includes(role))
  return [...conditions, ...actions.flatMap(({ when }) => (when ? [when] : []))].flatMap(fieldsRead)
}

function referencesOf(resource: AnyResource, role: Role): Reference[] {
  return valueEntries(resource).flatMap(([name, spec], i) => {
    const isMany = isKind(spec, 'links')
    if ((!isMany && !isKind(spec, 'reference')) || !isReadable(resource, role, name)) return []
    const target = resourceNamed(spec.to)
    const title = readableTitle(target, role)
    return title.length > 0 && grantOf(target, role, 'name') ? [{ name, alias: `t${i}`, target, title, isMany }] : []
  })
}

/** Returns joins that fetch titles, limited to records that the caller may name. */
export function titleJoins(references: readonly Reference[], permit: Permit, parameters: Parameters): string {
  return references
    .map(({ name, alias, target, title, isMany }) => {
      if (isMany) return pairsJoin(permit, { name, alias, target, title }, parameters)
      const rows = nameableRows(permit, target, alias, parameters)
      return ` LEFT JOIN ${tableNameOf(target)} ${alias} ON ${alias}.id = ${valueSql(permit.resource, name, 'r')}${rows === 'TRUE' ? '' : ` AND ${rows}`}`
    })
    .join('')
}

/** Returns a join that fetches the ids and titles of a links field, in the order in which the field holds them. */
function pairsJoin(permit: Permit, { name, alias, target, title }: Omit<Reference, 'isMany'>, parameters: Parameters): string {
  const row = `${alias}_one`
  const pair = `jsonb_build_array(${row}.id, ${titleSql(target, title, { ...permit, alias: row })})`
  const named = `unnest(${valueSql(permit.resource, name, 'r')}) WITH ORDINALITY AS i(id, place)`
  const rows = `${row}.id = i.id AND ${nameableRows(permit, target, row, parameters)}`
  return ` LEFT JOIN LATERAL (SELECT jsonb_agg(${pair} ORDER BY i.place) AS pairs FROM ${named} JOIN ${tableNameOf(target)} ${row} ON ${rows}) ${alias} ON TRUE`
}
