import type { Queries } from '@matricola/server/database/database.ts'
import { jobItemTable } from '@matricola/server/sql/tables.ts'
import { expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'

const r = table(registrations, 'r')
const i = table(jobItemTable, 'i')

/**
 * Returns the end of the last hold on a job's transitions, by job id. Until then, the job can be undone. Jobs without a hold are
 * absent.
 */
export async function readJobHolds(queries: Queries, jobIds: readonly string[], now: Date): Promise<ReadonlyMap<string, Date>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: i.job_id, until: expr<string>`max(${r.notifyAt})` })}
     from ${r} join ${i} on ${i.record_id} = ${r.id} and ${i.job_id} = any(${jobIds}::uuid[]) and ${i.outcome} = 'done'
     where ${r.notifyAt} > ${now.toISOString()}::timestamptz and ${r.notifiedStatus} is not null group by ${i.job_id}`,
  )
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}
