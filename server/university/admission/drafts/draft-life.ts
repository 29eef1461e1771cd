/** Lifetime of drafts for another device, and of their documents with them. */
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

/** Nobody comes back to a draft for longer than that without saving it again. Source: ux.md, 1.6. */
export const draftKeptMs = 30 * day
/** Content of a draft goes so long after its admission has closed. */
const afterClosingMs = day
/** For so long is whoever comes with the link and the code told what became of it. */
export const draftKnownMs = 180 * day

/** Instant until which a draft can be opened: its time is over, or its admission. */
export function keptUntil(savedAt: Date, { closesAt }: Pick<Intake, 'closesAt'>): string {
  const last = savedAt.getTime() + draftKeptMs
  return new Date(closesAt === null ? last : Math.min(last, Date.parse(closesAt))).toISOString()
}

/** SQL of whether a draft holds a file: it is then kept, and can be sent, however old it is. */
export const isOfDraft = (fileId: Expression<string>) => expr<boolean>`exists (select from ${df} where ${df.file_id} = ${fileId})`

/** SQL of whether a draft under another key holds a file. */
export const isOfOtherDraft = (fileId: Expression<string>, keyHash: string | null) =>
  expr<boolean>`exists (select from ${df} join ${d} on ${d.id} = ${df.draft_id}
    where ${df.file_id} = ${fileId} and ${d.key_hash} is distinct from ${keyHash})`

/** Takes what they hold from the drafts that `isMeant`, a condition on the table; answers how many those were. */
export async function emptyDrafts(queries: Queries, isMeant: (draft: typeof d) => Part): Promise<number> {
  const rows = await run(
    queries,
    sql`update ${d} ${set(d, { sealed: null, address: null })} where ${isMeant(d)} and ${d.sealed} is not null returning ${pick({ id: d.id })}`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await run(queries, sql`delete from ${df} where ${df.draft_id} = any(${ids}::uuid[])`)
  return ids.length
}

/** Empties the drafts that are past their time, at most so many of them. */
export const emptyOldDrafts = (queries: Queries, now: Date, atMost: number): Promise<number> =>
  emptyDrafts(
    queries,
    ({ id }) => sql`${id} in (select ${old.id} from ${old} left join ${a} on ${a.id} = ${old.admission_session_id}
       where ${old.sealed} is not null and (${old.saved_at} < ${msBefore(now, draftKeptMs)} or ${a.closesAt} < ${msBefore(now, afterClosingMs)})
       limit ${raw(atMost)})`,
  )

const msBefore = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
