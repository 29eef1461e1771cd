/**
 * One portable archive of everything: rows, files and a manifest of counts and checksums. Either engine restores it.
 * It holds password hashes and, encrypted, national ids, so whoever may download it is an admin who has just signed in
 * again; the keys of `DATA_DIR/keys` are not in it.
 */
import { createHash } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { Queries } from '../database/database.ts'
import { appliedVersions, firstPack } from '../database/migrate.ts'
import type { Environment } from '../environment.ts'
import { syncFolder } from '../ports/durable.ts'
import { keysFingerprint, type SecretKeys } from '../secret-keys.ts'
import { type FileFault, wholeFile } from '../session/stored-files.ts'
import { verifyArchive } from './archive.ts'
import { fingerprintIn } from './database-keys.ts'
import { draftOf, removeDrafts } from './drafts.ts'
import { type End, endName, fileEntry, type Manifest, type ManifestFile, type ManifestTable, manifestName, tableEntry } from './manifest.ts'
import { isKept, readRows, tableNames } from './rows.ts'
import { type StagedTables, stageTables } from './staged.ts'

export type BackupSource = Pick<Environment, 'database' | 'files' | 'clock' | 'log'> & {
  readonly config: Pick<Environment['config'], 'dataDir'>
  /** Of the installation, where its database does not know their fingerprint yet. */
  readonly keys: SecretKeys | null
}

/** Reading a large table takes longer than a page does. */
const statementMs = 10 * 60_000

/** Name of the archive's file: `matricola-2026-09-01-0830.tar.gz`, in UTC. */
export const backupName = (at: Date) => `matricola-${at.toISOString().slice(0, 16).replace('T', '-').replace(':', '')}.tar.gz`

/**
 * Copies the rows aside as they are at this moment, then answers the archive as a stream. Files that the store has
 * lost, or gives back changed, are named in the archive and in the log, and handed to `onFaults`; they do not stop it. A store that
 * cannot be asked does.
 */
export async function writeBackup(source: BackupSource, onFaults?: (faults: readonly FileFault[]) => Promise<void>): Promise<Readable> {
  const staged = stageTables(source.config.dataDir)
  try {
    const manifest = await source.database.transaction((queries) => copyRows(queries, source, staged), { statementMs })
    const archive = pack()
    const stream = archive.pipe(createGzip({ level: 6 }))
    archive.once('error', (error: Error) => stream.destroy(error))
    stream.once('close', () => {
      archive.destroy()
      staged.close()
    })
    fill(archive, { manifest, staged, source, onFaults }).catch((error: Error) => archive.destroy(error))
    return stream
  } catch (error) {
    staged.close()
    throw error
  }
}

async function copyRows(queries: Queries, { clock, keys }: BackupSource, staged: StagedTables): Promise<Manifest> {
  await queries.query('set transaction isolation level repeatable read, read only')
  const tables: ManifestTable[] = []
  for (const name of await tableNames(queries)) if (isKept(name)) tables.push(await copyTable(queries, name, staged))
  const files = await queries.query<ManifestFile>(
    // Those that were dropped or erased may be gone already.
    `select key, bytes, sha256 from file where not coalesce(claimed_at is null and owner_id = record_id, false) order by key collate "C"`,
  )
  const { [firstPack]: schemaVersion = '', ...packVersions } = await appliedVersions(queries)
  const fingerprint = (await fingerprintIn(queries)) ?? (keys && keysFingerprint(keys))
  if (fingerprint === null) throw new Error('nobody knows the keys of the data that is backed up')
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

async function copyTable(queries: Queries, name: string, staged: StagedTables): Promise<ManifestTable> {
  const hash = createHash('sha256')
  let bytes = 0
  const rows = await readRows(queries, name, (lines) => {
    const chunk = Buffer.from(lines)
    hash.update(chunk)
    bytes += chunk.length
    staged.write(name, chunk)
  })
  return { name, rows, bytes, sha256: hash.digest('hex') }
}

interface Parts {
  readonly manifest: Manifest
  readonly staged: StagedTables
  readonly source: BackupSource
  readonly onFaults: ((faults: readonly FileFault[]) => Promise<void>) | undefined
}

async function fill(archive: Pack, { manifest, staged, source, onFaults }: Parts): Promise<void> {
  await addBytes(archive, manifestName, Buffer.from(JSON.stringify(manifest)))
  const faults: FileFault[] = []
  for (const file of manifest.files) {
    const found = await wholeFile(source.files, file)
    if (typeof found === 'string') faults.push({ key: file.key, fault: found })
    else await addBytes(archive, fileEntry(file.key), found)
  }
  if (faults.length > 0) source.log.error({ faults }, 'files are missing or damaged, the backup goes on without them')
  await onFaults?.(faults)
  for (const { name, bytes } of manifest.tables) await addTable(archive, { name: tableEntry(name), size: bytes, rows: staged.read(name) })
  const end: End = { missingFiles: faults.map(({ key }) => key) }
  await addBytes(archive, endName, Buffer.from(JSON.stringify(end)))
  archive.finalize()
}

function addBytes(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

function addTable(archive: Pack, { name, size, rows }: { name: string; size: number; rows: Readable }): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    rows.once('error', reject).pipe(entry)
  })
}

/** Says which file a failure is about where the system does not: a full disk names none. */
const failedAt = (path: string) => (error: unknown) => {
  throw error instanceof Error ? Object.assign(error, { path }) : error
}

/** An archive in a file, as it was read back. */
export interface StoredBackup {
  readonly manifest: Manifest
  readonly faults: readonly FileFault[]
}

/**
 * Writes the archive to a file that only its owner reads: complete, synced and read back against its own checksums, or not at all. Archives that
 * cut-off processes have left in its folder go. Throws `DatabaseRefusal` when the file does not hold what was written.
 */
export async function backupToFile(source: BackupSource, path: string): Promise<StoredBackup> {
  await removeDrafts(dirname(path))
  let faults: readonly FileFault[] = []
  const draft = draftOf(path)
  // First of all: a folder that cannot be written is told before anything is read.
  const handle = await open(draft, 'wx', 0o600)
  try {
    try {
      const archive = await writeBackup(source, async (found) => {
        faults = found
      })
      // Writes every byte: a single `write` may store a part of what it is given, as on a disk that has just become full.
      await writeFile(handle, archive).catch(failedAt(draft))
      await handle.sync().catch(failedAt(draft))
    } finally {
      await handle.close()
    }
    const { manifest } = await verifyArchive(draft)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return { manifest, faults }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
