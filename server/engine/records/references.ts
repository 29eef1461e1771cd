/** Checks of the records that writes refer to: known to the caller, and such as the declaration's `optionsWhere` allows. */
import { fieldsOfOptions } from '#model/options-where.ts'
import { type AnyResource, fieldOf, isKind, storedEntries } from '#model/resource.ts'
import type { FieldIssues, Issue } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { alsoPermitted, type Permit, permittedRows } from '#server/engine/policy/permit.ts'
import type { Values } from '../sql/storage.ts'
import { Given } from './given.ts'
import { optionConditions } from './option-sql.ts'
import type { Row } from './reading.ts'
import type { Source } from './source.ts'

interface Referring {
  readonly changed: Values
  readonly record: Values
}

/** Conditions on the records that given rows `g` refer to, answered by the statement that they stand in. */
interface ReferenceChecks {
  /** The answers, to be selected beside the columns of `g`; empty when nothing is referred to anew. */
  readonly selected: string
  /** The same in the list of what is selected from `g`. */
  readonly columns: string
  /** Condition on `g` under which the write may happen; empty: it may. */
  readonly holds: string
  /** References that an answer refuses. */
  readonly issues: (row: Row) => FieldIssues
}

/** Checks the references that each of some writes sets to another record, and those whose conditions read a changed field. */
export function referenceChecks(permit: Permit, writes: readonly Referring[], given: Given): ReferenceChecks {
  const checks = storedEntries(permit.resource).flatMap(([name]) => {
    const ids = writes.map(({ changed, record }) => (isAffected(permit.resource, name, changed) ? (record[name] ?? null) : null))
    return ids.every((id) => id === null) ? [] : [{ name, ...checkOf(permit, name, { ids, writes, given }) }]
  })
  const answers = checks.flatMap(({ name }) => [`g."known:${name}"`, `g."allowed:${name}"`])
  return {
    selected: checks.map(({ name, known, allowed }) => `, ${known} AS "known:${name}", ${allowed} AS "allowed:${name}"`).join(''),
    columns: answers.join(', '),
    holds: answers.join(' AND '),
    issues: (row) => Object.fromEntries(checks.flatMap(({ name }) => issueOf(row, name))),
  }
}

/** The issues of each of some writes, in their order. */
export async function referenceIssues({ database }: Source, permit: Permit, writes: readonly Referring[]): Promise<FieldIssues[]> {
  const given = new Given()
  const place = given.column([...writes.keys()], 'integer')
  const { selected, issues } = referenceChecks(permit, writes, given)
  if (!selected) return writes.map(() => ({}))
  const rows = await database.query<Row>(`SELECT ${place}${selected} FROM (${given.sql()}) g ORDER BY 1`, given.parameters.values)
  return rows.map(issues)
}

/** Tells whether a change of those fields asks for the reference to be looked at. */
function isAffected(resource: AnyResource, name: string, changed: Values): boolean {
  const spec = fieldOf(resource, name)
  if (!isKind(spec, 'reference')) return false
  if (Object.hasOwn(changed, name)) return true
  return fieldsOfOptions(spec.options.optionsWhere).some((read) => Object.hasOwn(changed, read))
}

interface Asked {
  readonly ids: readonly unknown[]
  readonly writes: readonly Referring[]
  readonly given: Given
}

function checkOf(permit: Permit, name: string, { ids, writes, given }: Asked) {
  const spec = fieldOf(permit.resource, name)
  if (!isKind(spec, 'reference')) throw new Error(`${name} is no reference`)
  const target = resourceNamed(spec.to)
  const held = alsoPermitted(permit, target, 'name')
  const id = given.value(ids, 'uuid')
  const conditions = optionConditions(spec.options.optionsWhere, {
    target,
    alias: 'x',
    operand(bound, type) {
      const wanted = writes.map(({ record }) => (typeof bound === 'object' ? (record[bound.value] ?? null) : bound))
      return given.value(
        wanted.map((value) => (value === null ? null : String(value))),
        type,
      )
    },
    texts: (values) => given.parameters.add(values, 'text[]'),
  })
  // A row that refers to nothing anew is asked nothing.
  const free = ids.includes(null) ? `${id} IS NULL OR ` : ''
  const exists = (parts: readonly string[]) =>
    `(${free}EXISTS (SELECT 1 FROM ${tableNameOf(target)} x WHERE ${[`x.id = ${id}`, ...parts].join(' AND ')}))`
  return {
    known: exists([held ? permittedRows(held, 'x', given.parameters) : 'FALSE']),
    allowed: conditions.length === 0 ? 'TRUE' : exists(conditions),
  }
}

function issueOf(row: Row, name: string): [name: string, issues: Issue[]][] {
  if (row[`known:${name}`] !== true) return [[name, [{ code: 'reference.unknown' }]]]
  return row[`allowed:${name}`] === true ? [] : [[name, [{ code: 'reference.notAllowed' }]]]
}
