/**
 * Migrates the database to the schema of this program. Migrations are the SQL files of each pack.
 * Each is applied once, in one transaction, under a lock. If the process is killed, a migration is
 * applied either completely or not at all.
 */

import type { Database, Queries } from './database.ts'
import { explainFailedMigration } from './failed-migration.ts'
import {
  firstPackOf,
  type Migration,
  type MigrationIdentity,
  migrationsUntil,
  type PackMigrations,
  type SchemaVersions,
} from './migrations.ts'
import { findProgramVersion } from './program-version.ts'
import { DatabaseRefusal } from './refusal.ts'
import { atSavepoint } from './savepoint.ts'

interface AppliedMigration extends MigrationIdentity {
  readonly pack: string
}

/** Statement timeout in milliseconds, long enough to index a large table. */
const statementMs = 30 * 60_000
/** Arbitrary id of the advisory lock. */
const lockId = 7_264_918_355

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

/** Returns the newest applied migration of each pack. Throws if the database was never migrated. */
export async function appliedSchemaVersions(
  queries: Queries,
  packs: readonly PackMigrations[],
): Promise<SchemaVersions> {
  return Object.fromEntries((await readApplied(queries, packs)).map(({ pack, tag }) => [pack, tag]))
}
