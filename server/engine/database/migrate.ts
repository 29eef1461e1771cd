/**
 * Brings the database to the shape this program knows. Migrations are the SQL files of each pack, each applied once, in
 * one transaction, under a lock; killing the program at any moment leaves before or after.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Queries } from './database.ts'
import { migrationRefusal } from './failed-migration.ts'
import { DatabaseRefusal } from './refusal.ts'
import { atSavepoint } from './savepoint.ts'

/** The name of a migration, and the SHA-256 of its text. */
interface Identity {
  readonly tag: string
  readonly hash: string
}
export interface Migration extends Identity {
  readonly statements: readonly string[]
  /** Migrations that it stands for, in order: a database that has them all has it. */
  readonly replaces?: readonly Identity[]
  /** Last version of the program that has those: the one to start first where a database lacks some of them. */
  readonly replacedAfter?: string
}
/** The migrations of a pack, in order: each pack grows by its own. */
export interface PackMigrations {
  readonly pack: string
  readonly migrations: readonly Migration[]
}
/** The newest migration of each pack that has any. */
export type Versions = { readonly [pack: string]: string }

interface Applied extends Identity {
  readonly pack: string
}

/** The pack whose migrations were there before there were packs. */
export const firstPack = 'university'

/** Building an index over a large table takes its time. */
const statementMs = 30 * 60_000
/** Any number that no other program uses for its own locks. */
const lockId = 7_264_918_355

/**
 * The migrations in a folder, in order; none where there is nothing yet. `replaced.json` names, by the tag of a migration,
 * those that it stands for, and the last version of the program that has them.
 */
export function readMigrations(folder: string): Migration[] {
  if (!existsSync(join(folder, 'meta/_journal.json'))) return []
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  const list = join(folder, 'replaced.json')
  const replaced: { readonly [tag: string]: { readonly lastVersion: string; readonly migrations: readonly Identity[] } } = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : {}
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n')
    const statements = text
      .split('--> statement-breakpoint')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '')
    const former = replaced[tag]
    return {
      tag,
      hash: createHash('sha256').update(text).digest('hex'),
      statements,
      ...(former && { replaces: former.migrations, replacedAfter: former.lastVersion }),
    }
  })
}

/**
 * Applies what is missing, where `until` is given no further than it says, and answers the tags of what it applied. Throws
 * `DatabaseRefusal` when the database is newer than the program, or when a migration was changed after it had been applied.
 */
export async function migrate(database: Database, packs: readonly PackMigrations[], until?: Versions): Promise<string[]> {
  const known = knownUntil(packs, until)
  const done: string[] = []
  await database.transaction((queries) => begin(queries, known))
  while (true) {
    const tag = await database.transaction((queries) => applyNext(queries, known), { statementMs })
    if (tag === null) return done
    done.push(tag)
  }
}

/** Does the same as a part of a transaction. */
export async function migrateInside(queries: Queries, packs: readonly PackMigrations[], until?: Versions): Promise<void> {
  const known = knownUntil(packs, until)
  await begin(queries, known)
  while ((await applyNext(queries, known)) !== null);
}

/** Migrations known, of each pack up to its version; a pack without one had not come yet. */
const knownUntil = (packs: readonly PackMigrations[], until: Versions | undefined): readonly PackMigrations[] =>
  until === undefined
    ? packs
    : packs.map(({ pack, migrations }) => ({
        pack,
        migrations: migrations.slice(0, positionOf(migrations, until[pack]) + 1),
      }))

/** Position of the migration with which a version's tables are made; -1 where none makes them. */
export const positionOf = (migrations: readonly Migration[], version: string | undefined): number =>
  migrations.findIndex(({ tag, replaces }) => tag === version || replaces?.at(-1)?.tag === version)

async function begin(queries: Queries, packs: readonly PackMigrations[]): Promise<void> {
  await lock(queries)
  await queries.query(
    'create table if not exists migration (position int primary key, tag text not null, hash text not null, applied_at timestamptz(3) not null default now())',
  )
  const [hasPacks] = await queries.query(`select from pg_attribute where attrelid = 'migration'::regclass and attname = 'pack'`)
  if (!hasPacks) await queries.query(`alter table migration add column pack text not null default '${firstPack}'`)
  for (const { pack, migration } of replacedIn(await readApplied(queries), packs)) {
    await queries.query('delete from migration where pack = $1 and tag = any($2)', [pack, tagsOf(migration.replaces)])
    await note(queries, pack, migration)
  }
}

const note = (queries: Queries, pack: string, { tag, hash }: Identity) =>
  queries.query('insert into migration (position, pack, tag, hash) select coalesce(max(position) + 1, 0), $1, $2, $3 from migration', [
    pack,
    tag,
    hash,
  ])

/** Tags of the migrations that are not applied yet. Throws `DatabaseRefusal` as `migrate` does. */
export async function pendingMigrations(queries: Queries, packs: readonly PackMigrations[]): Promise<string[]> {
  const applied = (await hasTables(queries)) ? settled(await readApplied(queries), packs) : []
  await compare(queries, applied, packs)
  return packs.flatMap((pack) => missing(pack, applied).map(({ tag }) => tag))
}

/** Throws `DatabaseRefusal` where a start has to bring the database up to date first. */
export async function demandCurrent(queries: Queries, packs: readonly PackMigrations[]): Promise<void> {
  if ((await pendingMigrations(queries, packs)).length > 0)
    throw new DatabaseRefusal(
      'The database is older than this program. Start the program once, which brings it up to date, then run the command again. Nothing was changed.',
    )
}

/** Tells whether a start has ever made its tables there. */
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

/** Also of a database that has not heard of packs. */
const readApplied = (queries: Queries) =>
  queries.query<Applied>(
    `select coalesce(to_jsonb(m) ->> 'pack', '${firstPack}') as pack, m.tag, m.hash from migration m order by m.position`,
  )

/**
 * The migrations of packs that stand for some which are applied. Throws `DatabaseRefusal` where a database has only some
 * of these: it is from before the first release, and older than what this program can bring up to date.
 */
function replacedIn(applied: readonly Applied[], packs: readonly PackMigrations[]) {
  const all = packs.flatMap(({ pack, migrations }) => migrations.map((migration) => ({ pack, migration })))
  return all.filter(({ pack, migration: { replaces = [], replacedAfter } }) => {
    const own = appliedOf(applied, pack).slice(0, replaces.length)
    if (own.length === 0 || own[0]?.tag !== replaces[0]?.tag) return false
    if (replaces.every(({ tag, hash }, position) => own[position]?.tag === tag && own[position]?.hash === hash)) return true
    throw new DatabaseRefusal(
      `The database is older than this program can bring up to date: it has come to ${own.at(-1)?.tag}, and ${replaces.at(-1)?.tag} is needed. Start the version of the program that has that migration (${replacedAfter}) once, then this one. CHANGELOG.md says which version has which migration. Nothing was changed.`,
    )
  })
}

/** Migrations applied, those that a later one stands for as that one. */
const settled = (applied: readonly Applied[], packs: readonly PackMigrations[]): readonly Applied[] =>
  replacedIn(applied, packs).reduce<readonly Applied[]>(
    (rest, { pack, migration: { tag, hash, replaces } }) => [
      { pack, tag, hash },
      ...rest.filter((one) => one.pack !== pack || !tagsOf(replaces).includes(one.tag)),
    ],
    applied,
  )

const tagsOf = (migrations: readonly Identity[] = []) => migrations.map(({ tag }) => tag)

const appliedOf = (applied: readonly Applied[], pack: string) => applied.filter((each) => each.pack === pack)

const missing = ({ pack, migrations }: PackMigrations, applied: readonly Applied[]) => migrations.slice(appliedOf(applied, pack).length)

async function applyNext(queries: Queries, packs: readonly PackMigrations[]): Promise<string | null> {
  await lock(queries)
  const applied = await readApplied(queries)
  await compare(queries, applied, packs)
  for (const known of packs) {
    const [next] = missing(known, applied)
    if (!next) continue
    await applyStatements(queries, known.pack, next)
    await note(queries, known.pack, next)
    return next.tag
  }
  return null
}

/** Statements that no row stands against: a new table, and an index that holds whatever there is. */
const takesAnyRow = /^CREATE (?:TABLE|INDEX)\b/i

/** Throws `DatabaseRefusal` for what the rows that are there do not take: with the migration, the rows and the way out. */
async function applyStatements(queries: Queries, pack: string, { tag, statements }: Migration): Promise<void> {
  for (const statement of statements) {
    // A savepoint costs two more calls, and a new database consists of hundreds of these.
    if (takesAnyRow.test(statement)) {
      await queries.query(statement)
      continue
    }
    try {
      await atSavepoint(queries, 'migration_statement', () => queries.query(statement))
    } catch (error) {
      throw (await migrationRefusal(queries, { pack, tag, statement, error })) ?? error
    }
  }
}

/** Throws `DatabaseRefusal` for a database that this program does not know. Names the version that opened it last, where that is noted. */
async function compare(queries: Queries, applied: readonly Applied[], packs: readonly PackMigrations[]): Promise<void> {
  const problem = problemOf(applied, packs)
  if (problem === null) return
  const opened = await openedBy(queries)
  const remedy =
    opened === null
      ? 'Start the version of the program that was used last: CHANGELOG.md of that version names the migration.'
      : `It was last opened by version ${opened}: start that one.`
  throw new DatabaseRefusal(`${problem} ${remedy} Or restore a backup that this version made. Nothing was changed.`)
}

function problemOf(applied: readonly Applied[], packs: readonly PackMigrations[]): string | null {
  for (const name of new Set(applied.map(({ pack }) => pack)))
    if (!packs.some(({ pack }) => pack === name)) return `The database has tables of the pack ${name}, which is not in this program.`
  for (const { pack, migrations } of packs) {
    const problem = problemWith(appliedOf(applied, pack), migrations)
    if (problem !== null) return problem
  }
  return null
}

function problemWith(applied: readonly Applied[], known: readonly Migration[]): string | null {
  // Joined or added since: an older program finds them anywhere in the order.
  const newer = applied.find(({ tag }, position) => position >= known.length || !known.some((own) => own.tag === tag))
  if (newer)
    return `This program is older than the database: the database is newer than this program and has the migration ${newer.tag}, which is not known here.`
  const other = applied.find(({ tag, hash }, position) => known[position]?.tag !== tag || known[position]?.hash !== hash)
  return other
    ? `The database was changed by the migration ${other.tag} in another wording or order than this program has. Applied migrations are never edited: this program is older or newer than the one that applied it, or is another one.`
    : null
}

/** Key in `meta` of the version of the program that opened the database last. */
const versionKey = 'programVersion'

/** The version of the program that opened the database last; null where none is noted. */
async function openedBy(queries: Queries): Promise<string | null> {
  const [found] = await queries.query<{ table: string | null }>(`select to_regclass('meta')::text as table`)
  if (!found?.table) return null
  const [row] = await queries.query<{ value: string }>('select value from meta where key = $1', [versionKey])
  return row?.value ?? null
}

/** Notes the version of the program that opens a migrated database. */
export async function noteVersion(queries: Queries, version: string): Promise<void> {
  await queries.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value where meta.value <> excluded.value',
    [versionKey, version],
  )
}

/** The newest migration applied of each pack. Throws where none ever was. */
export async function appliedVersions(queries: Queries): Promise<Versions> {
  return Object.fromEntries((await readApplied(queries)).map(({ pack, tag }) => [pack, tag]))
}

/** The newest migration known of each pack that has any. */
export const knownVersions = (packs: readonly PackMigrations[]): Versions =>
  Object.fromEntries(packs.flatMap(({ pack, migrations }) => migrations.slice(-1).map(({ tag }) => [pack, tag])))
