/** Creates the job that writes a pasted block of cells to records. */

import type { AnyResource } from '#model/resource.ts'
import { invalidInput } from '#model/wire/errors.ts'
import type { PasteBlock } from '#model/wire/jobs.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { sealCells } from '#server/engine/jobs/items.ts'
import { makeJob } from '#server/engine/jobs/make-job.ts'
import { textCell } from '../../ports/file-reader.ts'
import { importFields } from './fields.ts'
import { judgeOrders } from './input.ts'
import type { PasteInput } from './kind-paste.ts'

interface Paste {
  readonly resource: AnyResource
  readonly block: PasteBlock
}

/** Creates the job, whose rows are checked immediately, and returns its id. Throws `input.invalid`. */
export async function pasteCells(context: Context, caller: Caller, { resource, block }: Paste): Promise<string> {
  const { fields, rows } = block
  demandFields(resource, caller, fields)
  if (rows.some(({ cells }) => cells.length > fields.length)) throw invalidInput({ rows: [{ code: 'type.wrong' }] })
  if (new Set(rows.map(({ id }) => id)).size < rows.length) throw invalidInput({ rows: [{ code: 'set.repeated' }] })
  const judged = judgeOrders(
    fields.length,
    rows.map(({ cells }) => cells),
  )
  // Lists show the day first, and ambiguous dates were most likely copied from a list.
  const input: PasteInput = { fields, dayOrders: judged.map((order) => (order === 'either' ? 'dayFirst' : order)) }
  const { id } = await makeJob(context, {
    kind: 'paste',
    resource,
    caller,
    input,
    async fill(queries, jobId) {
      const positions = rows.map((_, i) => i + 1)
      await queries.query(
        'insert into job_item (job_id, position, record_id, input) select $1, * from unnest($2::int[], $3::uuid[], $4::text[])',
        [
          jobId,
          positions,
          rows.map((row) => row.id),
          rows.map(({ cells }, i) => sealCells(context.keys, jobId, { position: i + 1, cells: cells.map(textCell) })),
        ],
      )
      return rows.length
    },
  })
  return id
}

function demandFields(resource: AnyResource, { role }: Caller, fields: readonly string[]): void {
  const known = importFields(resource, role)
  if (fields.some((name) => !known.includes(name))) throw invalidInput({ fields: [{ code: 'field.unknown' }] })
  if (new Set(fields).size < fields.length) throw invalidInput({ fields: [{ code: 'set.repeated' }] })
}
