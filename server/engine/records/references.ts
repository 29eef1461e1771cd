import { type AnyResource, fieldOf, isKind, storedEntries } from '#model/resource.ts'
import type { FieldIssues, Issue } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { alsoPermitted, type Permit, permittedRows } from '#server/engine/policy/permit.ts'
import { valueSql } from '../sql/families.ts'
import type { Parameters } from '../sql/parameters.ts'
import type { Values } from '../sql/storage.ts'
import type { Row } from './reading.ts'

interface Check {
  readonly name: string
  readonly known: string
  readonly allowed: string
}

/** Conditions on the records that a write refers to, answered by the statement that writes. */
export interface ReferenceChecks {
  /** `refs AS (SELECT …)` for the front of the statement, or null when nothing is referred to anew. */
  readonly cte: string | null
  /** Condition on the row `refs` under which the write may happen. */
  readonly holds: string
  /** Select list of the answers. */
  readonly columns: string
  /** References that the answer refuses: unknown to the caller, or not satisfying the declaration's `optionsWhere`. */
  readonly issues: (row: Row) => FieldIssues
}

/** Checks the references that `changed` sets to another record, and those whose conditions read a changed field. */
export function referenceChecks(permit: Permit, changed: Values, record: Values, parameters: Parameters): ReferenceChecks {
  const checks = storedEntries(permit.resource).flatMap(([name]) => {
    const id = record[name]
    return typeof id === 'string' && isAffected(permit.resource, name, changed) ? [checkOf(permit, name, id, { record, parameters })] : []
  })
  if (checks.length === 0) return { cte: null, holds: 'TRUE', columns: '', issues: () => ({}) }
  const columns = checks.flatMap(({ name, known, allowed }) => [`${known} AS "known:${name}"`, `${allowed} AS "allowed:${name}"`])
  return {
    cte: `refs AS (SELECT ${columns.join(', ')})`,
    holds: checks.flatMap(({ name }) => [`refs."known:${name}"`, `refs."allowed:${name}"`]).join(' AND '),
    columns: checks.flatMap(({ name }) => [`refs."known:${name}"`, `refs."allowed:${name}"`]).join(', '),
    issues: (row) => Object.fromEntries(checks.flatMap(({ name }) => issueOf(row, name))),
  }
}

/** Tells whether a change of those fields asks for the reference to be looked at. */
export function isAffected(resource: AnyResource, name: string, changed: Values): boolean {
  const spec = fieldOf(resource, name)
  if (!isKind(spec, 'reference')) return false
  if (Object.hasOwn(changed, name)) return true
  return Object.values(spec.options.optionsWhere ?? {}).some((want) => typeof want === 'object' && Object.hasOwn(changed, want.value))
}

function checkOf(permit: Permit, name: string, id: string, at: { record: Values; parameters: Parameters }): Check {
  const spec = fieldOf(permit.resource, name)
  if (!isKind(spec, 'reference')) throw new Error(`${name} is no reference`)
  const target = resourceNamed(spec.to)
  const held = alsoPermitted(permit, target, 'name')
  const conditions = Object.entries(spec.options.optionsWhere ?? {}).map(([field, want]) => {
    const value = typeof want === 'object' ? at.record[want.value] : want
    if (value === null || value === undefined) return 'FALSE'
    return `${valueSql(target, field, 'x')}::text = ${at.parameters.add(String(value), 'text')}`
  })
  const exists = (parts: string[]) =>
    `EXISTS (SELECT 1 FROM ${tableNameOf(target)} x WHERE ${[`x.id = ${at.parameters.add(id, 'uuid')}`, ...parts].join(' AND ')})`
  return {
    name,
    known: exists([held ? permittedRows(held, 'x', at.parameters) : 'FALSE']),
    allowed: conditions.length === 0 ? 'TRUE' : exists(conditions),
  }
}

function issueOf(row: Row, name: string): [name: string, issues: Issue[]][] {
  if (row[`known:${name}`] !== true) return [[name, [{ code: 'reference.unknown' }]]]
  return row[`allowed:${name}`] === true ? [] : [[name, [{ code: 'reference.notAllowed' }]]]
}
