import type { Queries } from '#server/engine/database/database.ts'

/**
 * Until when steps that jobs took are held back from the applicants, by the job: as long as one of them is, it can be taken
 * back (decision 16). Jobs of which every applicant knows are absent.
 */
export async function jobsHeld(queries: Queries, jobIds: readonly string[], now: Date): Promise<ReadonlyMap<string, Date>> {
  const rows = await queries.query<{ id: string; until: string }>(
    `select i.job_id as id, max(r.tell_at) as until
     from registrations r join job_item i on i.record_id = r.id and i.job_id = any($1::uuid[]) and i.outcome = 'done'
     where r.tell_at > $2::timestamptz and r.told_status is not null group by i.job_id`,
    [jobIds, now.toISOString()],
  )
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}
