/** Sets of records frozen from a list, on which bulk work and exports stand. */

import type { AnyResource } from '#model/resource.ts'
import { maxBulkRows } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import type { WireSelection } from '#model/wire/jobs.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import { type Permit, permittedRows } from '#server/engine/policy/permit.ts'
import type { CheckedQuery } from '#server/engine/records/reading/list-query.ts'
import { orderedSetSql } from '#server/engine/records/reading/page.ts'
import { namingSlowFilters } from '#server/engine/records/reading/slow-filter.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'
import type { Caller } from '../caller.ts'

/** Time for which a selection can be used. */
const validMs = 3_600_000

/** All that match a list's query but those named, or the records named, in the order of the list. */
export type Chosen = { readonly query: CheckedQuery; readonly excluded: readonly string[] } | { readonly ids: readonly string[] }

/** Freezes what was chosen among the rows of the permit, each at its version. Throws `selection.tooLarge`. */
export function makeSelection(context: Context, caller: Caller, permit: Permit, chosen: Chosen): Promise<WireSelection> {
  const parameters = new Parameters()
  const { resource } = permit
  const made = () => freeze(context, { caller, resource, rows: chosenSql(context, permit, chosen, parameters), parameters })
  return 'query' in chosen ? namingSlowFilters(resource, chosen.query, made) : made()
}

interface Frozen {
  readonly caller: Caller
  readonly resource: AnyResource
  /** Statement of the columns `position`, `id` and `version`. */
  readonly rows: string
  readonly parameters: Parameters
}

/** Keeps the rows of a statement as a selection of the caller. Throws `selection.tooLarge`. */
export function freeze({ database, clock }: Context, { caller, resource, rows, parameters }: Frozen): Promise<WireSelection> {
  const now = clock.now()
  const selection = { id: uuidv7(now), resource: resource.name, expiresAt: new Date(now.getTime() + validMs).toISOString() }
  const id = parameters.add(selection.id, 'uuid')
  return database.transaction(async (queries) => {
    await queries.query('insert into selection (id, resource, actor_id, total, created_at, expires_at) values ($1, $2, $3, 0, $4, $5)', [
      selection.id,
      selection.resource,
      caller.id,
      now.toISOString(),
      selection.expiresAt,
    ])
    const [counted] = await queries.query<{ total: number }>(
      `WITH chosen AS (${rows}), made AS (
         INSERT INTO selection_row (selection_id, position, record_id, version) SELECT ${id}, position, id, version FROM chosen RETURNING 1
       ) SELECT count(*) AS total FROM made`,
      parameters.values,
    )
    const total = counted?.total ?? 0
    if (total > maxBulkRows) throw new AppError('selection.tooLarge')
    await queries.query('update selection set total = $2 where id = $1', [selection.id, total])
    return { ...selection, total }
  })
}

/** Id, version and place of each record; one more than may be chosen is enough to know that they are too many. */
function chosenSql(context: Context, permit: Permit, chosen: Chosen, parameters: Parameters): string {
  const table = tableNameOf(permit.resource)
  if ('ids' in chosen)
    return `SELECT row_number() OVER (ORDER BY min(c.place)) AS position, r.id, r.version
      FROM unnest(${parameters.add(chosen.ids, 'uuid[]')}) WITH ORDINALITY AS c(id, place) JOIN ${table} r ON r.id = c.id
      WHERE ${permittedRows(permit, 'r', parameters)} GROUP BY r.id, r.version`
  const { joins, condition, order } = orderedSetSql(context, permit, chosen.query, parameters)
  const left = chosen.excluded.length === 0 ? '' : ` AND r.id <> ALL(${parameters.add(chosen.excluded, 'uuid[]')})`
  return `SELECT row_number() OVER (ORDER BY ${order}) AS position, r.id, r.version
    FROM ${table} r${joins} WHERE ${condition}${left} LIMIT ${maxBulkRows + 1}`
}

/** Number of records in a selection of the caller. Throws `selection.gone` for another's, another resource's or an old one. */
export async function selectionTotal(
  queries: Queries,
  now: Date,
  asked: { readonly id: string; readonly caller: Caller; readonly resource: AnyResource },
): Promise<number> {
  const [found] = await queries.query<{ total: number }>(
    'select total from selection where id = $1 and actor_id = $2 and resource = $3 and expires_at > $4',
    [asked.id, asked.caller.id, asked.resource.name, now.toISOString()],
  )
  if (!found) throw new AppError('selection.gone')
  return found.total
}
