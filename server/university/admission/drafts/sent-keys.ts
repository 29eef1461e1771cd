/** Under which keys applicants have sent their applications, for as long as a draft of one may lie on another device. */
import { createHmac } from 'node:crypto'
import { AppError } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { emptyDrafts } from './draft-life.ts'

export const keyHash = (keys: SecretKeys, key: string) => createHmac('sha256', keys.index).update(`draft-key:${key}`).digest('base64url')

/** Has whoever sends or saves with the same key wait until the transaction ends. Throws `registration.sent` where it was sent. */
export async function holdUnsent(queries: Queries, keys: SecretKeys, key: string | null): Promise<void> {
  if (key === null) return
  const hash = keyHash(keys, key)
  await queries.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`draft-key:${hash}`])
  if (await sentUnder(queries, hash)) throw new AppError('registration.sent')
}

/** A draft as its sender has seen it. */
export interface SeenDraft {
  readonly id: string
  readonly version: number
}

/** Throws `record.stale` where another device has saved the draft since: what it holds would be lost. */
export async function demandNewest(queries: Queries, seen: SeenDraft | null): Promise<void> {
  if (seen === null) return
  const [newer] = await queries.query('select from application_draft where id = $1 and version > $2 and sealed is not null', [
    seen.id,
    seen.version,
  ])
  if (newer) throw new AppError('record.stale')
}

interface Sent {
  readonly reference: string
  readonly sentAt: string
}

/** The application that was sent with a key, or null. */
export async function sentUnder(queries: Queries, hash: string): Promise<Sent | null> {
  const [row] = await queries.query<{ reference: string; at: string }>(
    `select r.reference_code as reference, s.sent_at as at from sent_key s join registrations r on r.id = s.registration_id
     where s.key_hash = $1`,
    [hash],
  )
  return row ? { reference: row.reference, sentAt: new Date(row.at).toISOString() } : null
}

interface Sending {
  readonly key: string | null
  readonly registrationId: string
  readonly at: Date
}

/** Notes that an application was sent, in the transaction that stores it; its drafts hold nothing any more. */
export async function noteSent(queries: Queries, keys: SecretKeys, { key, registrationId, at }: Sending): Promise<void> {
  if (key === null) return
  const hash = keyHash(keys, key)
  await queries.query('insert into sent_key (key_hash, registration_id, sent_at) values ($1, $2, $3)', [
    hash,
    registrationId,
    at.toISOString(),
  ])
  await emptyDrafts(queries, 'key_hash = $1', [hash])
}
