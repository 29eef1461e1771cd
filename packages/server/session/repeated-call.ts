/** Makes a repeated call take effect once and return the first response. */
import { createHash } from 'node:crypto'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { lockAll } from '../database/advisory-locks.ts'
import type { Queries } from '../database/database.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { decryptValue, encryptValue } from '../sql/cipher.ts'

/** How long a repeated call is recognised, with and without a key. */
const keyedRetentionMs = 24 * 3_600_000
const keylessRetentionMs = 10 * 60_000

export interface FormerKey {
  readonly key: string
  readonly callerId: string
}

export interface RepeatableCall {
  /** Call and caller. Keys of other callers are ignored. */
  readonly scope: string
  /** The key sent by the caller; for users with their role and person appended. */
  readonly key: string | null
  /**
   * The key alone, as version 0.1.0 stored it, so that calls from before an upgrade are recognised
   * after it.
   */
  readonly former?: FormerKey | undefined
  /** Hash of everything that was sent. */
  readonly fingerprint: string
}

/** Hash of any value that can be converted to JSON. */
export const fingerprintOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Hashes under which the response may be stored. */
const hashesOf = (call: Pick<RepeatableCall, 'key' | 'former' | 'fingerprint'>) => [
  hashOf(call),
  ...(call.former ? [fingerprintOf(call.former.key)] : []),
]
const hashOf = ({ key, fingerprint }: Pick<RepeatableCall, 'key' | 'fingerprint'>) =>
  key === null ? fingerprint : fingerprintOf(key)
const cipherCellOf = (scope: string, hash: string) => ({
  table: 'repeated_call',
  column: 'answer',
  id: `${scope}:${hash}`,
})

/** SQLSTATE of a lock timeout. */
const lockTimeout = '55P03'

/**
 * Locks a call, so that identical calls in any process wait until the transaction ends.
 * `otherCalls` are locks to take after the lock of the call. Throws `request.inFlight` if that
 * takes too long.
 */
export async function lockCall(
  queries: Queries,
  call: RepeatableCall,
  otherCalls: readonly string[] = [],
): Promise<void> {
  try {
    await lockAll(queries, [`${call.scope}:${hashOf(call)}`, ...otherCalls])
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockTimeout) throw error
    throw new AppError('request.inFlight', { retryAfterSeconds: 2 })
  }
}

interface Row {
  readonly key_hash: string
  readonly fingerprint: string
  readonly answer: string
  readonly is_doubtful: boolean
}

/**
 * Returns the response to the same call, or null. Throws `request.differs` if the key was used for
 * a different request, or if the response was stored without the caller's rights and the account
 * has changed since.
 */
export async function findStoredAnswer<T>(
  queries: Queries,
  keys: SecretKeys,
  call: RepeatableCall,
  now: Date,
): Promise<T | null> {
  const after = new Date(
    now.getTime() - (call.key === null ? keylessRetentionMs : keyedRetentionMs),
  ).toISOString()
  const [row] = await queries.query<Row>(
    `select key_hash, fingerprint, answer, key_hash <> $3 and exists (select from users u where u.id = $5 and u.updated_at > r.created_at) as is_doubtful
     from repeated_call r
     where scope = $1 and ${call.key === null ? 'fingerprint' : 'key_hash'} = any($2::text[]) and created_at > $4
     order by created_at desc limit 1`,
    [call.scope, hashesOf(call), hashOf(call), after, call.former?.callerId ?? null],
  )
  if (!row) return null
  if (row.fingerprint !== call.fingerprint || (call.key !== null && row.is_doubtful))
    throw new AppError('request.differs')
  // Written by `storeAnswer` for the same scope.
  return JSON.parse(decryptValue(row.answer, keys, cipherCellOf(call.scope, row.key_hash))) as T
}

/** Whether there is a response to a call with this key, regardless of its content. */
export async function isKnownKey(
  queries: Queries,
  call: Omit<RepeatableCall, 'fingerprint'>,
  now: Date,
): Promise<boolean> {
  if (call.key === null) return false
  const after = new Date(now.getTime() - keyedRetentionMs).toISOString()
  const hashes = hashesOf({ ...call, fingerprint: '' })
  const rows = await queries.query(
    'select 1 from repeated_call where scope = $1 and key_hash = any($2::text[]) and created_at > $3',
    [call.scope, hashes, after],
  )
  return rows.length > 0
}

/** Stores the response, encrypted, in the transaction of the call. */
export async function storeAnswer(
  queries: Queries,
  keys: SecretKeys,
  call: RepeatableCall,
  stored: { answer: unknown; at: Date },
): Promise<void> {
  const hash = hashOf(call)
  await queries.query(
    `insert into repeated_call (scope, key_hash, fingerprint, answer, created_at) values ($1, $2, $3, $4, $5)
     on conflict (scope, key_hash) do update
       set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`,
    [
      call.scope,
      hash,
      call.fingerprint,
      encryptValue(JSON.stringify(stored.answer), keys, cipherCellOf(call.scope, hash)),
      stored.at.toISOString(),
    ],
  )
}

/** Allows a failed call to be repeated with its key. */
export const deleteStoredAnswer = (queries: Queries, call: RepeatableCall) =>
  queries.query('delete from repeated_call where scope = $1 and key_hash = $2', [
    call.scope,
    hashOf(call),
  ])
