/**
 * Restores an archive on either engine. This also moves a database from one engine to the other.
 */

import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Registry } from '@matricola/schema/registry.ts'
import type { Queries } from '../database/database.ts'
import { migrateInside } from '../database/migrate.ts'
import { migrationIndexOf, type PackMigrations } from '../database/migrations.ts'
import { DatabaseRefusal } from '../database/refusal.ts'
import { ensureSettings } from '../database/settings.ts'
import type { Environment } from '../environment.ts'
import { assertOwnStore, readStoreId, storeStoreId } from '../ports/file-store-marker.ts'
import { keysFingerprint } from '../secret-keys.ts'
import { recordFaultyFiles } from '../session/stored-files.ts'
import { entriesOf, readLines, verifyArchive } from './archive.ts'
import { storeFingerprint } from './database-keys.ts'
import { fileEntry, type Manifest, schemaVersionsOf, tableEntry } from './manifest.ts'
import { hasRecords, insertRows, tableChecksum, tableNames } from './rows.ts'
import { type StagedTables, stageTables } from './staged.ts'
import { storeBackup } from './stored-backups.ts'

export type RestoreTarget = Pick<
  Environment,
  'registry' | 'database' | 'files' | 'clock' | 'keys' | 'config' | 'migrations' | 'log'
>
/** Records that a university erased, which must stay erased when an older backup is restored. */
export interface ErasureReplay {
  /**
   * Saves the list of erased records outside the database. The database may have the schema of
   * another version.
   */
  save(target: RestoreTarget): Promise<void>
  /** Erases restored records again, and returns their number. */
  reapply(target: RestoreTarget): Promise<number>
}

interface RestoreOptions {
  /** Whether to replace existing records. */
  readonly force: boolean
  readonly erasures: ErasureReplay
}

export interface RestoreReport {
  readonly createdAt: string
  readonly tables: { readonly [table: string]: number }
  readonly files: number
  readonly missingFiles: readonly string[]
  /** Number of emails that were not sent when the backup was made. They stay unsent. */
  readonly heldEmails: number
  /** Number of jobs that were running. They are paused until a user resumes them. */
  readonly pausedJobs: number
  /** Path of the archive of the replaced data; null if the database was empty. */
  readonly previousBackup: string | null
  /**
   * Number of applications that were erased after the backup was made, and are now erased again.
   */
  readonly reappliedErasures: number
}

const statementMs = 10 * 60_000
const rowsAtOnce = 500

/**
 * Verifies the archive at `path`, then replaces the contents of the database with it. Throws
 * `DatabaseRefusal` if the archive is damaged, comes from a newer program or has different keys, if
 * the files belong to another database, or if the database is not empty and `force` is not set.
 * Replaced data is saved to an archive first. After a restore all sessions and one-time tokens are
 * gone, unsent emails are held, no job continues without a user, and records erased since the
 * backup are erased again.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  { force, erasures }: RestoreOptions,
): Promise<RestoreReport> {
  const { manifest, missingFiles } = await verifyArchive(path)
  const { database, config, migrations } = target
  const unknown = Object.entries(schemaVersionsOf(manifest, migrations)).find(
    ([pack, version]) => !isKnown(migrations, pack, version),
  )
  if (unknown)
    throw new DatabaseRefusal(
      `The backup was made by a version of this program that is newer, or older than the first release (${unknown[1]}). Restore it with that version. CHANGELOG.md lists the migrations of each version. Nothing was changed.`,
    )
  if (manifest.keys !== keysFingerprint(target.keys))
    throw new DatabaseRefusal(
      `The keys in ${join(config.dataDir, 'keys')} do not match the backup, so passwords and encrypted values would be unreadable. Copy the keys of the installation that made the backup there first. Nothing was changed.`,
    )
  const filesId = await readStoreId(database)
  await assertOwnStore(target.files, filesId)
  const isReplacing = await hasRecords(database, target.registry)
  if (isReplacing && !force)
    throw new DatabaseRefusal(
      'The database is not empty. Add --force to replace all of its data with the backup.',
    )
  await erasures.save(target)
  const tables = stageTables(config.dataDir)
  try {
    await unpack(path, target, { manifest, tables })
    const previousBackup = isReplacing ? await storeBackup(target, 'before-restore') : null
    const replacement = {
      manifest,
      missingFiles,
      tables,
      filesId,
      previousManifest: previousBackup?.manifest ?? null,
      registry: target.registry,
      migrations,
      now: target.clock.now(),
    }
    const restored = await database.transaction((queries) => replaceRows(queries, replacement), {
      statementMs,
    })
    return {
      createdAt: manifest.createdAt,
      tables: Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])),
      files: manifest.files.length - missingFiles.length,
      missingFiles,
      ...restored,
      previousBackup: previousBackup?.path ?? null,
      reappliedErasures: await finishRestore(target, erasures),
    }
  } finally {
    tables.close()
  }
}

const isKnown = (packs: readonly PackMigrations[], name: string, version: string) =>
  packs.some(({ pack, migrations }) => pack === name && migrationIndexOf(migrations, version) >= 0)

/** An archive whose tables have been staged. */
interface UnpackedArchive {
  readonly manifest: Manifest
  readonly tables: StagedTables
}

interface Replacement extends UnpackedArchive {
  /** Manifest of the archive of the replaced data; null if there was none. */
  readonly previousManifest: Manifest | null
  /** Keys of files that are missing in the backup. */
  readonly missingFiles: readonly string[]
  /** Id by which the file store identifies the database; null if it has none yet. */
  readonly filesId: string | null
  readonly registry: Registry
  readonly migrations: readonly PackMigrations[]
  readonly now: Date
}

/**
 * Replaces the old rows with the new ones in one transaction, so that a process that ends in
 * between leaves either all old or all new rows.
 */
async function replaceRows(
  queries: Queries,
  { previousManifest, registry, migrations, missingFiles, filesId, now, ...unpacked }: Replacement,
) {
  const { manifest } = unpacked
  await assertUnchanged(queries, previousManifest)
  await dropTables(queries)
  // Restores rows into the schema of the backup, then migrates them.
  await migrateInside(queries, migrations, schemaVersionsOf(manifest, migrations))
  const heldEmails = await restoreRows(queries, unpacked)
  await migrateInside(queries, migrations)
  // Only after the migration, because an older backup has a different schema for jobs, or none.
  const pausedJobs = await pauseJobs(queries)
  await ensureSettings(queries, registry)
  await recordFaultyFiles(
    queries,
    missingFiles.map((key) => ({ key, error: 'missing' as const })),
  )
  await storeFingerprint(queries, manifest.keys)
  await storeStoreId(queries, filesId)
  for (const key of ['restoredAt', unfinishedKey])
    await queries.query(
      'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [key, now.toISOString()],
    )
  return { heldEmails, pausedJobs }
}

/**
 * Locks all tables and checks that the rows have not changed since they were archived. Earlier
 * versions of the program and other tools do not respect the claim on the database. Throws
 * `DatabaseRefusal` if a row has changed or a table is in use.
 */
async function assertUnchanged(queries: Queries, previousManifest: Manifest | null): Promise<void> {
  const names = await findProgramTables(queries)
  if (names.length === 0) return
  await queries
    .query(`lock table ${names.join(', ')} in access exclusive mode`)
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === '55P03'
        ? new DatabaseRefusal(`The database is in use. ${stopRemedy}`)
        : error
    })
  for (const { name, rows, sha256 } of previousManifest?.tables ?? []) {
    const found = await tableChecksum(queries, name)
    if (found.rows !== rows || found.sha256 !== sha256)
      throw new DatabaseRefusal(
        `The database (table ${name}) was changed while it was being saved. ${stopRemedy}`,
      )
  }
}

const stopRemedy = 'Stop every program that uses it, then restore again. Nothing was changed.'

/** All tables except the embedded engine's own, quoted. */
const findProgramTables = async (queries: Queries) =>
  (await tableNames(queries)).filter((name) => name !== 'embedded_start').map((name) => `"${name}"`)

async function dropTables(queries: Queries): Promise<void> {
  const tables = await findProgramTables(queries)
  if (tables.length > 0) await queries.query(`drop table ${tables.join(', ')} cascade`)
}

/** Key in `meta` that is set until erased records have been erased again. */
const unfinishedKey = 'restoreUnfinished'

/**
 * Completes a restore whose rows are stored, including one that was interrupted. Returns the number
 * of applications that were erased again.
 */
export async function finishRestore(
  target: RestoreTarget,
  erasures: ErasureReplay,
): Promise<number> {
  const unfinished = await target.database.query('select from meta where key = $1', [unfinishedKey])
  if (unfinished.length === 0) return 0
  const reappliedErasures = await erasures.reapply(target)
  await target.database.query('delete from meta where key = $1', [unfinishedKey])
  return reappliedErasures
}

/**
 * Writes the files to the file store and stages the tables. Files come before the transaction: they
 * can take many gigabytes, and the transaction would time out while it waits.
 */
async function unpack(
  path: string,
  { files, log }: RestoreTarget,
  { manifest, tables }: UnpackedArchive,
): Promise<void> {
  const keys = new Map(manifest.files.map(({ key }) => [fileEntry(key), key]))
  const names = new Map(manifest.tables.map(({ name }) => [tableEntry(name), name]))
  for await (const { name, body } of entriesOf(path)) {
    const [key, table] = [keys.get(name), names.get(name)]
    if (key !== undefined) await files.write(key, await buffer(body))
    // Entries of a tar archive are streams of bytes.
    if (table !== undefined)
      for await (const chunk of body) tables.write(table, chunk as Uint8Array)
  }
  log.info({ files: keys.size }, 'restored the files of the backup')
}

/**
 * Inserts the rows of all tables. Foreign keys are dropped first; creating them again checks all
 * rows.
 */
async function restoreRows(
  queries: Queries,
  { manifest, tables }: UnpackedArchive,
): Promise<number> {
  const references = await queries.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references)
    await queries.query(`alter table ${table} drop constraint ${name}`)
  // Removes rows that migrations inserted, because the backup contains them too.
  await queries.query(`truncate ${manifest.tables.map(({ name }) => `"${name}"`).join(', ')}`)
  for (const { name } of manifest.tables)
    for await (const lines of readLines(tables.read(name), rowsAtOnce))
      await insertRows(queries, name, lines)
  for (const { table, name, definition } of references)
    await queries.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, rows, sha256 } of manifest.tables) {
    const restored = await tableChecksum(queries, name)
    if (restored.rows !== rows || restored.sha256 !== sha256)
      throw new DatabaseRefusal(`The restored rows of table ${name} differ from the backup.`)
  }
  return (
    await queries.query(
      `update outbox_mail set state = 'held', lease_token = null, lease_until = null where sent_at is null returning id`,
    )
  ).length
}

/**
 * Pauses jobs that were running. They may have finished after the backup was made, and their users
 * know it.
 */
async function pauseJobs(queries: Queries): Promise<number> {
  const paused = await queries.query(
    `update job set state = 'paused' where state = 'running' returning id`,
  )
  await queries.query(
    `update job set starts_by_itself = false, lease_token = null, lease_until = null where finished_at is null`,
  )
  return paused.length
}
