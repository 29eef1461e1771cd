/**
 * Idempotency keys of sent applications, kept for as long as a draft of the same application can
 * exist on another device.
 */

import { createHmac } from 'node:crypto'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { lockAll } from '@matricola/server/database/advisory-locks.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { expr, into, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import { registrations } from '#resources/registrations.ts'
import { applicationDraftTable, submissionKeyTable } from '#server/tables/rows.ts'
import { deleteDraftContents } from './draft-lifetime.ts'

const applicationDraft = table(applicationDraftTable)
const submissionKey = table(submissionKeyTable)
const registration = table(registrations)
const newKey = table(submissionKeyTable, 'new_key')

export const hashDraftKey = (keys: SecretKeys, key: string) =>
  createHmac('sha256', keys.index).update(`draft-key:${key}`).digest('base64url')

/** Name of the lock that serializes sending and saving with the same key. */
export const draftLockName = (keys: SecretKeys, key: string) =>
  `draft-key:${hashDraftKey(keys, key)}`

/**
 * Locks the key of a draft that is being saved. Throws `registration.sent` if its application was
 * sent.
 */
export async function lockUnsentKey(
  queries: Queries,
  keys: SecretKeys,
  key: string,
): Promise<void> {
  await lockAll(queries, [draftLockName(keys, key)])
  await assertUnsent(queries, keys, key)
}

/**
 * SQL for whether an application was sent with a key, and whether a draft with the key has content.
 */
const keyUse = (hash: string) =>
  pick({
    isSent: expr<boolean>`exists (select from ${submissionKey} join ${registration} on ${registration.id} = ${submissionKey.registration_id} where ${submissionKey.key_hash} = ${hash})`,
    hasDraft: expr<boolean>`exists (select from ${applicationDraft} where ${applicationDraft.key_hash} = ${hash} and ${applicationDraft.encrypted_content} is not null)`,
  })

/**
 * Throws `registration.sent` if an application was sent with the key. The caller must hold
 * `draftLockName`. Returns whether a draft with the key has content.
 */
export async function assertUnsent(
  queries: Queries,
  keys: SecretKeys,
  key: string | null,
): Promise<{ readonly hasDraft: boolean }> {
  if (key === null) return { hasDraft: false }
  const [use] = await runStatement(queries, sql`select ${keyUse(hashDraftKey(keys, key))}`)
  if (use?.isSent) throw new AppError(admissionErrors['registration.sent'])
  return { hasDraft: use?.hasDraft ?? false }
}

/** The draft and the version that its sender has seen. */
export interface DraftVersion {
  readonly id: string
  readonly version: number
}

/**
 * Throws `record.stale` if another device has saved the draft since, because those changes would be
 * lost.
 */
export async function assertNotStale(queries: Queries, draft: DraftVersion | null): Promise<void> {
  if (draft === null) return
  const [newer] = await runStatement(
    queries,
    sql`select from ${applicationDraft} where ${applicationDraft.id} = ${draft.id} and ${applicationDraft.version} > ${draft.version} and ${applicationDraft.encrypted_content} is not null`,
  )
  if (newer) throw new AppError('record.stale')
}

interface SentApplication {
  readonly reference: string
  readonly sentAt: string
}

/** Returns the application that was sent with a key; null if there is none. */
export async function findSentApplication(
  queries: Queries,
  hash: string,
): Promise<SentApplication | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ reference: registration.referenceCode, at: submissionKey.sent_at })} from ${submissionKey} join ${registration} on ${registration.id} = ${submissionKey.registration_id}
     where ${submissionKey.key_hash} = ${hash}`,
  )
  return row ? { reference: row.reference, sentAt: new Date(row.at).toISOString() } : null
}

interface SubmissionKeyEntry {
  readonly key: string | null
  readonly registrationId: string
  readonly at: Date
  /** Whether a draft with the key has content, as `assertUnsent` returned it. */
  readonly hasDraft: boolean
}

/**
 * Records that an application was sent, in the transaction that stores it, and deletes the content
 * of its drafts.
 */
export async function recordSubmissionKey(
  queries: Queries,
  keys: SecretKeys,
  { key, registrationId, at, hasDraft }: SubmissionKeyEntry,
): Promise<void> {
  if (key === null) return
  const hash = hashDraftKey(keys, key)
  await runStatement(
    queries,
    sql`insert into ${into(newKey, { key_hash: hash, registration_id: registrationId, sent_at: at.toISOString() })}`,
  )
  if (hasDraft) await deleteDraftContents(queries, (draft) => sql`${draft.key_hash} = ${hash}`)
}
