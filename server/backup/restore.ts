/** From an archive back to a running university, on either engine. Moving from one engine to the other is this, too. */
import { createReadStream, createWriteStream, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { keepErasures, repeatErasures } from '#server/admission/privacy/erasures.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { migrate, migrationsFolder, readMigrations } from '../database/migrate.ts'
import { DatabaseRefusal } from '../database/refusal.ts'
import { ensureSettings } from '../database/settings.ts'
import { keysFingerprint } from '../secret-keys.ts'
import { entriesOf, linesOf, verifyArchive } from './archive.ts'
import { noteFingerprint } from './database-keys.ts'
import { keepBackup } from './keep.ts'
import { fileEntry, type Manifest, tableEntry } from './manifest.ts'
import { hasRecords, insertRows, tableChecksum, tableNames } from './rows.ts'

export type RestoreTarget = Pick<Context, 'database' | 'files' | 'clock' | 'keys' | 'config' | 'log'>
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
 * damaged archive, one from a newer program or of other keys, or a database that is not empty unless `force` is set; what that held is
 * kept in an archive of its own. Nobody stays signed in, no one-time link stays valid, no waiting mail is sent, no job
 * goes on by itself, and what was erased since stays erased (S-15.5).
 */
export async function restoreBackup(path: string, target: RestoreTarget, force: boolean): Promise<RestoreReport> {
  const { manifest, missingFiles } = await verifyArchive(path)
  const { database, config } = target
  const migrations = migrationsFolder(config.root)
  if (!readMigrations(migrations).some(({ tag }) => tag === manifest.schemaVersion))
    throw new DatabaseRefusal(
      `The backup was made by a newer version of this program (${manifest.schemaVersion}). Restore it with that version.`,
    )
  if (manifest.keys !== keysFingerprint(target.keys))
    throw new DatabaseRefusal(
      `The backup does not belong to the keys in ${join(config.dataDir, 'keys')}: no password would fit, and no CNP could be read. Put the keys of the installation that made it there first. Nothing was changed.`,
    )
  const isReplacing = await hasRecords(database)
  if (isReplacing && !force) throw new DatabaseRefusal('The database is not empty. Add --force to replace everything in it by the backup.')
  await keepErasures(target)
  const folder = mkdtempSync(join(tmpdir(), 'matricola-restore-'))
  const unpacked = { manifest, folder }
  let kept: string | null = null
  let heldMails = 0
  try {
    await unpack(path, target, unpacked)
    if (isReplacing) kept = await keepBackup(target, 'before-restore')
    await database.transaction(dropTables, { statementMs })
    // In the shape that the backup was made in; what came later is applied to its rows.
    await migrate(database, migrations, manifest.schemaVersion)
    heldMails = await database.transaction((queries) => restoreRows(queries, unpacked), { statementMs })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await migrate(database, migrations)
  // An older backup has its jobs in another shape, or none.
  const heldJobs = await database.transaction(holdJobs)
  await ensureSettings(database)
  await noteFingerprint(database, manifest.keys)
  await database.query(`insert into meta (key, value) values ('restoredAt', $1) on conflict (key) do update set value = excluded.value`, [
    target.clock.now().toISOString(),
  ])
  const erasedAgain = await repeatErasures(target)
  return {
    createdAt: manifest.createdAt,
    tables: Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])),
    files: manifest.files.length - missingFiles.length,
    missingFiles,
    heldMails,
    heldJobs,
    kept,
    erasedAgain,
  }
}

async function dropTables(queries: Queries): Promise<void> {
  const tables = (await tableNames(queries)).filter((name) => name !== 'embedded_start')
  if (tables.length > 0) await queries.query(`drop table ${tables.map((name) => `"${name}"`).join(', ')} cascade`)
}

/** An archive whose tables lie in a folder, a file each. */
interface Unpacked {
  readonly manifest: Manifest
  readonly folder: string
}

/**
 * Puts the files into the store and the tables into the folder. Files may be many gigabytes, and stand before the tables:
 * a transaction that waited for them would be given up.
 */
async function unpack(path: string, { files, log }: RestoreTarget, { manifest, folder }: Unpacked): Promise<void> {
  const keys = new Map(manifest.files.map(({ key }) => [fileEntry(key), key]))
  const tables = new Map(manifest.tables.map(({ name }) => [tableEntry(name), name]))
  for await (const { name, body } of entriesOf(path)) {
    const [key, table] = [keys.get(name), tables.get(name)]
    if (key !== undefined) await files.write(key, await buffer(body))
    if (table !== undefined) await pipeline(Readable.from(body), createWriteStream(join(folder, table), { mode: 0o600 }))
  }
  log.info({ files: keys.size }, 'the files of the backup are in place')
}

/** Foreign keys rest while the rows come, table by table, and are checked when they return. */
async function restoreRows(queries: Queries, { manifest, folder }: Unpacked): Promise<number> {
  const references = await queries.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references) await queries.query(`alter table ${table} drop constraint ${name}`)
  // What a migration has put in comes again with the backup.
  await queries.query(`truncate ${manifest.tables.map(({ name }) => `"${name}"`).join(', ')}`)
  for (const { name } of manifest.tables)
    for await (const lines of linesOf(createReadStream(join(folder, name)), rowsAtOnce)) await insertRows(queries, name, lines)
  for (const { table, name, definition } of references) await queries.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, rows, sha256 } of manifest.tables) {
    const restored = await tableChecksum(queries, name)
    if (restored.rows !== rows || restored.sha256 !== sha256) throw new DatabaseRefusal(`The table ${name} did not come back as it was.`)
  }
  return (
    await queries.query(`update outbox_mail set state = 'held', lease_token = null, lease_until = null where sent_at is null returning id`)
  ).length
}

/** What was under way when the backup was made may have come to its end since, and told people so: nothing of it goes on by itself. */
async function holdJobs(queries: Queries): Promise<number> {
  const held = await queries.query(`update job set state = 'paused' where state = 'running' returning id`)
  await queries.query(`update job set starts_by_itself = false, lease_token = null, lease_until = null where finished_at is null`)
  return held.length
}
