/** Databases between two tests: one that is given back with the shape it had is emptied, and taken again. */
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#model/wire/errors.ts'
import type { Database, Queries } from '#server/engine/database/database.ts'
import { ensureSettings } from '#server/engine/database/settings.ts'

/**
 * Everything but rows, as one text: whatever a test makes, alters, drops or analyses changes it. Things are known by their
 * names: a restore makes every table anew, as it was.
 */
const shapeOf = `
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

/** A database that one test file after the other uses, and how it is removed. */
export interface Home {
  readonly database: Database
  remove(): Promise<void>
}

/** Opens databases; one that was closed is emptied and answered again, unless more than its rows was changed. */
export function keeping(build: () => Promise<Home>): () => Promise<Database> {
  const kept: { readonly home: Home; readonly shape: string }[] = []
  const begin = async () => {
    const home = await build()
    return { home, shape: await readShape(home.database) }
  }
  return async () => {
    const taken = kept.pop() ?? (await begin())
    const { home, shape } = taken
    return lent(home.database, async () => {
      // Work that runs by itself when a test ends may still write.
      while ((home.database.connections?.().busy ?? 0) > 0) await wait(5)
      if (kept.length < 2 && (await clean(home.database, shape))) kept.push(taken)
      else await home.remove()
    })
  }
}

/** Cleans the database; false where it has another shape. */
async function clean(database: Database, shape: string): Promise<boolean> {
  if ((await readShape(database)) !== shape) return false
  await database.query('reset all')
  await emptyDatabase(database)
  return true
}

/** The database until it is closed; what comes later, such as a timer that nobody stopped, never reaches the next one. */
function lent(database: Database, giveBack: () => Promise<void>): Database {
  let closing: Promise<void> | undefined
  const refuse = () => Promise.reject(new AppError('database.unavailable'))
  return {
    ...database,
    query: (text, values) => (closing ? refuse() : database.query(text, values)),
    transaction: (work, options) => (closing ? refuse() : database.transaction(work, options)),
    close: () => {
      closing ??= giveBack()
      return closing
    },
  }
}

async function readShape(queries: Queries): Promise<string> {
  const [row] = await queries.query<{ shape: string }>(shapeOf)
  return row?.shape ?? ''
}

/**
 * Tells whether what the tables hold, or have held since they were made anew, is deleted sooner: to truncate a table the engine
 * makes all its files anew, and those of every table that refers to it, which takes many times as long as a few rows. Only who
 * owns a server may delete rows in any order.
 */
async function areSmall(query: Queries['query'], names: readonly string[]): Promise<boolean> {
  const [row] = await query<{ small: boolean }>(
    `select max(pg_relation_size(name::regclass)) < 500000 and current_setting('is_superuser') = 'on' as small from unnest($1::text[]) name`,
    [names],
  )
  return row?.small ?? false
}

/** Empties every table but the migrations, and fills in the settings again: between tests, in place of a new database. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.transaction(async ({ query }) => {
    const tables = await query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('migration', 'embedded_start')`,
    )
    const [used] = await query<{ names: string[] }>(
      `select array_remove(array[${tables.map(({ name }) => `case when exists (select from ${name}) then '${name}' end`).join(', ')}], null) as names`,
    )
    if (!used || used.names.length === 0) return
    if (await areSmall(query, used.names)) {
      // Tables that refer to these are empty or among them.
      await query('set local session_replication_role = replica')
      for (const name of used.names) await query(`delete from ${name}`)
    } else await query(`truncate ${used.names.join(', ')} restart identity cascade`)
  })
  await ensureSettings(database)
}
