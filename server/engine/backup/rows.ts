/** The rows of a table as lines of JSON, in the order of its primary key: the same text from either engine. */
import { createHash } from 'node:crypto'
import { allResources } from '#resources/index.ts'
import type { Queries } from '../database/database.ts'
import { ensuredResources, unkeptTables } from '../database/meanings.ts'
import { tableNameOf } from '../database/names.ts'

/**
 * Tables of the engine that a backup leaves out: what only the running installation may use (sessions, one-time links,
 * counted attempts, known devices, answers to calls that may come twice), and the engines' own.
 */
const unkept: ReadonlySet<string> = new Set([
  'session',
  'refresh_token',
  'access_token',
  'one_time_token',
  'rate_limit',
  'device',
  'repeated_call',
  'migration',
  'embedded_start',
])

/** Tells whether a backup holds a table's rows. */
export const isKept = (table: string): boolean => !unkept.has(table) && !unkeptTables().includes(table)

const rowsAtOnce = 1_000

/** Names of all tables, those left out by a backup included. */
export async function tableNames(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`,
  )
  return rows.map(({ name }) => name)
}

/** Texts compare byte by byte, so that both engines give the same order. */
async function orderOf(queries: Queries, table: string): Promise<string> {
  const rows = await queries.query<{ name: string; isText: boolean }>(
    `select quote_ident(a.attname) as name, a.atttypid = 'text'::regtype as "isText"
     from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
     where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [`public.${table}`],
  )
  if (rows.length === 0) throw new Error(`the table ${table} has no primary key, so it cannot be backed up`)
  return rows.map(({ name, isText }) => (isText ? `${name} collate "C"` : name)).join(', ')
}

/** Hands over the rows of a table, some at a time, each as one line. Inside a transaction: it holds a cursor. */
export async function readRows(queries: Queries, table: string, take: (lines: string) => void): Promise<number> {
  const order = await orderOf(queries, table)
  await queries.query(
    `declare backup_rows no scroll cursor for select row_to_json(t)::text as line from (select * from "${table}") t order by ${order}`,
  )
  let count = 0
  while (true) {
    const rows = await queries.query<{ line: string }>(`fetch ${rowsAtOnce} from backup_rows`)
    if (rows.length > 0) take(`${rows.map(({ line }) => line).join('\n')}\n`)
    count += rows.length
    if (rows.length < rowsAtOnce) break
  }
  await queries.query('close backup_rows')
  return count
}

/** Number of rows and checksum of a table, as the manifest states them. */
export async function tableChecksum(queries: Queries, table: string): Promise<{ readonly rows: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  const rows = await readRows(queries, table, (lines) => hash.update(lines))
  return { rows, sha256: hash.digest('hex') }
}

/** Puts lines made by `readRows` into a table. */
export async function insertRows(queries: Queries, table: string, lines: readonly string[]): Promise<void> {
  await queries.query(`insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1::jsonb)`, [
    `[${lines.join(',')}]`,
  ])
}

/** Tables that every start writes, worked with or not. */
const ownNotes = (): ReadonlySet<string> =>
  new Set(['meta', 'security_event', ...[...allResources.filter(({ single }) => single), ...ensuredResources()].map(tableNameOf)])

/** Tells whether anyone has worked with the database: it has more than what a start writes by itself. */
export async function hasRecords(queries: Queries): Promise<boolean> {
  const notes = ownNotes()
  const tables = (await tableNames(queries)).filter((name) => isKept(name) && !notes.has(name))
  for (const name of tables) if ((await queries.query(`select 1 from "${name}" limit 1`)).length > 0) return true
  return false
}
