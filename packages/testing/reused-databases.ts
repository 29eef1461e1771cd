/**
 * Reuses databases between tests: a closed database whose schema is unchanged is emptied and opened
 * by the next test.
 */

import { setTimeout as wait } from 'node:timers/promises'
import type { Registry } from '@matricola/schema/registry.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Database, Queries } from '@matricola/server/database/database.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'

/**
 * A hash of everything except the rows. It changes whenever a test creates, alters, drops or
 * analyses something. Objects are identified by name, because a restore recreates every table under
 * a new OID.
 */
const schemaHashSql = `
  select md5(concat_ws('|',
    (select string_agg(concat_ws(',', relname, relkind, relnatts, relchecks, relhastriggers, relrowsecurity, reloptions), ';' order by relname, relkind)
       from pg_class where relnamespace = 'public'::regnamespace or relpersistence = 't'),
    (select string_agg(concat_ws(',', relname, attnum, attname, atttypid, atttypmod, attnotnull, attisdropped, attstattarget), ';' order by relname, attnum)
       from pg_attribute a join pg_class c on c.oid = a.attrelid where relnamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(',', relname, adnum, pg_get_expr(adbin, adrelid)), ';' order by relname, adnum)
       from pg_attrdef join pg_class c on c.oid = adrelid),
    (select string_agg(concat_ws(',', relname, conname, convalidated, pg_get_constraintdef(k.oid)), ';' order by relname, conname)
       from pg_constraint k join pg_class c on c.oid = conrelid where relnamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(',', relname, tgfoid, tgtype, tgenabled, case when not tgisinternal then tgname end), ';' order by relname, tgfoid, tgtype, tgenabled, tgname)
       from pg_trigger join pg_class c on c.oid = tgrelid),
    (select string_agg(concat_ws(',', oid, proname, prosrc), ';' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(',', indexdef, indisvalid, indisready), ';' order by relname)
       from pg_index join pg_class c on c.oid = indexrelid cross join pg_get_indexdef(indexrelid) indexdef where relnamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(',', relname, staattnum), ';' order by relname, staattnum)
       from pg_statistic join pg_class c on c.oid = starelid where relnamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(',', tag, hash), ';' order by position) from migration),
    (select string_agg(concat_ws(',', setdatabase, setrole, setconfig), ';') from pg_db_role_setting)
  )) as shape`

/** A database that test files use one after another, with a function that removes it. */
export interface ReusableDatabase {
  readonly database: Database
  remove(): Promise<void>
}

/**
 * Returns a function that opens databases. A closed database is emptied and reused, unless more
 * than its rows has changed.
 */
export function reuseDatabases(
  build: () => Promise<ReusableDatabase>,
  registry: Registry,
): () => Promise<Database> {
  const pooled: { readonly home: ReusableDatabase; readonly shape: string }[] = []
  const createDatabase = async () => {
    const home = await build()
    return { home, shape: await readShape(home.database) }
  }
  return async () => {
    const database = pooled.pop() ?? (await createDatabase())
    const { home, shape } = database
    return createLease(home.database, async () => {
      // Background work may still be writing when a test ends.
      while ((home.database.connections?.().busy ?? 0) > 0) await wait(5)
      if (pooled.length < 2 && (await cleanDatabase(home.database, shape, registry)))
        pooled.push(database)
      else await home.remove()
    })
  }
}

/** Empties the database. Returns false if its schema has changed. */
async function cleanDatabase(
  database: Database,
  shape: string,
  registry: Registry,
): Promise<boolean> {
  if ((await readShape(database)) !== shape) return false
  await database.query('reset all')
  await emptyDatabase(database, registry)
  return true
}

/**
 * Wraps the database until it is closed. Later calls, such as those of a timer left running, fail
 * instead of reaching the next test.
 */
function createLease(database: Database, release: () => Promise<void>): Database {
  let closing: Promise<void> | undefined
  const rejectClosed = () => Promise.reject(new AppError('database.unavailable'))
  return {
    ...database,
    query: (text, values) => (closing ? rejectClosed() : database.query(text, values)),
    transaction: (work, options) =>
      closing ? rejectClosed() : database.transaction(work, options),
    close: () => {
      closing ??= release()
      return closing
    },
  }
}

async function readShape(queries: Queries): Promise<string> {
  const [row] = await queries.query<{ shape: string }>(schemaHashSql)
  return row?.shape ?? ''
}

/**
 * Whether deleting all rows is faster than truncating. `truncate` recreates all files of a table
 * and of the tables that refer to it, which takes many times as long as deleting a few rows.
 * Deleting without regard to foreign keys requires a superuser.
 */
async function areSmall(query: Queries['query'], names: readonly string[]): Promise<boolean> {
  const [row] = await query<{ small: boolean }>(
    `select max(pg_relation_size(name::regclass)) < 500000 and current_setting('is_superuser') = 'on' as small from unnest($1::text[]) name`,
    [names],
  )
  return row?.small ?? false
}

/**
 * Empties all tables except the migrations and restores the settings row. Cheaper than creating a
 * database per test.
 */
export async function emptyDatabase(database: Database, registry: Registry): Promise<void> {
  await database.transaction(async ({ query }) => {
    const tables = await query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('migration', 'embedded_start')`,
    )
    const [used] = await query<{ names: string[] }>(
      `select array_remove(array[${tables.map(({ name }) => `case when exists (select from ${name}) then '${name}' end`).join(', ')}], null) as names`,
    )
    if (!used || used.names.length === 0) return
    if (await areSmall(query, used.names)) {
      // Disables foreign keys. All tables that refer to the emptied ones are empty or are emptied
      // as well.
      await query('set local session_replication_role = replica')
      for (const name of used.names) await query(`delete from ${name}`)
    } else await query(`truncate ${used.names.join(', ')} restart identity cascade`)
  })
  await ensureSettings(database, registry)
}
