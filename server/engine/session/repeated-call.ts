/** The same call twice does one thing and is answered once (S-9.2). */
import { createHash } from 'node:crypto'
import { AppError } from '#model/wire/errors.ts'
import { lockAll } from '../database/advisory-locks.ts'
import type { Queries } from '../database/database.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { decryptValue, encryptValue } from '../sql/cipher.ts'

/** Time for which a call with a key is known again, and one without. */
const keyedMs = 24 * 3_600_000
const keylessMs = 10 * 60_000

export interface Call {
  /** Call and caller: the keys of others are not looked at. */
  readonly scope: string
  /** As the caller sent it. */
  readonly key: string | null
  /** Hash of everything that was sent. */
  readonly fingerprint: string
}

/** Hash of anything that survives JSON. */
export const fingerprintOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

const hashOf = ({ key, fingerprint }: Pick<Call, 'key' | 'fingerprint'>) => (key === null ? fingerprint : fingerprintOf(key))
const placeOf = (scope: string, hash: string) => ({ table: 'repeated_call', column: 'answer', id: `${scope}:${hash}` })

/** SQLSTATE of a lock that was waited for too long. */
const lockTimeout = '55P03'

/**
 * Holds a call while it is made: others like it wait, in this process and any other, until the transaction
 * ends. `others`: locks to take after it. Throws `request.inFlight` where that takes too long.
 */
export async function holdCall(queries: Queries, call: Call, others: readonly string[] = []): Promise<void> {
  try {
    await lockAll(queries, [`${call.scope}:${hashOf(call)}`, ...others])
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockTimeout) throw error
    throw new AppError('request.inFlight', { retryAfterSeconds: 2 })
  }
}

interface Row {
  readonly key_hash: string
  readonly fingerprint: string
  readonly answer: string
}

/** The answer to the same call before, or null. Throws `request.differs` where the key came with something else. */
export async function knownAnswer<T>(queries: Queries, keys: SecretKeys, call: Call, now: Date): Promise<T | null> {
  const after = new Date(now.getTime() - (call.key === null ? keylessMs : keyedMs)).toISOString()
  const [row] = await queries.query<Row>(
    `select key_hash, fingerprint, answer from repeated_call
     where scope = $1 and ${call.key === null ? 'fingerprint' : 'key_hash'} = $2 and created_at > $3 order by created_at desc limit 1`,
    [call.scope, hashOf(call), after],
  )
  if (!row) return null
  if (row.fingerprint !== call.fingerprint) throw new AppError('request.differs')
  // Only `keepAnswer` writes answers, and of the same scope.
  return JSON.parse(decryptValue(row.answer, keys, placeOf(call.scope, row.key_hash))) as T
}

/** Tells whether the key has been answered, whatever it came with. */
export async function isKnownKey(queries: Queries, { scope, key }: Pick<Call, 'scope' | 'key'>, now: Date): Promise<boolean> {
  if (key === null) return false
  const after = new Date(now.getTime() - keyedMs).toISOString()
  const rows = await queries.query('select 1 from repeated_call where scope = $1 and key_hash = $2 and created_at > $3', [
    scope,
    fingerprintOf(key),
    after,
  ])
  return rows.length > 0
}

/** Keeps the answer, encrypted, in the transaction of what was done. */
export async function keepAnswer(queries: Queries, keys: SecretKeys, call: Call, kept: { answer: unknown; at: Date }): Promise<void> {
  const hash = hashOf(call)
  await queries.query(
    `insert into repeated_call (scope, key_hash, fingerprint, answer, created_at) values ($1, $2, $3, $4, $5)
     on conflict (scope, key_hash) do update
       set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`,
    [call.scope, hash, call.fingerprint, encryptValue(JSON.stringify(kept.answer), keys, placeOf(call.scope, hash)), kept.at.toISOString()],
  )
}

/** Lets a call that failed be made again with its key. */
export const forgetAnswer = (queries: Queries, call: Call) =>
  queries.query('delete from repeated_call where scope = $1 and key_hash = $2', [call.scope, hashOf(call)])
