/** Finds rows of a dry run that would violate a unique constraint. */
import type { AnyResource } from '@matricola/schema/resource.ts'
import { equalityOfField, uniqueGroups } from '../../database/keys.ts'
import { tableNameOf } from '../../database/names.ts'
import type { Values } from '../../sql/storage.ts'
import type { RecordSource } from '../source.ts'
import {
  columnValues,
  type ParameterRow,
  RowParameters,
  sqlTypeOf,
} from '../writing/row-parameters.ts'

/** A record as it would be after the write. */
export interface ConflictCandidate {
  readonly id: string
  readonly record: Values
}

/**
 * Returns the ids of candidates with a unique value that a stored record or another candidate also
 * has. The result may include a candidate that could be stored, but never misses one that could
 * not.
 */
export async function findConflicts(
  source: RecordSource,
  resource: AnyResource,
  candidates: readonly ConflictCandidate[],
): Promise<ReadonlySet<string>> {
  const groups = uniqueGroups(resource).filter((names) =>
    candidates.some(({ record }) => isFilled(record, names)),
  )
  if (groups.length === 0) return new Set()
  const names = [...new Set(groups.flat())]
  const columns = new Map(
    columnValues(
      source,
      resource,
      candidates.map((one) => toParameterRow(one, names)),
    ),
  )
  const partsOf = (group: readonly string[]) =>
    group.map((name) => {
      const { column, sql } = equalityOfField(resource, name)
      return { column, sql, values: columns.get(column) ?? [] }
    })
  const found = await findStoredConflicts(source, resource, candidates, groups.map(partsOf))
  for (const parts of groups.map(partsOf))
    for (const index of duplicateIndexes(parts.map(({ values }) => values)))
      found.add(candidates[index]?.id ?? '')
  return found
}

interface KeyPart {
  readonly column: string
  readonly sql: (value: string) => string
  /** One value per candidate. */
  readonly values: readonly unknown[]
}

const isFilled = (record: Values, names: readonly string[]) =>
  names.every((name) => (record[name] ?? null) !== null)

const toParameterRow = (
  { id, record }: ConflictCandidate,
  names: readonly string[],
): ParameterRow => ({
  id,
  values: Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
  record,
})

async function findStoredConflicts(
  { database }: RecordSource,
  resource: AnyResource,
  candidates: readonly ConflictCandidate[],
  groups: readonly (readonly KeyPart[])[],
): Promise<Set<string>> {
  const parameters = new RowParameters()
  const id = parameters.addColumn(
    candidates.map((one) => one.id),
    'uuid',
  )
  const conflicts = groups.map((parts) => {
    const equalities = parts.map(
      ({ column, sql, values }) =>
        `${sql(`x.${column}`)} = ${sql(parameters.addRows(values, sqlTypeOf(resource, column)))}`,
    )
    return `EXISTS (SELECT 1 FROM ${tableNameOf(resource)} x WHERE ${equalities.join(' AND ')} AND x.id <> ${id})`
  })
  const rows = await database.query<{ id: string }>(
    `SELECT ${id} AS id FROM (${parameters.rowsSql()}) g WHERE ${conflicts.join(' OR ')}`,
    parameters.values,
  )
  return new Set(rows.map((row) => row.id))
}

/**
 * Indexes of rows whose values occur more than once. Case is ignored, so the result may include
 * rows that do not conflict.
 */
function duplicateIndexes(columns: readonly (readonly unknown[])[]): number[] {
  const indexesByKey = new Map<string, number[]>()
  for (const index of (columns[0] ?? []).keys()) {
    const values = columns.map((column) => column[index] ?? null)
    if (values.includes(null)) continue
    const key = JSON.stringify(values).toLowerCase()
    indexesByKey.set(key, [...(indexesByKey.get(key) ?? []), index])
  }
  return [...indexesByKey.values()].filter(({ length }) => length > 1).flat()
}
