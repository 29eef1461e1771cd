import type { Queries } from '@matricola/server/database/database.ts'
import { jobItemTable } from '@matricola/server/sql/tables.ts'
import { expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'

const registration = table(registrations)
const jobItem = table(jobItemTable)

/**
 * Returns the end of the last hold on a job's transitions, by job id. Until then, the job can be undone. Jobs without a hold are
 * absent.
 */
export async function readJobHolds(queries: Queries, jobIds: readonly string[], now: Date): Promise<ReadonlyMap<string, Date>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: jobItem.job_id, until: expr<string>`max(${registration.notifyAt})` })}
     from ${registration} join ${jobItem} on ${jobItem.record_id} = ${registration.id} and ${jobItem.job_id} = any(${jobIds}::uuid[]) and ${jobItem.outcome} = 'done'
     where ${registration.notifyAt} > ${now.toISOString()}::timestamptz and ${registration.notifiedStatus} is not null group by ${jobItem.job_id}`,
  )
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}
