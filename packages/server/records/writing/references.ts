/**
 * Checks references of writes: the caller must be allowed to name the record, and it must meet the
 * declaration's `optionsWhere`.
 */
import { isFieldType, type SpecOf } from '@matricola/schema/field.ts'
import { fieldsOfOptionsWhere } from '@matricola/schema/options-where.ts'
import { related } from '@matricola/schema/registry.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import { tableNameOf } from '../../database/names.ts'
import { nameableRowsSql, type Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { optionConditions } from '../reading/option-sql.ts'
import type { Row } from '../reading/reading.ts'
import type { RecordSource } from '../source.ts'
import { RowParameters } from './row-parameters.ts'

interface ReferencingWrite {
  readonly changed: Values
  readonly record: Values
  readonly before: { readonly values: Values | undefined } | null
}

/** Checks of the references in rows `g`, as parts of the statement that stores them. */
export interface ReferenceChecks {
  /**
   * Results of the checks as columns to select in addition to those of `g`; empty if there is
   * nothing to check.
   */
  readonly selected: string
  /** The names of these columns, for a later select from `g`. */
  readonly columns: string
  /** Condition on `g` under which the write happens; empty: always. */
  readonly condition: string
  /** Converts the results of a row to issues. */
  readonly issues: (row: Row) => FieldIssues
}

/**
 * Checks the references that each write sets, and those whose conditions read a changed field. In a
 * links field, links that were already there are checked only in the latter case.
 */
export function referenceChecks(
  permit: Permit,
  writes: readonly ReferencingWrite[],
  rowParameters: RowParameters,
): ReferenceChecks {
  const checks = storedEntries(permit.resource).flatMap(([name, spec]) => {
    if (!isFieldType(spec, 'reference') && !isFieldType(spec, 'links')) return []
    const idsToCheck = writes.map((write) => findIdsToCheck(spec, name, write))
    return idsToCheck.every((one) => one === null)
      ? []
      : [{ name, ...checkOf(permit, spec, { idsToCheck, writes, rowParameters }) }]
  })
  const answers = checks.flatMap(({ name }) => [`g."known:${name}"`, `g."allowed:${name}"`])
  return {
    selected: checks
      .map(
        ({ name, known, allowed }) =>
          `, ${known} AS "known:${name}", ${allowed} AS "allowed:${name}"`,
      )
      .join(''),
    columns: answers.join(', '),
    condition: answers.join(' AND '),
    issues: (row) => Object.fromEntries(checks.flatMap(({ name }) => issueOf(row, name))),
  }
}

/** Returns the issues of each write, in order. */
export async function referenceIssues(
  { database }: RecordSource,
  permit: Permit,
  writes: readonly ReferencingWrite[],
): Promise<FieldIssues[]> {
  const rowParameters = new RowParameters()
  const rowNumber = rowParameters.addColumn([...writes.keys()], 'integer')
  const { selected, issues } = referenceChecks(permit, writes, rowParameters)
  if (!selected) return writes.map(() => ({}))
  const rows = await database.query<Row>(
    `SELECT ${rowNumber}${selected} FROM (${rowParameters.rowsSql()}) g ORDER BY 1`,
    rowParameters.values,
  )
  return rows.map(issues)
}

type ReferenceSpec = SpecOf<'reference' | 'links'>

/**
 * The ids to check: `added` for whether the caller may name them, `restricted` for the conditions
 * of `optionsWhere`.
 */
interface IdsToCheck {
  readonly added: unknown
  readonly restricted: unknown
}

/** Returns the ids to check for a write; null if there are none. */
function findIdsToCheck(
  spec: ReferenceSpec,
  name: string,
  { changed, record, before }: ReferencingWrite,
): IdsToCheck | null {
  const now = record[name] ?? null
  const isChanged = Object.hasOwn(changed, name)
  const isConditionChanged = fieldsOfOptionsWhere(spec.options.optionsWhere).some((read) =>
    Object.hasOwn(changed, read),
  )
  if (now === null || !(isChanged || isConditionChanged)) return null
  if (!isFieldType(spec, 'links')) return { added: now, restricted: now }
  const [ids, known] = [listOf(now), listOf(before?.values?.[name])]
  const added = ids.filter((id) => !known.includes(id))
  return { added: added, restricted: isConditionChanged ? ids : added }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

interface CheckInput {
  readonly idsToCheck: readonly (IdsToCheck | null)[]
  readonly writes: readonly ReferencingWrite[]
  readonly rowParameters: RowParameters
}

function checkOf(
  permit: Permit,
  spec: ReferenceSpec,
  { idsToCheck, writes, rowParameters }: CheckInput,
) {
  const target = related(permit.resource, spec.to)
  const conditions = optionConditions(spec.options.optionsWhere, {
    target,
    alias: 'x',
    operand(bound, type) {
      const bounds = writes.map(({ record }) =>
        typeof bound === 'object' ? (record[bound.value] ?? null) : bound,
      )
      return rowParameters.addRows(
        bounds.map((value) => (value === null ? null : String(value))),
        type,
      )
    },
    texts: (values) => rowParameters.add(values, 'text[]'),
  })
  const addedIds = idsToCheck.map((one) => one?.added ?? null)
  return {
    known: allMeetConditionsSql(addedIds, [nameableRowsSql(permit, target, 'x', rowParameters)]),
    allowed:
      conditions.length === 0
        ? 'TRUE'
        : allMeetConditionsSql(
            idsToCheck.map((one) => one?.restricted ?? null),
            conditions,
          ),
  }

  /** SQL that is true if every id exists and its record meets the conditions on `x`. */
  function allMeetConditionsSql(values: readonly unknown[], parts: readonly string[]): string {
    const table = tableNameOf(target)
    const exists = (id: string) =>
      `EXISTS (SELECT 1 FROM ${table} x WHERE ${[`x.id = ${id}`, ...parts].join(' AND ')})`
    if (isFieldType(spec, 'links'))
      return `NOT EXISTS (SELECT FROM unnest(${rowParameters.addRows(values, 'uuid[]')}) i(id) WHERE NOT ${exists('i.id')})`
    const id = rowParameters.addRows(values, 'uuid')
    // Rows that change no reference have a null id and pass.
    return `(${values.includes(null) ? `${id} IS NULL OR ` : ''}${exists(id)})`
  }
}

function issueOf(row: Row, name: string): [name: string, issues: Issue[]][] {
  if (row[`known:${name}`] !== true) return [[name, [{ code: 'reference.unknown' }]]]
  return row[`allowed:${name}`] === true ? [] : [[name, [{ code: 'reference.notAllowed' }]]]
}
