import { AppError } from '@matricola/schema/wire/errors.ts'
import type { JobOutcome, WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { tableNameOf } from '../database/names.ts'
import { authorize, permittedRowsSql } from '../policy/permit.ts'
import { Parameters } from '../sql/parameters.ts'
import { freezeSelection } from './selections.ts'
import { getJobWithUndo } from './wire-job.ts'

/**
 * Selects the records of a job's items that have these outcomes, at their current versions. Used to
 * retry failed items, or to continue with completed ones. Throws `job.missing`, `access.denied`,
 * and `selection.gone` if no record is left.
 */
export async function selectJobItems(
  context: Context,
  caller: Caller,
  { id, outcomes }: { readonly id: string; readonly outcomes: readonly JobOutcome[] },
): Promise<WireSelection> {
  const job = await getJobWithUndo(context, caller, id)
  const resource = context.registry.get(job.resource)
  const permit = authorize(caller, resource, 'read')
  const parameters = new Parameters()
  const [jobId, outcome] = [parameters.add(id, 'uuid'), parameters.add(outcomes, 'text[]')]
  const rows = `SELECT row_number() OVER (ORDER BY i.position) AS position, r.id, r.version
    FROM (SELECT record_id, min(position) AS position FROM job_item
          WHERE job_id = ${jobId} AND outcome = any(${outcome}) AND record_id IS NOT NULL GROUP BY record_id) i
    JOIN ${tableNameOf(resource)} r ON r.id = i.record_id WHERE ${permittedRowsSql(permit, 'r', parameters)}`
  const selection = await freezeSelection(context, { caller, resource, rows, parameters })
  if (selection.total === 0) throw new AppError('selection.gone')
  return selection
}
