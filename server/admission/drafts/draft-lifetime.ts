/** How long application drafts and uploaded documents are kept, and which documents can be sent. */

import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  raw,
  runStatement,
  type SqlExpression,
  type SqlPart,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { applicationDraftFileTable, applicationDraftTable } from '#server/tables/rows.ts'
import type { CurrentSession } from '../submission/current-sessions.ts'

const applicationDraft = table(applicationDraftTable)
const oldDraft = table(applicationDraftTable, 'old_draft')
const admissionSession = outerTable(admissionSessions)
const applicationDraftFile = table(applicationDraftFileTable)
const file = table(fileTable)

const day = 86_400_000

/** A draft expires this long after it was last saved. */
export const draftLifetimeMs = 30 * day
/** How long an uploaded document can wait for its form, if no draft holds it. */
const stagedFileLifetimeMs = day
/** How long after the end of the admission session the content of a draft is deleted. */
const retentionAfterClosingMs = day
/**
 * How long the row of an expired draft is kept, so that its link can explain what happened to it.
 */
export const expiredDraftRetentionMs = 180 * day

/**
 * Returns the time until which a draft can be opened: when it expires, or when its admission
 * session closes.
 */
export function draftExpiryOf(
  savedAt: Date,
  { closesAt }: Pick<CurrentSession, 'closesAt'>,
): string {
  const last = savedAt.getTime() + draftLifetimeMs
  return new Date(closesAt === null ? last : Math.min(last, Date.parse(closesAt))).toISOString()
}

/**
 * SQL condition: whether a draft holds a file. Such a file is kept and can be sent regardless of
 * its age.
 */
export const isDraftFile = (fileId: SqlExpression<string>) =>
  expr<boolean>`exists (select from ${applicationDraftFile} where ${applicationDraftFile.file_id} = ${fileId})`

/** SQL condition: whether a draft with another idempotency key holds a file. */
const isFileOfOtherDraft = (fileId: SqlExpression<string>, keyHash: string | null) =>
  expr<boolean>`exists (select from ${applicationDraftFile} join ${applicationDraft} on ${applicationDraft.id} = ${applicationDraftFile.draft_id}
    where ${applicationDraftFile.file_id} = ${fileId} and ${applicationDraft.key_hash} is distinct from ${keyHash})`

interface ClaimedDocuments {
  /** Ids of staged files, by field. */
  readonly documents: Values
  readonly ownerId: string | null
  /** Hash of the idempotency key of the caller's application draft; null if there is none. */
  readonly draftKey?: string | null
  readonly now: Date
}

/**
 * Throws `input.invalid` for a document that does not exist, belongs to another caller or draft, is
 * used already, too old, or unreadable.
 */
export async function assertUsableDocuments(
  queries: Queries,
  { documents, ownerId, draftKey = null, now }: ClaimedDocuments,
): Promise<void> {
  if (Object.keys(documents).length === 0) return
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(file, 'id', 'state'))} from ${file} where ${file.id} = any(${Object.values(documents)}::uuid[]) and ${file.claimed_at} is null
     and ${file.resource} is null
       and ${file.owner_id} is not distinct from ${ownerId}::uuid and (${file.created_at} > ${msBefore(now, stagedFileLifetimeMs)}
       or ${isDraftFile(file.id)}) and not ${isFileOfOtherDraft(file.id, draftKey)} for update`,
  )
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const issues: { [field: string]: readonly Issue[] } = {}
  for (const [field, id] of Object.entries(documents)) {
    const state = states.get(String(id))
    if (state === undefined) issues[field] = [{ code: 'file.unknown' }]
    else if (state === 'unreadable') issues[field] = [{ code: 'file.damaged' }]
  }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/** Deletes the content of the drafts that `isSelected` selects, and returns their number. */
export async function deleteDraftContents(
  queries: Queries,
  isSelected: (draft: typeof applicationDraft) => SqlPart,
): Promise<number> {
  const rows = await runStatement(
    queries,
    sql`update ${applicationDraft} ${setValues(applicationDraft, { encrypted_content: null, address: null })} where ${isSelected(applicationDraft)} and ${applicationDraft.encrypted_content} is not null returning ${pick({ id: applicationDraft.id })}`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await runStatement(
      queries,
      sql`delete from ${applicationDraftFile} where ${applicationDraftFile.draft_id} = any(${ids}::uuid[])`,
    )
  return ids.length
}

/** Deletes the content of expired drafts, at most `limit` at a time. */
export const deleteExpiredDraftContents = (
  queries: Queries,
  now: Date,
  limit: number,
): Promise<number> =>
  deleteDraftContents(
    queries,
    ({
      id,
    }) => sql`${id} in (select ${oldDraft.id} from ${oldDraft} left join ${admissionSession} on ${admissionSession.id} = ${oldDraft.admission_session_id}
       where ${oldDraft.encrypted_content} is not null and (${oldDraft.saved_at} < ${msBefore(now, draftLifetimeMs)} or ${admissionSession.closesAt} < ${msBefore(now, retentionAfterClosingMs)})
       limit ${raw(limit)})`,
  )

const msBefore = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
