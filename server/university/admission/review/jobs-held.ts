import { registrations } from '#resources/registrations.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { jobItem } from '#server/engine/sql/tables.ts'
import { expr, pick, run, sql, table } from '#server/engine/sql/typed.ts'

const r = table(registrations, 'r')
const i = table(jobItem, 'i')

/**
 * Until when steps that jobs took are held back from the applicants, by the job: as long as one of them is, it can be taken
 * back. Jobs of which every applicant knows are absent.
 */
export async function jobsHeld(queries: Queries, jobIds: readonly string[], now: Date): Promise<ReadonlyMap<string, Date>> {
  const rows = await run(
    queries,
    sql`select ${pick({ id: i.job_id, until: expr<string>`max(${r.notifyAt})` })}
     from ${r} join ${i} on ${i.record_id} = ${r.id} and ${i.job_id} = any(${jobIds}::uuid[]) and ${i.outcome} = 'done'
     where ${r.notifyAt} > ${now.toISOString()}::timestamptz and ${r.notifiedStatus} is not null group by ${i.job_id}`,
  )
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}
