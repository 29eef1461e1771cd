/** How long drafts for another device are kept, and their documents with them. */
import type { Queries } from '#server/engine/database/database.ts'
import type { Intake } from '../submission/intake.ts'

const day = 86_400_000

/** Nobody comes back to a draft for longer than that without saving it again. Source: ux.md, 1.6. */
export const draftKeptMs = 30 * day
/** What a draft held goes so long after its admission has closed. */
const afterClosingMs = day
/** For so long is whoever comes with the link and the code told what became of it. */
export const draftKnownMs = 180 * day

/** Instant until which a draft can be opened: its time is over, or its admission. */
export function keptUntil(savedAt: Date, { closes_at: closesAt }: Pick<Intake, 'closes_at'>): string {
  const last = savedAt.getTime() + draftKeptMs
  return new Date(closesAt === null ? last : Math.min(last, Date.parse(closesAt))).toISOString()
}

/** Whether a draft holds a file: it is then kept, and can be sent, however old it is. */
export const isOfDraft = (fileId: string) => `exists (select from application_draft_file d where d.file_id = ${fileId})`

/** Takes what they hold from the drafts that `isMeant`, a condition on the table; answers how many those were. */
export async function emptyDrafts(queries: Queries, isMeant: string, values: readonly unknown[]): Promise<number> {
  const rows = await queries.query<{ id: string }>(
    `update application_draft set sealed = null, address = null where ${isMeant} and sealed is not null returning id`,
    values,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await queries.query('delete from application_draft_file where draft_id = any($1::uuid[])', [ids])
  return ids.length
}

/** Empties the drafts that are past their time, at most so many of them. */
export const emptyOldDrafts = (queries: Queries, now: Date, atMost: number): Promise<number> =>
  emptyDrafts(
    queries,
    `id in (select d.id from application_draft d left join admission_sessions a on a.id = d.admission_session_id
       where d.sealed is not null and (d.saved_at < $1 or a.closes_at < $2) limit ${atMost})`,
    [new Date(now.getTime() - draftKeptMs).toISOString(), new Date(now.getTime() - afterClosingMs).toISOString()],
  )
