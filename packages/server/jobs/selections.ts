/** Frozen sets of records from a list, for bulk actions and exports. */

import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxBulkRows } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { tableNameOf } from '../database/names.ts'
import { uuidv7 } from '../database/uuid.ts'
import { type Permit, permittedRowsSql } from '../policy/permit.ts'
import { orderedRowsSql } from '../records/reading/page.ts'
import type { CheckedQuery } from '../records/reading/parse-list-query.ts'
import { withSlowFilterError } from '../records/reading/slow-filter.ts'
import { Parameters } from '../sql/parameters.ts'

/** Lifetime of a selection in milliseconds. */
const validMs = 3_600_000

/**
 * All records that match a list query except `excluded`, or the records with `ids`. Their order is
 * kept.
 */
export type SelectionInput =
  | { readonly query: CheckedQuery; readonly excluded: readonly string[] }
  | { readonly ids: readonly string[] }

/**
 * Freezes the chosen records among the permit's rows, each with its version. Throws
 * `selection.tooLarge`.
 */
export function createSelection(
  context: Context,
  caller: Caller,
  permit: Permit,
  selection: SelectionInput,
): Promise<WireSelection> {
  const parameters = new Parameters()
  const { resource } = permit
  const freeze = () =>
    freezeSelection(context, {
      caller,
      resource,
      rows: selectionRowsSql(context, permit, selection, parameters),
      parameters,
    })
  return 'query' in selection ? withSlowFilterError(resource, selection.query, freeze) : freeze()
}

interface RowsToFreeze {
  readonly caller: Caller
  readonly resource: AnyResource
  /** Statement with the columns `position`, `id` and `version`. */
  readonly rows: string
  readonly parameters: Parameters
}

/** Stores the rows of a statement as a selection of the caller. Throws `selection.tooLarge`. */
export function freezeSelection(
  { database, clock }: Context,
  { caller, resource, rows, parameters }: RowsToFreeze,
): Promise<WireSelection> {
  const now = clock.now()
  const selection = {
    id: uuidv7(now),
    resource: resource.name,
    expiresAt: new Date(now.getTime() + validMs).toISOString(),
  }
  const id = parameters.add(selection.id, 'uuid')
  return database.transaction(async (queries) => {
    await queries.query(
      'insert into selection (id, resource, actor_id, total, created_at, expires_at) values ($1, $2, $3, 0, $4, $5)',
      [selection.id, selection.resource, caller.id, now.toISOString(), selection.expiresAt],
    )
    const [countRow] = await queries.query<{ total: number }>(
      `WITH chosen AS (${rows}), made AS (
         INSERT INTO selection_row (selection_id, position, record_id, version) SELECT ${id}, position, id, version FROM chosen RETURNING 1
       ) SELECT count(*) AS total FROM made`,
      parameters.values,
    )
    const total = countRow?.total ?? 0
    if (total > maxBulkRows) throw new AppError('selection.tooLarge')
    await queries.query('update selection set total = $2 where id = $1', [selection.id, total])
    return { ...selection, total }
  })
}

/**
 * SQL for the chosen records with position and version. Reads one more than the maximum, which is
 * enough to detect that there are too many.
 */
function selectionRowsSql(
  context: Context,
  permit: Permit,
  selection: SelectionInput,
  parameters: Parameters,
): string {
  const table = tableNameOf(permit.resource)
  if ('ids' in selection)
    return `SELECT row_number() OVER (ORDER BY min(c.place)) AS position, r.id, r.version
      FROM unnest(${parameters.add(selection.ids, 'uuid[]')}) WITH ORDINALITY AS c(id, place) JOIN ${table} r ON r.id = c.id
      WHERE ${permittedRowsSql(permit, 'r', parameters)} GROUP BY r.id, r.version`
  const { joins, condition, order } = orderedRowsSql(context, permit, selection.query, parameters)
  const exclusion =
    selection.excluded.length === 0
      ? ''
      : ` AND r.id <> ALL(${parameters.add(selection.excluded, 'uuid[]')})`
  return `SELECT row_number() OVER (ORDER BY ${order}) AS position, r.id, r.version
    FROM ${table} r${joins} WHERE ${condition}${exclusion} LIMIT ${maxBulkRows + 1}`
}

/**
 * Returns the size of the caller's selection. Throws `selection.gone` if it expired, or belongs to
 * another user or resource.
 */
export async function selectionTotal(
  queries: Queries,
  now: Date,
  selection: { readonly id: string; readonly caller: Caller; readonly resource: AnyResource },
): Promise<number> {
  const [found] = await queries.query<{ total: number }>(
    'select total from selection where id = $1 and actor_id = $2 and resource = $3 and expires_at > $4',
    [selection.id, selection.caller.id, selection.resource.name, now.toISOString()],
  )
  if (!found) throw new AppError('selection.gone')
  return found.total
}
