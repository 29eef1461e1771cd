/** Pictures that wait to be encoded anew: the queue is their rows. */
import type { Queries } from '../database/database.ts'
import type { Fault } from './stored-files.ts'

/** Keys of a picture: as it came, and as it is shown. */
const rawEnd = '-raw'
export const shownKeyOf = (key: string) => (key.endsWith(rawEnd) ? key.slice(0, -rawEnd.length) : key)
export const rawKeyOf = (key: string) => `${shownKeyOf(key)}${rawEnd}`

/** A picture as it came. */
export interface RawFile {
  readonly id: string
  readonly key: string
  readonly sha256: string
  readonly resource: string | null
  readonly record_id: string | null
  readonly field: string | null
  readonly claimed_at: string | null
  readonly replaced_at: string | null
  readonly tries: number
}

/** Files on their way out: nobody prepares them. */
const isDropped = 'coalesce(claimed_at is null and owner_id = record_id, false)'

interface Taking {
  readonly lease: string
  readonly until: Date
  readonly now: Date
  readonly limit: number
}

/** Takes up the oldest that wait and that nobody else holds. */
export const claimRaw = (queries: Queries, { lease, until, now, limit }: Taking): Promise<RawFile[]> =>
  queries.query<RawFile>(
    `update file set lease_token = $1, lease_until = $2
     where id in (select id from file where has_raw and state = 'preparing' and (lease_until is null or lease_until < $3) and not ${isDropped}
                  order by created_at limit $4::bigint for update skip locked)
     returning id, key, sha256, resource, record_id, field, claimed_at, replaced_at, tries`,
    [lease, until.toISOString(), now.toISOString(), limit],
  )

/** Gives back what a lease still holds, or all that any lease holds. */
export const releaseRaw = (queries: Queries, lease: string | null) =>
  queries.query(
    'update file set lease_token = null, lease_until = null where has_raw and lease_token is not null and ($1::uuid is null or lease_token = $1)',
    [lease],
  )

interface Postponed {
  readonly id: string
  readonly lease: string
  readonly until: Date | null
  readonly hasTried?: boolean
  readonly fault?: Fault
}

/** Gives one back that nobody is to take before a time. */
export const postpone = (queries: Queries, { id, lease, until, hasTried = false, fault }: Postponed) =>
  queries.query(
    `update file set lease_token = null, lease_until = $3, tries = tries + $4::int, fault = coalesce($5, fault) where id = $1 and lease_token = $2`,
    [id, lease, until?.toISOString() ?? null, hasTried ? 1 : 0, fault ?? null],
  )

interface Prepared {
  readonly id: string
  readonly lease: string
  readonly key: string
  readonly bytes: number
  readonly sha256: string
}

/** Tells of the prepared bytes from now on, and answers whether the picture was still to be prepared. */
export async function finishPrepared(queries: Queries, { id, lease, key, bytes, sha256 }: Prepared): Promise<boolean> {
  const done = await queries.query(
    `update file set key = $3, bytes = $4, sha256 = $5, state = 'ready', fault = null, lease_token = null, lease_until = null
     where id = $1 and lease_token = $2 and state = 'preparing' and not ${isDropped} returning 1`,
    [id, lease, key, bytes, sha256],
  )
  return done.length > 0
}

/** Tells whether a file is there and not on its way out. */
export const isStillWanted = async (queries: Queries, id: string) =>
  (await queries.query(`select 1 from file where id = $1 and not ${isDropped}`, [id])).length > 0

/** Nobody will prepare it any more; answers where it stands then, null where that was not to be said. */
export async function closeUnreadable(
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

/** Pictures that are shown and whose originals may still be there. */
export const leftRaw = (queries: Queries) =>
  queries.query<{ id: string; key: string }>("select id, key from file where has_raw and state = 'ready' order by created_at limit 100")

/** Notes that the originals are gone. */
export const noteRawGone = (queries: Queries, files: readonly { readonly id: string }[]) =>
  queries.query('update file set has_raw = false where id = any($1::uuid[])', [files.map(({ id }) => id)])
