import type { WireViewer } from '#model/calls/viewers.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import type { Actor } from '#server/engine/policy/permit.ts'
import type { Parameters } from '#server/engine/sql/parameters.ts'
import { sql } from '#server/engine/sql/typed.ts'

interface Look {
  readonly resource: string
  readonly recordId: string
  readonly kind: WireViewer['kind']
  readonly fileId?: string
}

/** Notes that somebody looked at a record (S-14.4). The look itself must not be answered before it is noted. */
export async function noteLook(queries: Queries, who: Actor, now: Date, { resource, recordId, kind, fileId }: Look): Promise<void> {
  await queries.query(
    `insert into access_log (id, at, user_id, user_name, user_role, resource, record_id, kind, file_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [uuidv7(now), now.toISOString(), who.id, who.name, who.role, resource, recordId, kind, fileId ?? null],
  )
}

/** The statement of `noteLook` for every row of `rows`, which has an `id`: a part of the statement that reads them. */
export const lookAtRows = (parameters: Parameters, who: Actor, now: Date, { resource, rows }: { resource: string; rows: string }) =>
  `INSERT INTO access_log (id, at, user_id, user_name, user_role, resource, record_id, kind)
   SELECT ${parameters.add(uuidv7(now), 'uuid')}, ${parameters.add(now.toISOString(), 'timestamptz')}, ${parameters.add(who.id, 'uuid')},
     ${parameters.add(who.name, 'text')}, ${parameters.add(who.role, 'text')}, ${parameters.add(resource, 'text')}, id, 'opened' FROM ${rows}`

/** Notes that records went out in a file. They must not be sent before it is noted. */
export async function noteExport(
  queries: Queries,
  who: Actor,
  now: Date,
  { resource, ids }: { readonly resource: string; readonly ids: readonly string[] },
): Promise<void> {
  await queries.query(
    `insert into access_log (id, at, user_id, user_name, user_role, resource, record_id, kind)
     select gen_random_uuid(), $2, $3, $4, $5, $6, i, 'exported' from unnest($1::uuid[]) i`,
    [ids, now.toISOString(), who.id, who.name, who.role, resource],
  )
}

/** A page of records that somebody read at once. */
export interface ListLook {
  readonly who: Actor
  readonly at: Date
  readonly resource: string
  readonly ids: readonly string[]
}

/** Notes pages of lists, a row for each (S-14.4). */
export async function noteLists(queries: Queries, looks: readonly ListLook[]): Promise<void> {
  const rows = looks.map(({ who, at, resource, ids }) => ({
    id: uuidv7(at),
    at,
    user_id: who.id,
    user_name: who.name,
    user_role: who.role,
    resource,
    ids,
  }))
  await queries.query(
    `insert into access_log (id, at, user_id, user_name, user_role, resource, kind, record_ids)
     select id, at, user_id, user_name, user_role, resource, 'listed', array(select jsonb_array_elements_text(ids)::uuid)
     from jsonb_to_recordset($1::jsonb) as l (id uuid, at timestamptz, user_id uuid, user_name text, user_role text, resource text, ids jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** The rows that concern one record of a resource. */
export const looksAt = (resource: string, id: string) =>
  sql`from access_log where resource = ${resource} and (record_id = ${id}::uuid or record_ids @> array[${id}::uuid])`
