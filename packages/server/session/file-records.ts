import { createHash, randomUUID } from 'node:crypto'
import { type FileKind, mediaTypes } from '@matricola/schema/values/file-kind.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '../database/database.ts'
import type { FileState } from '../database/tables/file.ts'
import type { Environment } from '../environment.ts'
import type { FilePort } from '../ports/files.ts'
import type { TemporaryFile } from '../ports/temporary-file.ts'
import { preparedKeyOf, rawKeyOf } from './raw-files.ts'

/**
 * A row of the `file` table: describes the file's content, its owner and the record that shows it.
 */
export interface FileRecord {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly sha256: string
  readonly owner_id: string | null
  readonly resource: string | null
  readonly record_id: string | null
  readonly field: string | null
  readonly claimed_at: string | null
  /** When a newer file replaced it. */
  readonly replaced_at: string | null
  readonly has_active_content: boolean
  readonly state: FileState
}

export interface NewFile {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, if the caller has already computed it. */
  readonly sha256?: string
  /** A file with exactly these bytes, which the store may move instead of copying it. */
  readonly from?: TemporaryFile | undefined
  /** The uploaded bytes, if `bytes` is a re-encoded image. Only their hash is kept, as evidence. */
  readonly original?: Uint8Array
  /** For a copy: the hash of the bytes that were uploaded. */
  readonly originalSha256?: string | undefined
  /** Whether the bytes are an image that must be re-encoded before anyone can see it. */
  readonly isRaw?: boolean
  /** Format of the file once it is ready. */
  readonly kind: FileKind
  readonly name: string
  /** Whether a PDF contains scripts or other active content. */
  readonly hasActiveContent?: boolean
  /**
   * Null for uploads without an account. The id then proves who uploaded the file, because only the
   * response to the upload contains its 122 random bits.
   */
  readonly ownerId: string | null
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Time allowed for writing the bytes of a new row. Until then the file is not prepared. */
const writingMs = 60_000

/**
 * Stores files that no record shows yet. Only their owner can see them, and they are removed after
 * two days. Rows are inserted before the bytes are written, so that housekeeping finds the bytes
 * even after a crash. Ids are returned only when the bytes are safely stored, so that no record can
 * refer to a missing file. Raw images are prepared once a record has claimed them.
 */
export async function stageNewFiles(
  context: Environment,
  newFiles: readonly NewFile[],
): Promise<string[]> {
  const { files, database, clock } = context
  const now = clock.now()
  const rows = newFiles.map((file) => {
    const id = randomUUID()
    const { bytes, original = bytes, isRaw = false } = file
    const hash = file.sha256 ?? sha256(bytes)
    return {
      id,
      // Not derived from the id: file stores, logs and backups show keys, and the id proves who
      // uploaded a file without an owner.
      key: (isRaw ? rawKeyOf : preparedKeyOf)(
        `${now.toISOString().slice(0, 7).replace('-', '/')}/${randomUUID()}`,
      ),
      name: file.name,
      media_type: mediaTypes[file.kind],
      bytes: bytes.length,
      sha256: hash,
      original_sha256: file.originalSha256 ?? (original === bytes ? hash : sha256(original)),
      owner_id: file.ownerId,
      has_active_content: file.hasActiveContent ?? false,
      state: isRaw ? 'preparing' : 'ready',
      has_raw: isRaw,
      lease_until: isRaw ? new Date(now.getTime() + writingMs).toISOString() : null,
    }
  })
  await database.query(
    `insert into file (id, key, name, media_type, bytes, sha256, original_sha256, created_at, owner_id, has_active_content, state, has_raw, lease_until)
     select id, key, name, media_type, bytes, sha256, original_sha256, $2::timestamptz, owner_id, has_active_content, state, has_raw, lease_until
     from jsonb_to_recordset($1::jsonb) as f (id uuid, key text, name text, media_type text, bytes bigint, sha256 text, original_sha256 text,
       owner_id uuid, has_active_content boolean, state text, has_raw boolean, lease_until timestamptz)`,
    [JSON.stringify(rows), now.toISOString()],
  )
  const ids = rows.map(({ id }) => id)
  const written = await Promise.allSettled(
    newFiles.map(({ bytes, from }, index) => files.write(rows[index]?.key ?? '', bytes, from)),
  )
  const failed = written.find((one) => one.status === 'rejected')
  if (!failed) return ids
  await removeUnclaimedFiles(context, ids).catch(() => undefined)
  throw failed.reason
}

/**
 * Like `stageNewFiles`, for one file that a form will refer to. Raw images are prepared
 * immediately.
 */
export async function stageNewFile(context: Environment, file: NewFile): Promise<string> {
  const [id] = await stageNewFiles(context, [file])
  if (id === undefined) throw new Error('a file was stored without an id')
  if (file.isRaw)
    await context.database.query(
      'update file set lease_until = null where id = $1 and lease_token is null',
      [id],
    )
  return id
}

/** A file and the field that will contain it. */
interface FileClaim {
  readonly fileId: string
  readonly field: string
  /** Formats that the field accepts. For a picture, the format after preparation counts. */
  readonly accept: readonly FileKind[]
  /** Whether the previous file stays with the record for reviewers. Absent: it is released. */
  readonly keepsVersions?: boolean
}

interface FileClaims {
  readonly files: readonly FileClaim[]
  readonly ownerId: string | null
  readonly resource: string
  readonly recordId: string
  /** True for a new record, which has no previous files. */
  readonly isNew?: boolean
}

/**
 * Assigns staged files to a record, in the transaction that writes the record, and returns the ids
 * of the assigned ones. A file can be claimed only once, only by the user who uploaded it, and only
 * if it is readable and its field accepts its format.
 */
export async function claimFiles(
  queries: Queries,
  claim: FileClaims,
  now: Date,
): Promise<ReadonlySet<string>> {
  const { files, ownerId, resource, recordId, isNew = false } = claim
  const at = now.toISOString()
  for (const { fileId, field, keepsVersions } of isNew ? [] : files) {
    const assignments = keepsVersions
      ? 'replaced_at = $4'
      : 'claimed_at = null, created_at = $4, owner_id = null'
    await queries.query(
      `update file set ${assignments}
       where resource = $1 and record_id = $2 and field = $3 and claimed_at is not null and replaced_at is null and id <> $5`,
      [resource, recordId, field, at, fileId],
    )
  }
  const claimedRows = await queries.query<{ id: string }>(
    `update file f set resource = $2, record_id = $3, field = n.field, claimed_at = $4,
       lease_until = case when f.lease_token is not null then f.lease_until end
     from jsonb_to_recordset($1::jsonb) as n (id uuid, field text, media_types jsonb)
     where f.id = n.id and n.media_types ? f.media_type and f.claimed_at is null and f.owner_id is not distinct from $5::uuid and f.state <> 'unreadable' returning f.id`,
    [
      JSON.stringify(
        files.map(({ fileId, field, accept }) => ({
          id: fileId,
          field,
          media_types: accept.map((kind) => mediaTypes[kind]),
        })),
      ),
      resource,
      recordId,
      at,
      ownerId,
    ],
  )
  return new Set(claimedRows.map(({ id }) => id))
}

/**
 * Detaches files `f` that meet a condition from their record, so that their owner can attach them
 * again.
 */
export const releaseFiles = (queries: Queries, condition: string, values: readonly unknown[]) =>
  queries.query(
    `update file f set claimed_at = null, resource = null, record_id = null, field = null where ${condition}`,
    values,
  )

/**
 * Lets a user attach a file again that another one replaced. Returns a function to call once it is
 * attached, which gives it its former owner and time.
 */
export async function reopenReplacedFile(
  queries: Queries,
  id: string,
  ownerId: string,
): Promise<() => Promise<void>> {
  const [former] = await queries.query<Pick<FileRecord, 'owner_id' | 'claimed_at'>>(
    'select owner_id, claimed_at from file where id = $1 for update',
    [id],
  )
  if (!former) return async () => {}
  await queries.query(
    'update file set claimed_at = null, replaced_at = null, owner_id = $2 where id = $1',
    [id, ownerId],
  )
  return async () => {
    await queries.query('update file set owner_id = $2, claimed_at = $3 where id = $1', [
      id,
      former.owner_id,
      former.claimed_at,
    ])
  }
}

export async function findFileById(queries: Queries, id: string): Promise<FileRecord | null> {
  const [row] = await queries.query<FileRecord>(
    `select id, key, name, media_type, bytes, sha256, owner_id, resource, record_id, field, claimed_at, replaced_at, has_active_content, state
     from file where id = $1`,
    [id],
  )
  return row ?? null
}

/** Returns the hashes of files as uploaded, by id. */
export async function readOriginalHashes(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.query<{ id: string; original_sha256: string }>(
    'select id, original_sha256 from file where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, original_sha256: hash }) => [id, hash]))
}

type FileContext = Pick<Environment, 'database' | 'files' | 'log' | 'clock'>

/**
 * A file to be removed. Its owner and its record are its own id, so that no one can claim or see it
 * until its bytes are gone.
 */
export interface DroppedFile {
  readonly id: string
  readonly key: string
}

/** Drops the files `f` that meet a condition and that no record has claimed. */
export const markFilesDropped = (queries: Queries, condition: string, values: readonly unknown[]) =>
  queries.query<DroppedFile>(
    `update file f set record_id = f.id, owner_id = f.id where ${condition} and f.claimed_at is null
       and not exists (select from users u where u.image_path = f.id) returning f.id, f.key`,
    values,
  )

/**
 * Returns files that were dropped or erased with their record and whose bytes may still be in the
 * store.
 */
export const readDroppedFiles = ({ database }: Pick<FileContext, 'database'>) =>
  database.query<DroppedFile>(
    'select id, key from file where claimed_at is null and owner_id = record_id',
  )

/**
 * A process that is preparing a picture may still write it. Its row stays until then, so that the
 * bytes can be found.
 */
const isNotLeased = '(lease_token is null or lease_until < $2)'

/** Removes the bytes, both the original and the prepared picture. */
const removeBytes = (files: FilePort, key: string) =>
  Promise.all([preparedKeyOf(key), rawKeyOf(key)].map((one) => files.remove(one)))

/**
 * Removes the bytes and then the rows of dropped files. Returns how many were removed. Failures are
 * retried every hour.
 */
export async function removeDroppedFiles(
  { database, files, log, clock }: FileContext,
  dropped: readonly DroppedFile[],
  isStopped: () => boolean = () => false,
): Promise<number> {
  let removedCount = 0
  const now = clock.now().toISOString()
  for (const { id, key } of dropped) {
    if (isStopped()) break
    try {
      await removeBytes(files, key)
      removedCount += (
        await database.query(
          `delete from file where id = $1 and claimed_at is null and ${isNotLeased} returning 1`,
          [id, now],
        )
      ).length
    } catch (error) {
      log.error({ err: error, file: key }, 'deleting a file from the store failed')
      // The other files would fail as well, and each attempt takes seconds.
      if (error instanceof AppError && error.code === 'files.unavailable') break
    }
  }
  return removedCount
}

/** Removes the files among `ids` that no record has claimed. */
export async function removeUnclaimedFiles(
  context: Environment,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0)
    await removeDroppedFiles(
      context,
      await markFilesDropped(context.database, 'f.id = any($1::uuid[])', [ids]),
    )
}
