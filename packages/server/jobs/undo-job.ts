import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { createJob } from './create-job.ts'
import { jobKindTable } from './job-kind-table.ts'
import { findUndoDeadlines, getJobWithUndo } from './wire-job.ts'

/**
 * Creates a job that undoes another job, and returns its id. If the job already has an undo job,
 * returns the id of the existing one. Undo jobs are checked, previewed and started like any other
 * job. Throws `job.missing`, and `job.state` if the job cannot be undone.
 */
export async function undoJob(
  context: Context,
  caller: Caller,
  { id, startsAutomatically }: { readonly id: string; readonly startsAutomatically: boolean },
): Promise<string> {
  const job = await getJobWithUndo(context, caller, id)
  if (job.undone_by !== null) return job.undone_by
  if (!(await findUndoDeadlines(context, [job])).has(id)) throw new AppError('job.state')
  const { action } = job.input
  const resource = context.registry.get(job.resource)
  const created = await createJob(context, {
    kind: 'undo',
    resource,
    caller,
    input: {
      job: id,
      fields: jobKindTable[job.kind].fields({ resource, input: job.input }),
      ...(action !== undefined && { action }),
    },
    startsAutomatically,
    undoes: id,
    async insertItems(queries, undoId) {
      const rows = await queries.query(
        `insert into job_item (job_id, position, record_id, title)
         select $1, row_number() over (order by position), record_id, title
         from (select distinct on (record_id) record_id, position, title from job_item
               where job_id = $2 and outcome = 'done' and record_id is not null order by record_id, position) done
         returning 1`,
        [undoId, id],
      )
      return rows.length
    },
  })
  return created.id
}
