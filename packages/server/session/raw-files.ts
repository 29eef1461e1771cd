/** Uploaded pictures that wait to be re-encoded. Their rows form the queue. */
import type { Queries } from '../database/database.ts'
import type { StoredFileFault } from './stored-files.ts'

/** A picture has two keys in the store: one for the original and one for the prepared picture. */
const rawSuffix = '-raw'
export const preparedKeyOf = (key: string) =>
  key.endsWith(rawSuffix) ? key.slice(0, -rawSuffix.length) : key
export const rawKeyOf = (key: string) => `${preparedKeyOf(key)}${rawSuffix}`

/** An uploaded picture. */
export interface RawFile {
  readonly id: string
  readonly key: string
  readonly sha256: string
  readonly resource: string | null
  readonly record_id: string | null
  readonly field: string | null
  readonly claimed_at: string | null
  readonly replaced_at: string | null
  readonly attempts: number
}

/** SQL condition: whether a file is being removed. Such files are not prepared. */
const isDropped = 'coalesce(claimed_at is null and owner_id = record_id, false)'

interface LeaseRequest {
  readonly lease: string
  readonly until: Date
  readonly now: Date
  readonly limit: number
}

/** Leases the oldest waiting pictures that no one else has leased. */
export const leaseRawFiles = (
  queries: Queries,
  { lease, until, now, limit }: LeaseRequest,
): Promise<RawFile[]> =>
  queries.query<RawFile>(
    `update file set lease_token = $1, lease_until = $2
     where id in (select id from file where has_raw and state = 'preparing' and (lease_until is null or lease_until < $3) and not ${isDropped}
                  order by created_at limit $4::bigint for update skip locked)
     returning id, key, sha256, resource, record_id, field, claimed_at, replaced_at, attempts`,
    [lease, until.toISOString(), now.toISOString(), limit],
  )

/** Releases the pictures of a lease, or of all leases if `lease` is null. */
export const releaseRawFiles = (queries: Queries, lease: string | null) =>
  queries.query(
    'update file set lease_token = null, lease_until = null where has_raw and lease_token is not null and ($1::uuid is null or lease_token = $1)',
    [lease],
  )

interface Postponed {
  readonly id: string
  readonly lease: string
  readonly until: Date | null
  readonly hasTried?: boolean
  readonly error?: StoredFileFault
}

/** Releases a picture, so that it can be leased again after `until`. */
export const postponeRawFile = (
  queries: Queries,
  { id, lease, until, hasTried = false, error }: Postponed,
) =>
  queries.query(
    `update file set lease_token = null, lease_until = $3, attempts = attempts + $4::int, error = coalesce($5, error) where id = $1 and lease_token = $2`,
    [id, lease, until?.toISOString() ?? null, hasTried ? 1 : 0, error ?? null],
  )

interface Prepared {
  readonly id: string
  readonly lease: string
  readonly key: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * Stores the prepared picture. Returns false if the file was removed or the lease was lost in the
 * meantime.
 */
export async function storePreparedFile(
  queries: Queries,
  { id, lease, key, bytes, sha256 }: Prepared,
): Promise<boolean> {
  const done = await queries.query(
    `update file set key = $3, bytes = $4, sha256 = $5, state = 'ready', error = null, lease_token = null, lease_until = null
     where id = $1 and lease_token = $2 and state = 'preparing' and not ${isDropped} returning 1`,
    [id, lease, key, bytes, sha256],
  )
  return done.length > 0
}

/** Whether a file exists and is not being removed. */
export const isStillWanted = async (queries: Queries, id: string) =>
  (await queries.query(`select 1 from file where id = $1 and not ${isDropped}`, [id])).length > 0

/** Marks a picture as unreadable. Returns its claim, or null if the lease was lost. */
export async function markFileUnreadable(
  queries: Queries,
  { id, lease }: Pick<Prepared, 'id' | 'lease'>,
): Promise<Pick<RawFile, 'claimed_at' | 'replaced_at'> | null> {
  const [closed] = await queries.query<Pick<RawFile, 'claimed_at' | 'replaced_at'>>(
    `update file set state = 'unreadable', lease_token = null, lease_until = null
     where id = $1 and lease_token = $2 and state = 'preparing' returning claimed_at, replaced_at`,
    [id, lease],
  )
  return closed ?? null
}

/** Returns prepared pictures whose originals may still exist, at most `limit`. */
export const readLeftoverOriginals = (queries: Queries, limit: number) =>
  queries.query<{ id: string; key: string }>(
    "select id, key from file where has_raw and state = 'ready' order by created_at limit $1",
    [limit],
  )

/** Records that the originals were removed. */
export const recordOriginalsRemoved = (
  queries: Queries,
  files: readonly { readonly id: string }[],
) =>
  queries.query('update file set has_raw = false where id = any($1::uuid[])', [
    files.map(({ id }) => id),
  ])
