import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { type FileKind, mediaTypeOf } from '../images/image-kind.ts'

/** A file's row: what it is, whose it was, and which record shows it. */
export interface FileRecord {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly owner_id: string | null
  readonly resource: string | null
  readonly record_id: string | null
  readonly field: string | null
  readonly claimed_at: string | null
}

interface NewFile {
  readonly bytes: Uint8Array
  /** As they came, before an image was encoded anew; their hash is kept as evidence, they are not. */
  readonly original: Uint8Array
  readonly kind: FileKind
  readonly name: string
  readonly ownerId: string
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Stores a file that no record shows yet; only its owner can see it, and it goes after two days. The bytes lie safely
 * before the row is written, so that no row ever points at nothing (S-10.4).
 */
export async function stageFile({ files, database, clock }: Context, file: NewFile): Promise<string> {
  const now = clock.now()
  const id = randomUUID()
  const key = `${now.toISOString().slice(0, 7).replace('-', '/')}/${id}`
  await files.write(key, file.bytes)
  await database.query(
    `insert into file (id, key, name, media_type, bytes, sha256, original_sha256, created_at, owner_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      key,
      file.name,
      mediaTypeOf[file.kind],
      file.bytes.length,
      sha256(file.bytes),
      sha256(file.original),
      now.toISOString(),
      file.ownerId,
    ],
  )
  return id
}

interface Claim {
  readonly fileId: string
  readonly ownerId: string | null
  readonly resource: string
  readonly recordId: string
  readonly field: string
}

/**
 * Makes a staged file a record's, in the transaction that writes the record, and answers whether it could: a file is
 * claimed once, and by the one who uploaded it. The file that stood there before is let go.
 */
export async function claimFile(queries: Queries, claim: Claim, now: Date): Promise<boolean> {
  await queries.query(
    `update file set claimed_at = null, created_at = $4, owner_id = null
     where resource = $1 and record_id = $2 and field = $3 and claimed_at is not null and id <> $5`,
    [claim.resource, claim.recordId, claim.field, now.toISOString(), claim.fileId],
  )
  const claimed = await queries.query(
    `update file set resource = $2, record_id = $3, field = $4, claimed_at = $5
     where id = $1 and claimed_at is null and owner_id = $6 returning id`,
    [claim.fileId, claim.resource, claim.recordId, claim.field, now.toISOString(), claim.ownerId],
  )
  return claimed.length > 0
}

/** The row of a file, or null. */
export async function fileById(queries: Queries, id: string): Promise<FileRecord | null> {
  const [row] = await queries.query<FileRecord>(
    'select id, key, name, media_type, bytes, owner_id, resource, record_id, field, claimed_at from file where id = $1',
    [id],
  )
  return row ?? null
}
