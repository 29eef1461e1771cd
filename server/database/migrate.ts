/**
 * Brings the database to the shape this program knows. Migrations are the SQL files of `server/database/migrations`,
 * each applied once, in one transaction, under a lock; killing the program at any moment leaves before or after.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Queries } from './database.ts'
import { DatabaseRefusal } from './refusal.ts'

export interface Migration {
  readonly tag: string
  readonly hash: string
  readonly statements: readonly string[]
}
interface Applied {
  readonly tag: string
  readonly hash: string
}

/** Building an index over a large table takes its time. */
const statementMs = 30 * 60_000
/** Any number that no other program uses for its own locks. */
const lockId = 7_264_918_355

/** Folder of the migrations, from the folder of the program. */
export const migrationsFolder = (root: string) => join(root, 'server/database/migrations')

/** The migrations that this program knows, in order. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n')
    const statements = text
      .split('--> statement-breakpoint')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '')
    return { tag, hash: createHash('sha256').update(text).digest('hex'), statements }
  })
}

/**
 * Applies what is missing, up to the migration `last` where one is named, and answers the tags of what it applied. Throws `DatabaseRefusal`
 * when the database is newer than the program, or when a migration was changed after it had been applied.
 */
export async function migrate(database: Database, folder: string, last?: string): Promise<string[]> {
  const known = migrationsUntil(folder, last)
  const done: string[] = []
  await database.transaction(begin)
  while (true) {
    const tag = await database.transaction((queries) => applyNext(queries, known), { statementMs })
    if (tag === null) return done
    done.push(tag)
  }
}

/** Does the same as a part of a transaction. */
export async function migrateInside(queries: Queries, folder: string, last?: string): Promise<void> {
  const known = migrationsUntil(folder, last)
  await begin(queries)
  while ((await applyNext(queries, known)) !== null);
}

function migrationsUntil(folder: string, last: string | undefined): Migration[] {
  const all = readMigrations(folder)
  return last === undefined ? all : all.slice(0, all.findIndex(({ tag }) => tag === last) + 1)
}

async function begin(queries: Queries): Promise<void> {
  await lock(queries)
  await queries.query(
    'create table if not exists migration (position int primary key, tag text not null, hash text not null, applied_at timestamptz(3) not null default now())',
  )
}

/** Tags of the migrations that are not applied yet. Throws `DatabaseRefusal` as `migrate` does. */
export async function pendingMigrations(queries: Queries, folder: string): Promise<string[]> {
  const known = readMigrations(folder)
  const applied = (await hasTables(queries)) ? await queries.query<Applied>('select tag, hash from migration order by position') : []
  compare(applied, known)
  return known.slice(applied.length).map(({ tag }) => tag)
}

/** Throws `DatabaseRefusal` where a start has to bring the database up to date first. */
export async function demandCurrent(queries: Queries, folder: string): Promise<void> {
  if ((await pendingMigrations(queries, folder)).length > 0)
    throw new DatabaseRefusal(
      'The database is older than this program. Start the program once, which brings it up to date, then run the command again. Nothing was changed.',
    )
}

/** Whether a start has ever made its tables there. */
export async function hasTables(queries: Queries): Promise<boolean> {
  const [found] = await queries.query<{ table: string | null }>(`select to_regclass('migration')::text as table`)
  return Boolean(found?.table)
}

// Held until the transaction ends: processes that start together take turns, and see what the others have applied.
async function lock(queries: Queries): Promise<void> {
  await queries.query(`set local lock_timeout = '10min'`)
  await queries.query('select pg_advisory_xact_lock($1)', [lockId])
  await queries.query(`set local lock_timeout = '5s'`)
}

async function applyNext(queries: Queries, known: readonly Migration[]): Promise<string | null> {
  await lock(queries)
  const applied = await queries.query<Applied>('select tag, hash from migration order by position')
  compare(applied, known)
  const next = known[applied.length]
  if (!next) return null
  for (const statement of next.statements) await queries.query(statement)
  await queries.query('insert into migration (position, tag, hash) values ($1, $2, $3)', [applied.length, next.tag, next.hash])
  return next.tag
}

function compare(applied: readonly Applied[], known: readonly Migration[]): void {
  const newer = applied[known.length]
  if (newer)
    throw new DatabaseRefusal(
      `The database is newer than this program: it has the migration ${newer.tag}, which is not known here. Start the version of the program that was used last, or restore a backup made by this one.`,
    )
  for (const [position, { tag, hash }] of applied.entries()) {
    const own = known[position]
    if (own && (own.tag !== tag || own.hash !== hash))
      throw new DatabaseRefusal(
        `The database was changed by the migration ${tag} in another wording than this program has (${own.tag}). Applied migrations are never edited: use the version of the program that applied it.`,
      )
  }
}

/** Tag of the newest migration applied, for the manifest of a backup. Throws where none ever was. */
export async function schemaVersion(queries: Queries): Promise<string> {
  const [row] = await queries.query<{ tag: string }>('select tag from migration order by position desc limit 1')
  return row?.tag ?? ''
}
