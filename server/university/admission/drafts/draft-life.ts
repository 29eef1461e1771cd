/** How long application drafts and their documents are kept. */
import { admissionSessions } from '#resources/admission-sessions.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { type Expression, expr, outer, type Part, pick, raw, run, set, sql, table } from '#server/engine/sql/typed.ts'
import { applicationDraft, applicationDraftFile } from '#server/university/tables/rows.ts'
import type { Intake } from '../submission/intake.ts'

const d = table(applicationDraft, 'd')
const old = table(applicationDraft, 'old')
const a = outer(admissionSessions, 'a')
const df = table(applicationDraftFile, 'df')

const day = 86_400_000

/** A draft expires this long after it was last saved. */
export const draftKeptMs = 30 * day
/** How long after the end of the admission session the content of a draft is deleted. */
const afterClosingMs = day
/** How long an expired draft is remembered, so that opening its link explains what happened to it. */
export const draftKnownMs = 180 * day

/** Returns until when a draft can be opened: until it expires, or its admission session closes. */
export function keptUntil(savedAt: Date, { closesAt }: Pick<Intake, 'closesAt'>): string {
  const last = savedAt.getTime() + draftKeptMs
  return new Date(closesAt === null ? last : Math.min(last, Date.parse(closesAt))).toISOString()
}

/** SQL condition: whether a draft holds a file. Such a file is kept and can be sent regardless of its age. */
export const isOfDraft = (fileId: Expression<string>) => expr<boolean>`exists (select from ${df} where ${df.file_id} = ${fileId})`

/** SQL condition: whether a draft with another idempotency key holds a file. */
export const isOfOtherDraft = (fileId: Expression<string>, keyHash: string | null) =>
  expr<boolean>`exists (select from ${df} join ${d} on ${d.id} = ${df.draft_id}
    where ${df.file_id} = ${fileId} and ${d.key_hash} is distinct from ${keyHash})`

/** Deletes the content of the drafts that `isMeant` selects, and returns their number. */
export async function emptyDrafts(queries: Queries, isMeant: (draft: typeof d) => Part): Promise<number> {
  const rows = await run(
    queries,
    sql`update ${d} ${set(d, { sealed: null, address: null })} where ${isMeant(d)} and ${d.sealed} is not null returning ${pick({ id: d.id })}`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await run(queries, sql`delete from ${df} where ${df.draft_id} = any(${ids}::uuid[])`)
  return ids.length
}

/** Deletes the content of expired drafts, at most `atMost` at a time. */
export const emptyOldDrafts = (queries: Queries, now: Date, atMost: number): Promise<number> =>
  emptyDrafts(
    queries,
    ({ id }) => sql`${id} in (select ${old.id} from ${old} left join ${a} on ${a.id} = ${old.admission_session_id}
       where ${old.sealed} is not null and (${old.saved_at} < ${msBefore(now, draftKeptMs)} or ${a.closesAt} < ${msBefore(now, afterClosingMs)})
       limit ${raw(atMost)})`,
  )

const msBefore = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
