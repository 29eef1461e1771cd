/**
 * Writes one portable archive with all rows and files, and a manifest with counts and checksums.
 * Both engines can restore it. It contains password hashes and encrypted national ids, so only
 * admins can download it, after reauthentication. The keys in `DATA_DIR/keys` are not included.
 */
import { createHash } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { Queries } from '../database/database.ts'
import { appliedSchemaVersions } from '../database/migrate.ts'
import { firstPackOf } from '../database/migrations.ts'
import type { Environment } from '../environment.ts'
import { syncFolder } from '../ports/durable.ts'
import { keysFingerprint, type SecretKeys } from '../secret-keys.ts'
import { type FaultyFile, readVerified } from '../session/stored-files.ts'
import { verifyArchive } from './archive.ts'
import { findFingerprint } from './database-keys.ts'
import {
  type ArchiveEnd,
  archiveEndName,
  fileEntry,
  type Manifest,
  type ManifestFile,
  type ManifestTable,
  manifestName,
  tableEntry,
} from './manifest.ts'
import { isBackedUp, readTableRows, tableNames } from './rows.ts'
import { type StagedTables, stageTables } from './staged.ts'
import { removeTemporaryArchives, temporaryArchivePath } from './temporary-files.ts'

export type BackupSource = Pick<
  Environment,
  'registry' | 'migrations' | 'database' | 'files' | 'clock' | 'log'
> & {
  readonly config: Pick<Environment['config'], 'dataDir'>
  /** Keys of the installation, needed if the database has no fingerprint yet. */
  readonly keys: SecretKeys | null
}

/** Statement timeout in milliseconds, long enough to read a large table. */
const statementMs = 10 * 60_000

/** Returns the archive's file name, with the time in UTC: `matricola-2026-09-01-0830.tar.gz`. */
export const backupName = (at: Date) =>
  `matricola-${at.toISOString().slice(0, 16).replace('T', '-').replace(':', '')}.tar.gz`

/**
 * Takes a snapshot of all rows, then returns the archive as a stream. Files that are missing or
 * damaged in the file store do not stop the backup: they are listed in the archive, logged and
 * passed to `onFaultyFiles`. An unreachable file store is an error.
 */
export async function writeBackup(
  source: BackupSource,
  onFaultyFiles?: (faultyFiles: readonly FaultyFile[]) => Promise<void>,
): Promise<Readable> {
  const staged = stageTables(source.config.dataDir)
  try {
    const manifest = await source.database.transaction(
      (queries) => copyRows(queries, source, staged),
      { statementMs },
    )
    const archive = pack()
    const stream = archive.pipe(createGzip({ level: 6 }))
    archive.once('error', (error: Error) => stream.destroy(error))
    stream.once('close', () => {
      archive.destroy()
      staged.close()
    })
    fill(archive, { manifest, staged, source, onFaultyFiles }).catch((error: Error) =>
      archive.destroy(error),
    )
    return stream
  } catch (error) {
    staged.close()
    throw error
  }
}

async function copyRows(
  queries: Queries,
  { registry, migrations, clock, keys }: BackupSource,
  staged: StagedTables,
): Promise<Manifest> {
  await queries.query('set transaction isolation level repeatable read, read only')
  const tables: ManifestTable[] = []
  for (const name of await tableNames(queries))
    if (isBackedUp(registry, name)) tables.push(await copyTable(queries, name, staged))
  const files = await queries.query<ManifestFile>(
    // Leaves out files that were discarded or erased, since their content may already be deleted.
    `select key, bytes, sha256 from file where not coalesce(claimed_at is null and owner_id = record_id, false) order by key collate "C"`,
  )
  const { [firstPackOf(migrations)]: schemaVersion = '', ...packVersions } =
    await appliedSchemaVersions(queries, migrations)
  const fingerprint = (await findFingerprint(queries)) ?? (keys && keysFingerprint(keys))
  if (fingerprint === null) throw new Error('the fingerprint of the keys is unknown')
  return {
    format: 'matricola-backup-1',
    createdAt: clock.now().toISOString(),
    schemaVersion,
    ...(Object.keys(packVersions).length > 0 && { packVersions }),
    keys: fingerprint,
    tables,
    files,
  }
}

async function copyTable(
  queries: Queries,
  name: string,
  staged: StagedTables,
): Promise<ManifestTable> {
  const hash = createHash('sha256')
  let bytes = 0
  const rows = await readTableRows(queries, name, (lines) => {
    const chunk = Buffer.from(lines)
    hash.update(chunk)
    bytes += chunk.length
    staged.write(name, chunk)
  })
  return { name, rows, bytes, sha256: hash.digest('hex') }
}

interface ArchiveParts {
  readonly manifest: Manifest
  readonly staged: StagedTables
  readonly source: BackupSource
  readonly onFaultyFiles: ((faultyFiles: readonly FaultyFile[]) => Promise<void>) | undefined
}

async function fill(
  archive: Pack,
  { manifest, staged, source, onFaultyFiles }: ArchiveParts,
): Promise<void> {
  await addBytes(archive, manifestName, Buffer.from(JSON.stringify(manifest)))
  const faultyFiles: FaultyFile[] = []
  for (const file of manifest.files) {
    const found = await readVerified(source.files, file)
    if (typeof found === 'string') faultyFiles.push({ key: file.key, error: found })
    else await addBytes(archive, fileEntry(file.key), found)
  }
  if (faultyFiles.length > 0)
    source.log.error(
      { faults: faultyFiles },
      'files are missing or damaged; the backup continues without them',
    )
  await onFaultyFiles?.(faultyFiles)
  for (const { name, bytes } of manifest.tables)
    await addTable(archive, { name: tableEntry(name), size: bytes, rows: staged.read(name) })
  const end: ArchiveEnd = { missingFiles: faultyFiles.map(({ key }) => key) }
  await addBytes(archive, archiveEndName, Buffer.from(JSON.stringify(end)))
  archive.finalize()
}

function addBytes(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
      error ? reject(error) : resolve(),
    )
  })
}

function addTable(
  archive: Pack,
  { name, size, rows }: { name: string; size: number; rows: Readable },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ name, size, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    )
    rows.once('error', reject).pipe(entry)
  })
}

/** Adds the path to an error. The system does not name the file if the disk is full. */
const withPath = (path: string) => (error: unknown) => {
  throw error instanceof Error ? Object.assign(error, { path }) : error
}

/** A backup in a file, after verification. */
export interface StoredBackup {
  readonly manifest: Manifest
  readonly faultyFiles: readonly FaultyFile[]
}

/**
 * Writes the archive to a file that only its owner can read. The file is complete, synced and
 * verified, or it does not exist. Removes temporary files that interrupted processes left in the
 * folder. Throws `DatabaseRefusal` if verification fails.
 */
export async function backupToFile(source: BackupSource, path: string): Promise<StoredBackup> {
  await removeTemporaryArchives(dirname(path))
  let faultyFiles: readonly FaultyFile[] = []
  const draft = temporaryArchivePath(path)
  // Opened first, so that a folder that is not writable is reported before anything is read.
  const handle = await open(draft, 'wx', 0o600)
  try {
    try {
      const archive = await writeBackup(source, async (found) => {
        faultyFiles = found
      })
      // `writeFile` writes all bytes. A single `write` may write only some of them, for example
      // when the disk becomes full.
      await writeFile(handle, archive).catch(withPath(draft))
      await handle.sync().catch(withPath(draft))
    } finally {
      await handle.close()
    }
    const { manifest } = await verifyArchive(draft)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return { manifest, faultyFiles }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
