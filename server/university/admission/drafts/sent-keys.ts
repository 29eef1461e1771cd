/** Idempotency keys of sent applications, kept for as long as a draft of the same application can exist on another device. */
import { createHmac } from 'node:crypto'
import { AppError } from '#model/wire/errors.ts'
import { registrations } from '#resources/registrations.ts'
import { lockAll } from '#server/engine/database/advisory-locks.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { into, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { applicationDraft, sentKey } from '#server/university/tables/rows.ts'
import { emptyDrafts } from './draft-life.ts'

const d = table(applicationDraft, 'd')
const s = table(sentKey, 's')
const r = table(registrations, 'r')
const sk = table(sentKey, 'sk')

export const keyHash = (keys: SecretKeys, key: string) => createHmac('sha256', keys.index).update(`draft-key:${key}`).digest('base64url')

/** Name of the lock that serializes sending and saving with the same key. */
export const draftLock = (keys: SecretKeys, key: string) => `draft-key:${keyHash(keys, key)}`

/** Locks the key of a draft that is being saved. Throws `registration.sent` if its application was sent. */
export async function holdUnsent(queries: Queries, keys: SecretKeys, key: string): Promise<void> {
  await lockAll(queries, [draftLock(keys, key)])
  await demandUnsent(queries, keys, key)
}

/** Throws `registration.sent` if an application was sent with the key. The caller must hold `draftLock`. */
export async function demandUnsent(queries: Queries, keys: SecretKeys, key: string | null): Promise<void> {
  if (key !== null && (await sentUnder(queries, keyHash(keys, key)))) throw new AppError('registration.sent')
}

/** The draft and the version that its sender has seen. */
export interface SeenDraft {
  readonly id: string
  readonly version: number
}

/** Throws `record.stale` if another device has saved the draft since, because those changes would be lost. */
export async function demandNewest(queries: Queries, seen: SeenDraft | null): Promise<void> {
  if (seen === null) return
  const [newer] = await run(
    queries,
    sql`select from ${d} where ${d.id} = ${seen.id} and ${d.version} > ${seen.version} and ${d.sealed} is not null`,
  )
  if (newer) throw new AppError('record.stale')
}

interface Sent {
  readonly reference: string
  readonly sentAt: string
}

/** Returns the application that was sent with a key; null if there is none. */
export async function sentUnder(queries: Queries, hash: string): Promise<Sent | null> {
  const [row] = await run(
    queries,
    sql`select ${pick({ reference: r.referenceCode, at: s.sent_at })} from ${s} join ${r} on ${r.id} = ${s.registration_id}
     where ${s.key_hash} = ${hash}`,
  )
  return row ? { reference: row.reference, sentAt: new Date(row.at).toISOString() } : null
}

interface Sending {
  readonly key: string | null
  readonly registrationId: string
  readonly at: Date
}

/** Records that an application was sent, in the transaction that stores it, and deletes the content of its drafts. */
export async function noteSent(queries: Queries, keys: SecretKeys, { key, registrationId, at }: Sending): Promise<void> {
  if (key === null) return
  const hash = keyHash(keys, key)
  await run(queries, sql`insert into ${into(sk, { key_hash: hash, registration_id: registrationId, sent_at: at.toISOString() })}`)
  await emptyDrafts(queries, (draft) => sql`${draft.key_hash} = ${hash}`)
}
