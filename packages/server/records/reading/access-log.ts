import type { WireAccessLogEntry } from '@matricola/schema/calls/access-log.ts'
import type { Queries } from '../../database/database.ts'
import { uuidv7 } from '../../database/uuid.ts'
import type { Actor } from '../../policy/permit.ts'
import type { Parameters } from '../../sql/parameters.ts'
import { sql } from '../../sql/typed.ts'

interface RecordAccess {
  readonly resource: string
  readonly recordId: string
  readonly kind: WireAccessLogEntry['kind']
  readonly fileId?: string
}

export interface RecordAccessEntry extends RecordAccess {
  readonly actor: Actor
  readonly at: Date
}

/**
 * Adds one row per access to the access log. The caller must await it before sending the records.
 */
export async function logRecordAccesses(
  queries: Queries,
  accesses: readonly RecordAccessEntry[],
): Promise<void> {
  const rows = accesses.map(({ actor, at, resource, recordId, kind, fileId }) => ({
    ...{ id: uuidv7(at), at, user_id: actor.id, user_name: actor.name, user_role: actor.role },
    ...{ resource, record_id: recordId, kind, file_id: fileId },
  }))
  await queries.query(
    `insert into access_log (id, at, user_id, user_name, user_role, resource, record_id, kind, file_id)
     select id, at, user_id, user_name, user_role, resource, record_id, kind, file_id
     from jsonb_to_recordset($1::jsonb) as l (id uuid, at timestamptz, user_id uuid, user_name text, user_role text, resource text,
       record_id uuid, kind text, file_id uuid)`,
    [JSON.stringify(rows)],
  )
}

export const logRecordAccess = (
  queries: Queries,
  actor: Actor,
  at: Date,
  access: RecordAccess,
): Promise<void> => logRecordAccesses(queries, [{ ...access, actor: actor, at }])

/**
 * Logs an export as one row with all record ids. The caller must await it before sending the file.
 */
export async function logExportAccess(
  queries: Queries,
  actor: Actor,
  at: Date,
  { resource, ids }: { readonly resource: string; readonly ids: readonly string[] },
): Promise<void> {
  await queries.query(
    `insert into access_log (id, at, user_id, user_name, user_role, resource, kind, record_ids) values ($1, $2, $3, $4, $5, $6, 'exported', $7::uuid[])`,
    [uuidv7(at), at.toISOString(), actor.id, actor.name, actor.role, resource, ids],
  )
}

/**
 * Returns SQL that logs an export within the statement that reads the records. `rows` is the name
 * of the records' CTE.
 */
export function exportAccessSql(
  actor: Actor,
  at: Date,
  {
    resource,
    rows,
    parameters,
  }: { readonly resource: string; readonly rows: string; readonly parameters: Parameters },
): string {
  const values = [
    parameters.add(uuidv7(at), 'uuid'),
    parameters.add(at.toISOString(), 'timestamptz'),
    parameters.add(actor.id, 'uuid'),
    ...[actor.name, actor.role, resource].map((value) => parameters.add(value, 'text')),
  ]
  return `INSERT INTO access_log (id, at, user_id, user_name, user_role, resource, kind, record_ids)
    SELECT ${values.join(', ')}, 'exported', array_agg(${rows}.id) FROM ${rows} HAVING count(*) > 0`
}

export interface ListAccessEntry {
  readonly actor: Actor
  readonly at: Date
  readonly resource: string
  readonly ids: readonly string[]
}

/** Logs pages of lists, one row each. */
export async function logListAccesses(
  queries: Queries,
  accesses: readonly ListAccessEntry[],
): Promise<void> {
  const rows = accesses.map(({ actor, at, resource, ids }) => ({
    id: uuidv7(at),
    at,
    user_id: actor.id,
    user_name: actor.name,
    user_role: actor.role,
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

/** The FROM and WHERE clauses that select the access log entries of one record. */
export const accessLogOfRecordSql = (resource: string, id: string) =>
  sql`from access_log where resource = ${resource} and (record_id = ${id}::uuid or record_ids @> array[${id}::uuid])`
