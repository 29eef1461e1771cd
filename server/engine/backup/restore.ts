/** From an archive back to a running university, on either engine. Moving from one engine to the other is this, too. */
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Queries } from '../database/database.ts'
import { migrateInside, type PackMigrations, positionOf } from '../database/migrate.ts'
import { DatabaseRefusal } from '../database/refusal.ts'
import { ensureSettings } from '../database/settings.ts'
import type { Environment } from '../environment.ts'
import { demandOwnFiles, filesIdIn, setFilesId } from '../ports/marked-files.ts'
import { keysFingerprint } from '../secret-keys.ts'
import { noteFaults } from '../session/stored-files.ts'
import { entriesOf, linesOf, verifyArchive } from './archive.ts'
import { noteFingerprint } from './database-keys.ts'
import { keepBackup } from './keep.ts'
import { fileEntry, type Manifest, tableEntry, versionsOf } from './manifest.ts'
import { hasRecords, insertRows, tableChecksum, tableNames } from './rows.ts'
import { type StagedTables, stageTables } from './staged.ts'

export type RestoreTarget = Pick<Environment, 'database' | 'files' | 'clock' | 'keys' | 'config' | 'migrations' | 'log'>
/** Records that a university erased for good, so that no older backup brings them back. */
export interface Erasures {
  /** Keeps what the database knows of them outside of it; it may not be one of this program yet. */
  keep(target: RestoreTarget): Promise<void>
  /** Erases again what has come back, and answers how many records that were. */
  repeat(target: RestoreTarget): Promise<number>
}

interface RestoreOptions {
  /** True: records that are there may be replaced. */
  readonly force: boolean
  readonly erasures: Erasures
}

export interface RestoreReport {
  readonly createdAt: string
  readonly tables: { readonly [table: string]: number }
  readonly files: number
  readonly missingFiles: readonly string[]
  /** Mails that had not been sent when the backup was made; they stay unsent. */
  readonly heldMails: number
  /** Jobs that were under way; they wait for a person to let them go on. */
  readonly heldJobs: number
  /** The archive of what the restore has replaced; null where the database was empty. */
  readonly kept: string | null
  /** Applications whose personal data was removed after the backup was made, and now again. */
  readonly erasedAgain: number
}

const statementMs = 10 * 60_000
const rowsAtOnce = 500

/**
 * Checks the archive at `path` whole, then replaces what the database holds by it. Throws `DatabaseRefusal` for a
 * damaged archive, one from a newer program or of other keys, files that belong to another database, or a database that is not empty unless `force` is set; what that held is
 * kept in an archive of its own. Nobody stays signed in, no one-time link stays valid, no waiting mail is sent, no job
 * goes on by itself, and what was erased since stays erased (S-15.5).
 */
export async function restoreBackup(path: string, target: RestoreTarget, { force, erasures }: RestoreOptions): Promise<RestoreReport> {
  const { manifest, missingFiles } = await verifyArchive(path)
  const { database, config, migrations } = target
  const unknown = Object.entries(versionsOf(manifest)).find(([pack, version]) => !isKnown(migrations, pack, version))
  if (unknown)
    throw new DatabaseRefusal(
      `The backup was made by another version of this program, newer than this or from before its first release (${unknown[1]}). Restore it with that version: CHANGELOG.md says which version has which migration. Nothing was changed.`,
    )
  if (manifest.keys !== keysFingerprint(target.keys))
    throw new DatabaseRefusal(
      `The backup does not belong to the keys in ${join(config.dataDir, 'keys')}: no password would fit, and no CNP could be read. Put the keys of the installation that made it there first. Nothing was changed.`,
    )
  const filesId = await filesIdIn(database)
  await demandOwnFiles(target.files, filesId)
  const isReplacing = await hasRecords(database)
  if (isReplacing && !force) throw new DatabaseRefusal('The database is not empty. Add --force to replace everything in it by the backup.')
  await erasures.keep(target)
  const tables = stageTables(config.dataDir)
  try {
    await unpack(path, target, { manifest, tables })
    const kept = isReplacing ? await keepBackup(target, 'before-restore') : null
    const replacing = { manifest, missingFiles, tables, filesId, kept: kept?.manifest ?? null, migrations, now: target.clock.now() }
    const held = await database.transaction((queries) => replace(queries, replacing), { statementMs })
    return {
      createdAt: manifest.createdAt,
      tables: Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])),
      files: manifest.files.length - missingFiles.length,
      missingFiles,
      ...held,
      kept: kept?.path ?? null,
      erasedAgain: await finishRestore(target, erasures),
    }
  } finally {
    tables.close()
  }
}

const isKnown = (packs: readonly PackMigrations[], name: string, version: string) =>
  packs.some(({ pack, migrations }) => pack === name && positionOf(migrations, version) >= 0)

/** An archive whose tables lie ready. */
interface Unpacked {
  readonly manifest: Manifest
  readonly tables: StagedTables
}

interface Replacing extends Unpacked {
  /** Of the archive of what is replaced; null where nothing is. */
  readonly kept: Manifest | null
  /** Keys of the files that the backup lacks. */
  readonly missingFiles: readonly string[]
  /** Id by which the store knows the database; null for one that has none yet. */
  readonly filesId: string | null
  readonly migrations: readonly PackMigrations[]
  readonly now: Date
}

/** Takes the old rows away and puts the new ones in, all of it or nothing: whenever the process ends, one of the two universities is there. */
async function replace(queries: Queries, { kept, migrations, missingFiles, filesId, now, ...unpacked }: Replacing) {
  const { manifest } = unpacked
  await demandUnchanged(queries, kept)
  await dropTables(queries)
  // In the shape that the backup was made in; what came later is applied to its rows.
  await migrateInside(queries, migrations, versionsOf(manifest))
  const heldMails = await restoreRows(queries, unpacked)
  await migrateInside(queries, migrations)
  // An older backup has its jobs in another shape, or none.
  const heldJobs = await holdJobs(queries)
  await ensureSettings(queries)
  await noteFaults(
    queries,
    missingFiles.map((key) => ({ key, fault: 'missing' as const })),
  )
  await noteFingerprint(queries, manifest.keys)
  await setFilesId(queries, filesId)
  for (const key of ['restoredAt', unfinished])
    await queries.query('insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value', [
      key,
      now.toISOString(),
    ])
  return { heldMails, heldJobs }
}

/**
 * Nobody can write from here on, and nobody has since the archive of the old rows was made: older programs and other tools know
 * nothing of the claim to the database. Throws `DatabaseRefusal` where somebody has, or holds a table.
 */
async function demandUnchanged(queries: Queries, kept: Manifest | null): Promise<void> {
  const names = await ownTables(queries)
  if (names.length === 0) return
  await queries.query(`lock table ${names.join(', ')} in access exclusive mode`).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === '55P03' ? new DatabaseRefusal(`Somebody works in the database. ${stopThem}`) : error
  })
  for (const { name, rows, sha256 } of kept?.tables ?? []) {
    const found = await tableChecksum(queries, name)
    if (found.rows !== rows || found.sha256 !== sha256)
      throw new DatabaseRefusal(`Somebody wrote to the database (table ${name}) while it was being kept. ${stopThem}`)
  }
}

const stopThem = 'Stop everything that uses it, then restore again. Nothing was changed.'

/** Every table but the engine's own, quoted. */
const ownTables = async (queries: Queries) =>
  (await tableNames(queries)).filter((name) => name !== 'embedded_start').map((name) => `"${name}"`)

async function dropTables(queries: Queries): Promise<void> {
  const tables = await ownTables(queries)
  if (tables.length > 0) await queries.query(`drop table ${tables.join(', ')} cascade`)
}

/** Stands in `meta` until what was erased since the backup is erased again. */
const unfinished = 'restoreUnfinished'

/** Does what a restore still owes after its rows are there, also one that was cut off then; answers how many applications were erased again. */
export async function finishRestore(target: RestoreTarget, erasures: Erasures): Promise<number> {
  const owed = await target.database.query('select from meta where key = $1', [unfinished])
  if (owed.length === 0) return 0
  const erasedAgain = await erasures.repeat(target)
  await target.database.query('delete from meta where key = $1', [unfinished])
  return erasedAgain
}

/**
 * Puts the files into the store and the tables aside. Files may be many gigabytes, and stand before the tables:
 * a transaction that waited for them would be given up.
 */
async function unpack(path: string, { files, log }: RestoreTarget, { manifest, tables }: Unpacked): Promise<void> {
  const keys = new Map(manifest.files.map(({ key }) => [fileEntry(key), key]))
  const names = new Map(manifest.tables.map(({ name }) => [tableEntry(name), name]))
  for await (const { name, body } of entriesOf(path)) {
    const [key, table] = [keys.get(name), names.get(name)]
    if (key !== undefined) await files.write(key, await buffer(body))
    // The entries of a tar archive are read as bytes.
    if (table !== undefined) for await (const chunk of body) tables.write(table, chunk as Uint8Array)
  }
  log.info({ files: keys.size }, 'the files of the backup are in place')
}

/** Foreign keys rest while the rows come, table by table, and are checked when they return. */
async function restoreRows(queries: Queries, { manifest, tables }: Unpacked): Promise<number> {
  const references = await queries.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references) await queries.query(`alter table ${table} drop constraint ${name}`)
  // Rows that a migration has put in come again with the backup.
  await queries.query(`truncate ${manifest.tables.map(({ name }) => `"${name}"`).join(', ')}`)
  for (const { name } of manifest.tables)
    for await (const lines of linesOf(tables.read(name), rowsAtOnce)) await insertRows(queries, name, lines)
  for (const { table, name, definition } of references) await queries.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, rows, sha256 } of manifest.tables) {
    const restored = await tableChecksum(queries, name)
    if (restored.rows !== rows || restored.sha256 !== sha256) throw new DatabaseRefusal(`The table ${name} did not come back as it was.`)
  }
  return (
    await queries.query(`update outbox_mail set state = 'held', lease_token = null, lease_until = null where sent_at is null returning id`)
  ).length
}

/** Jobs under way when the backup was made may have ended since, and told people so: none of them goes on by itself. */
async function holdJobs(queries: Queries): Promise<number> {
  const held = await queries.query(`update job set state = 'paused' where state = 'running' returning id`)
  await queries.query(`update job set starts_by_itself = false, lease_token = null, lease_until = null where finished_at is null`)
  return held.length
}
