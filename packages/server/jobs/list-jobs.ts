import type { jobs } from '@matricola/schema/calls/jobs.ts'
import type { QueryOf } from '@matricola/schema/wire/call.ts'
import type { WireJobPage } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { Parameters } from '../sql/parameters.ts'
import { type JobWithUndo, selectJobsSql, toWireJobs } from './wire-job.ts'

/** Returns a page of jobs, newest first. Admins get all jobs, other users only their own. */
export async function readJobPage(
  context: Context,
  caller: Caller,
  query: QueryOf<typeof jobs>,
): Promise<WireJobPage> {
  const { database, registry } = context
  const parameters = new Parameters()
  const parts = ['TRUE']
  if (caller.role !== registry.adminRole || query.own)
    parts.push(`j.actor_id = ${parameters.add(caller.id, 'uuid')}`)
  // The same rule as `canControl`.
  if (caller.role !== registry.adminRole)
    parts.push(`j.actor_role = ${parameters.add(caller.role, 'text')}`)
  if (query.state.length > 0) parts.push(`j.state = any(${parameters.add(query.state, 'text[]')})`)
  if (query.kind.length > 0) parts.push(`j.kind = any(${parameters.add(query.kind, 'text[]')})`)
  const where = parts.join(' and ')
  const { pageNumber: page, pageSize } = query
  // A single statement, so that the total matches the page even while jobs change their state.
  const rows = await database.query<JobWithUndo & { readonly matching: number }>(
    `select counted.matching, page.* from (select count(*) as matching from job j where ${where}) counted
     left join (${selectJobsSql} where ${where} order by j.created_at desc, j.id desc
       limit ${parameters.add(pageSize, 'bigint')} offset ${parameters.add((page - 1) * pageSize, 'bigint')}) page on true
     order by page.created_at desc, page.id desc`,
    parameters.values,
  )
  // For an empty page, the query returns one row, which has only the total.
  const list = rows.filter(({ id }) => id !== null)
  return {
    totalCount: rows[0]?.matching ?? 0,
    page,
    pageSize,
    list: await toWireJobs(context, caller, list),
  }
}
