import type { Queries } from '../database/database.ts'

/** Counts the values of existing records that the rows of a job clear or have cleared. */
export async function countRemovedValues(queries: Queries, id: string): Promise<number> {
  const [found] = await queries.query<{ count: number }>(
    `select count(*) as count from job_item i, jsonb_each(i.changes) as c(name, pair)
     where i.job_id = $1 and i.outcome in ('ready', 'done') and not i.is_new and jsonb_typeof(i.changes) = 'object'
       and pair -> 1 in ('null', '[]', '""') and pair -> 0 not in ('null', '[]', '""')`,
    [id],
  )
  return found?.count ?? 0
}
