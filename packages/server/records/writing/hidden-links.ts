/**
 * Hidden links: records in a links field that the caller may not name. They are not shown to the
 * caller, who need not send them. They are kept when the caller changes the other links.
 */

import { isFieldType } from '@matricola/schema/field.ts'
import { maxLinks } from '@matricola/schema/field-types/links/type.ts'
import { related } from '@matricola/schema/registry.ts'
import { fieldOf, linkEntries } from '@matricola/schema/resource-fields.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { tableNameOf } from '../../database/names.ts'
import { nameableRowsSql, type Permit } from '../../policy/permit.ts'
import type { Parameters } from '../../sql/parameters.ts'
import type { Values } from '../../sql/storage.ts'
import { valueSql } from '../../sql/value-sql.ts'

/** Ids that the caller may not name, by links field. */
export type HiddenLinks = { readonly [field: string]: readonly string[] }

const prefix = 'hidden:'

/**
 * Additional columns for a stored record: for each links field, the ids that the permit's caller
 * may not name.
 */
export const hiddenLinkColumns = (permit: Permit, parameters: Parameters): string[] =>
  linkEntries(permit.resource).flatMap(({ name, to }) => {
    const target = related(permit.resource, to)
    const visibleSql = nameableRowsSql(permit, target, 'h', parameters)
    if (visibleSql === 'TRUE') return []
    const value = valueSql(permit.resource, name, 'r')
    return [
      `ARRAY(SELECT i.id FROM unnest(${value}) i(id) WHERE NOT EXISTS (SELECT FROM ${tableNameOf(target)} h WHERE h.id = i.id AND ${visibleSql})) AS "${prefix}${name}"`,
    ]
  })

/** Splits a row into its own values and the hidden links by field. */
export function splitHiddenLinks(row: Values): {
  readonly visible: Values
  readonly hidden: HiddenLinks
} {
  const isHidden = ([name]: readonly [string, unknown]) => name.startsWith(prefix)
  const entries = Object.entries(row)
  const hidden = entries
    .filter(isHidden)
    // Arrays of ids, see `hiddenLinkColumns`.
    .map(([name, ids]) => [name.slice(prefix.length), ids as readonly string[]] as const)
  return hidden.length === 0
    ? { visible: row, hidden: {} }
    : {
        visible: Object.fromEntries(entries.filter((one) => !isHidden(one))),
        hidden: Object.fromEntries(hidden),
      }
}

/**
 * Adds the hidden links to the wanted values. Throws `input.invalid` if a field then has too many
 * links.
 */
export function addHiddenLinks(
  { resource }: Permit,
  { hidden }: { readonly hidden: HiddenLinks },
  wanted: Values,
): Values {
  const hiddenLinks = Object.entries(hidden).filter(
    ([name, ids]) => ids.length > 0 && Object.hasOwn(wanted, name),
  )
  if (hiddenLinks.length === 0) return wanted
  const mergedLinks = hiddenLinks.map(
    ([name, ids]) => [name, [...new Set([...listOf(wanted[name]), ...ids])].sort()] as const,
  )
  const issues = mergedLinks.flatMap(([name, ids]) => {
    const spec = fieldOf(resource, name)
    const max = isFieldType(spec, 'links') ? maxLinks(spec) : ids.length
    return ids.length > max ? [[name, [{ code: 'links.tooMany', params: { max } }]] as const] : []
  })
  if (issues.length > 0) throw invalidInput(Object.fromEntries(issues))
  return { ...wanted, ...Object.fromEntries(mergedLinks) }
}

/**
 * Issues for values that refer to a hidden record. The record is reported as unknown, so that the
 * caller cannot find out whether it is linked.
 */
export const hiddenLinkIssues = (
  { hidden }: { readonly hidden: HiddenLinks },
  values: Values,
): FieldIssues =>
  Object.fromEntries(
    Object.entries(hidden)
      .filter(([name, ids]) => ids.some((id) => listOf(values[name]).includes(id)))
      .map(([name]) => [name, [{ code: 'reference.unknown' }]]),
  )

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
