/** How long application drafts and their documents are kept. */

import type { Queries } from '@matricola/server/database/database.ts'
import {
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

const d = table(applicationDraftTable, 'd')
const old = table(applicationDraftTable, 'old')
const a = outerTable(admissionSessions, 'a')
const df = table(applicationDraftFileTable, 'df')

const day = 86_400_000

/** A draft expires this long after it was last saved. */
export const draftLifetimeMs = 30 * day
/** How long after the end of the admission session the content of a draft is deleted. */
const retentionAfterClosingMs = day
/** How long the row of an expired draft is kept, so that its link can explain what happened to it. */
export const expiredDraftRetentionMs = 180 * day

/** Returns the time until which a draft can be opened: when it expires, or when its admission session closes. */
export function draftExpiryOf(savedAt: Date, { closesAt }: Pick<CurrentSession, 'closesAt'>): string {
  const last = savedAt.getTime() + draftLifetimeMs
  return new Date(closesAt === null ? last : Math.min(last, Date.parse(closesAt))).toISOString()
}

/** SQL condition: whether a draft holds a file. Such a file is kept and can be sent regardless of its age. */
export const isDraftFile = (fileId: SqlExpression<string>) => expr<boolean>`exists (select from ${df} where ${df.file_id} = ${fileId})`

/** SQL condition: whether a draft with another idempotency key holds a file. */
export const isFileOfOtherDraft = (fileId: SqlExpression<string>, keyHash: string | null) =>
  expr<boolean>`exists (select from ${df} join ${d} on ${d.id} = ${df.draft_id}
    where ${df.file_id} = ${fileId} and ${d.key_hash} is distinct from ${keyHash})`

/** Deletes the content of the drafts that `isSelected` selects, and returns their number. */
export async function deleteDraftContents(queries: Queries, isSelected: (draft: typeof d) => SqlPart): Promise<number> {
  const rows = await runStatement(
    queries,
    sql`update ${d} ${setValues(d, { encrypted_content: null, address: null })} where ${isSelected(d)} and ${d.encrypted_content} is not null returning ${pick({ id: d.id })}`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await runStatement(queries, sql`delete from ${df} where ${df.draft_id} = any(${ids}::uuid[])`)
  return ids.length
}

/** Deletes the content of expired drafts, at most `limit` at a time. */
export const deleteExpiredDraftContents = (queries: Queries, now: Date, limit: number): Promise<number> =>
  deleteDraftContents(
    queries,
    ({ id }) => sql`${id} in (select ${old.id} from ${old} left join ${a} on ${a.id} = ${old.admission_session_id}
       where ${old.encrypted_content} is not null and (${old.saved_at} < ${msBefore(now, draftLifetimeMs)} or ${a.closesAt} < ${msBefore(now, retentionAfterClosingMs)})
       limit ${raw(limit)})`,
  )

const msBefore = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
