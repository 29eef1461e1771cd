/**
 * Migrates the database to the schema of this program. Migrations are the SQL files of each pack.
 * Each is applied once, in one transaction, under a lock. If the process is killed, a migration is
 * applied either completely or not at all.
 */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry } from '@matricola/schema/registry.ts'
import type { Database, Queries } from './database.ts'
import { explainFailedMigration } from './failed-migration.ts'
import { DatabaseRefusal } from './refusal.ts'
import { atSavepoint } from './savepoint.ts'

/** A migration's name and the SHA-256 of its text. */
interface MigrationIdentity {
  readonly tag: string
  readonly hash: string
}
export interface Migration extends MigrationIdentity {
  readonly statements: readonly string[]
  /**
   * Migrations that this one replaces, in order. A database that has all of them needs no change.
   */
  readonly replaces?: readonly MigrationIdentity[]
  /**
   * The last version of the program that contains the replaced migrations. It must first open any
   * database that lacks some of them.
   */
  readonly replacedAfter?: string
  /**
   * First migrations of even older databases. The version `replacedAfter` must first open these
   * databases too.
   */
  readonly firstOfOlder?: readonly string[]
}
/** An entry of `replaced.json`. */
interface ReplacedMigrations {
  readonly lastVersion: string
  readonly migrations: readonly MigrationIdentity[]
  readonly firstOfOlder: readonly string[]
}
/** The migrations of a pack, in order. Packs are migrated independently. */
export interface PackMigrations {
  readonly pack: string
  readonly migrations: readonly Migration[]
  /**
   * Names resources and fields in the explanation of a failure; absent: tables and columns are
   * named.
   */
  readonly registry?: Registry
}
/** The newest migration of each pack that has any. */
export type SchemaVersions = { readonly [pack: string]: string }

interface AppliedMigration extends MigrationIdentity {
  readonly pack: string
}

/**
 * Returns the application's first pack, which owns migrations and backups from before packs
 * existed.
 */
export const firstPackOf = (packs: readonly Pick<PackMigrations, 'pack'>[]): string =>
  packs[0]?.pack ?? ''

/** Statement timeout in milliseconds, long enough to index a large table. */
const statementMs = 30 * 60_000
/** Arbitrary id of the advisory lock. */
const lockId = 7_264_918_355

/**
 * Returns the migrations in a folder, in order, or none if the folder has no journal.
 * `replaced.json` lists, by tag, the migrations that a migration replaces, and the last version of
 * the program that contains them.
 */
export function readMigrations(folder: string): Migration[] {
  if (!existsSync(join(folder, 'meta/_journal.json'))) return []
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const list = join(folder, 'replaced.json')
  const replaced: { readonly [tag: string]: ReplacedMigrations } = existsSync(list)
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
      ...(former && {
        replaces: former.migrations,
        replacedAfter: former.lastVersion,
        firstOfOlder: former.firstOfOlder,
      }),
    }
  })
}

/**
 * Applies missing migrations, up to the versions in `upTo` if given, and returns their tags. Throws
 * `DatabaseRefusal` if the database is newer than the program, or an applied migration was changed.
 */
export async function migrate(
  database: Database,
  packs: readonly PackMigrations[],
  upTo?: SchemaVersions,
): Promise<string[]> {
  const known = migrationsUntil(packs, upTo)
  const done: string[] = []
  await database.transaction((queries) => prepareMigration(queries, known))
  while (true) {
    const tag = await database.transaction((queries) => applyNext(queries, known), { statementMs })
    if (tag === null) return done
    done.push(tag)
  }
}

/** Like `migrate`, but inside the caller's transaction. */
export async function migrateInside(
  queries: Queries,
  packs: readonly PackMigrations[],
  until?: SchemaVersions,
): Promise<void> {
  const known = migrationsUntil(packs, until)
  await prepareMigration(queries, known)
  while ((await applyNext(queries, known)) !== null);
}

/**
 * Returns the migrations of each pack up to its version in `until`, or all of them if `until` is
 * undefined. Returns none for a pack without a version.
 */
const migrationsUntil = (
  packs: readonly PackMigrations[],
  until: SchemaVersions | undefined,
): readonly PackMigrations[] =>
  until === undefined
    ? packs
    : packs.map((pack) => ({
        ...pack,
        migrations: pack.migrations.slice(
          0,
          migrationIndexOf(pack.migrations, until[pack.pack]) + 1,
        ),
      }))

/** Returns the index of the migration that leads to a version, or -1 if there is none. */
export const migrationIndexOf = (
  migrations: readonly Migration[],
  version: string | undefined,
): number =>
  migrations.findIndex(({ tag, replaces }) => tag === version || replaces?.at(-1)?.tag === version)

async function prepareMigration(queries: Queries, packs: readonly PackMigrations[]): Promise<void> {
  await lock(queries)
  await queries.query(
    'create table if not exists migration (position int primary key, tag text not null, hash text not null, applied_at timestamptz(3) not null default now())',
  )
  const [hasPacks] = await queries.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'pack'`,
  )
  if (!hasPacks)
    await queries.query(
      `alter table migration add column pack text not null default '${firstPackOf(packs).replaceAll("'", "''")}'`,
    )
  for (const { pack, migration } of replacedIn(await readApplied(queries, packs), packs)) {
    await queries.query('delete from migration where pack = $1 and tag = any($2)', [
      pack,
      tagsOf(migration.replaces),
    ])
    await recordMigration(queries, pack, migration)
  }
}

const recordMigration = (queries: Queries, pack: string, { tag, hash }: MigrationIdentity) =>
  queries.query(
    'insert into migration (position, pack, tag, hash) select coalesce(max(position) + 1, 0), $1, $2, $3 from migration',
    [pack, tag, hash],
  )

/**
 * Returns the tags of migrations that have not been applied yet. Throws `DatabaseRefusal` in the
 * same cases as `migrate`.
 */
export async function pendingMigrations(
  queries: Queries,
  packs: readonly PackMigrations[],
): Promise<string[]> {
  const applied = (await wasEverMigrated(queries))
    ? withReplacements(await readApplied(queries, packs), packs)
    : []
  await compare(queries, applied, packs)
  return packs.flatMap((pack) => missing(pack, applied).map(({ tag }) => tag))
}

/** Throws `DatabaseRefusal` if the database has pending migrations. */
export async function assertMigrated(
  queries: Queries,
  packs: readonly PackMigrations[],
): Promise<void> {
  if ((await pendingMigrations(queries, packs)).length > 0)
    throw new DatabaseRefusal(
      'The database has pending migrations. Start the program once to apply them, then run the command again. Nothing was changed.',
    )
}

/** Whether the database was ever migrated. */
export async function wasEverMigrated(queries: Queries): Promise<boolean> {
  const [found] = await queries.query<{ table: string | null }>(
    `select to_regclass('migration')::text as table`,
  )
  return Boolean(found?.table)
}

// Held until the end of the transaction. Processes that start together take turns and see the
// migrations that the others have applied.
async function lock(queries: Queries): Promise<void> {
  await queries.query(`set local lock_timeout = '10min'`)
  await queries.query('select pg_advisory_xact_lock($1)', [lockId])
  await queries.query(`set local lock_timeout = '5s'`)
}

/** Can also read databases from before packs existed. */
const readApplied = (queries: Queries, packs: readonly PackMigrations[]) =>
  queries.query<AppliedMigration>(
    `select coalesce(to_jsonb(m) ->> 'pack', $1) as pack, m.tag, m.hash from migration m order by m.position`,
    [firstPackOf(packs)],
  )

/**
 * Returns the migrations whose replaced migrations are all applied. Throws `DatabaseRefusal` if
 * only some of them are applied. Such a database is from before the first release, and this program
 * cannot migrate it.
 */
function replacedIn(applied: readonly AppliedMigration[], packs: readonly PackMigrations[]) {
  const all = packs.flatMap(({ pack, migrations }) =>
    migrations.map((migration) => ({ pack, migration })),
  )
  return all.filter(({ pack, migration: { replaces = [], replacedAfter, firstOfOlder = [] } }) => {
    const appliedHere = appliedOf(applied, pack)
    const [first] = appliedHere
    if (first === undefined || ![replaces[0]?.tag, ...firstOfOlder].includes(first.tag))
      return false
    if (
      replaces.every(
        ({ tag, hash }, position) =>
          appliedHere[position]?.tag === tag && appliedHere[position]?.hash === hash,
      )
    )
      return true
    throw new DatabaseRefusal(
      `The database is too old for this version: its last migration is ${appliedHere.at(-1)?.tag}, but ${replaces.at(-1)?.tag} is required. Start a version that has that migration (${replacedAfter}) once, then this version. CHANGELOG.md lists the migrations of each version. Nothing was changed.`,
    )
  })
}

/** Returns the applied migrations, with replaced ones merged into their replacement. */
const withReplacements = (
  applied: readonly AppliedMigration[],
  packs: readonly PackMigrations[],
): readonly AppliedMigration[] =>
  replacedIn(applied, packs).reduce<readonly AppliedMigration[]>(
    (rest, { pack, migration: { tag, hash, replaces } }) => [
      { pack, tag, hash },
      ...rest.filter((one) => one.pack !== pack || !tagsOf(replaces).includes(one.tag)),
    ],
    applied,
  )

const tagsOf = (migrations: readonly MigrationIdentity[] = []) => migrations.map(({ tag }) => tag)

const appliedOf = (applied: readonly AppliedMigration[], pack: string) =>
  applied.filter((each) => each.pack === pack)

const missing = ({ pack, migrations }: PackMigrations, applied: readonly AppliedMigration[]) =>
  migrations.slice(appliedOf(applied, pack).length)

async function applyNext(
  queries: Queries,
  packs: readonly PackMigrations[],
): Promise<string | null> {
  await lock(queries)
  const applied = await readApplied(queries, packs)
  await compare(queries, applied, packs)
  for (const knownPack of packs) {
    const [next] = missing(knownPack, applied)
    if (!next) continue
    await applyStatements(queries, knownPack, next)
    await recordMigration(queries, knownPack.pack, next)
    return next.tag
  }
  return null
}

/**
 * Statements that cannot fail because of existing rows: new tables, and indexes that are not
 * unique.
 */
const ignoresRows = /^CREATE (?:TABLE|INDEX)\b/i

/**
 * Throws `DatabaseRefusal` if existing rows violate a statement. Its message contains the
 * migration, the rows and what to do.
 */
async function applyStatements(
  queries: Queries,
  { pack, registry }: PackMigrations,
  { tag, statements }: Migration,
): Promise<void> {
  for (const statement of statements) {
    // Savepoints take two more round trips, and creating a database runs hundreds of these
    // statements.
    if (ignoresRows.test(statement)) {
      await queries.query(statement)
      continue
    }
    try {
      await atSavepoint(queries, 'migration_statement', () => queries.query(statement))
    } catch (error) {
      throw (
        (await explainFailedMigration(queries, { registry, pack, tag, statement, error })) ?? error
      )
    }
  }
}

/**
 * Throws `DatabaseRefusal` for a database that this program does not know. Its message contains the
 * version that last opened the database, if recorded.
 */
async function compare(
  queries: Queries,
  applied: readonly AppliedMigration[],
  packs: readonly PackMigrations[],
): Promise<void> {
  const problem = findProblem(applied, packs)
  if (problem === null) return
  const openedBy = await findProgramVersion(queries)
  const remedy =
    openedBy === null
      ? 'Start the version that was used last. Its CHANGELOG.md lists the migration.'
      : `It was last opened by version ${openedBy}. Start that version.`
  throw new DatabaseRefusal(
    `${problem} ${remedy} Or restore a backup made by this version. Nothing was changed.`,
  )
}

function findProblem(
  applied: readonly AppliedMigration[],
  packs: readonly PackMigrations[],
): string | null {
  for (const name of new Set(applied.map(({ pack }) => pack)))
    if (!packs.some(({ pack }) => pack === name))
      return `The database has tables of pack ${name}, which this program does not include.`
  for (const { pack, migrations } of packs) {
    const problem = findProblemOfPack(appliedOf(applied, pack), migrations)
    if (problem !== null) return problem
  }
  return null
}

function findProblemOfPack(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): string | null {
  // Also detects migrations that were inserted or merged in a newer version, at any position.
  const newer = applied.find(
    ({ tag }, position) => position >= known.length || !known.some((own) => own.tag === tag),
  )
  if (newer)
    return `This program is older than the database: the database has the migration ${newer.tag}, which this program does not have.`
  const other = applied.find(
    ({ tag, hash }, position) => known[position]?.tag !== tag || known[position]?.hash !== hash,
  )
  return other
    ? `The migration ${other.tag} was applied to the database with different content or in a different order from this program. Applied migrations must never be edited. This program is a different version from the one that applied it, or a different program.`
    : null
}

/** Key in `meta` for the program version that last opened the database. */
const versionKey = 'programVersion'

/** Returns the program version that last opened the database, or null if none was recorded. */
async function findProgramVersion(queries: Queries): Promise<string | null> {
  const [found] = await queries.query<{ table: string | null }>(
    `select to_regclass('meta')::text as table`,
  )
  if (!found?.table) return null
  const [row] = await queries.query<{ value: string }>('select value from meta where key = $1', [
    versionKey,
  ])
  return row?.value ?? null
}

/** Records the program version that opens a migrated database. */
export async function recordProgramVersion(queries: Queries, version: string): Promise<void> {
  await queries.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value where meta.value <> excluded.value',
    [versionKey, version],
  )
}

/** Returns the newest applied migration of each pack. Throws if the database was never migrated. */
export async function appliedSchemaVersions(
  queries: Queries,
  packs: readonly PackMigrations[],
): Promise<SchemaVersions> {
  return Object.fromEntries((await readApplied(queries, packs)).map(({ pack, tag }) => [pack, tag]))
}

/** Returns the newest known migration of each pack that has any. */
export const knownSchemaVersions = (packs: readonly PackMigrations[]): SchemaVersions =>
  Object.fromEntries(
    packs.flatMap(({ pack, migrations }) => migrations.slice(-1).map(({ tag }) => [pack, tag])),
  )
