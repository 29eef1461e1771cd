/** Creates the job that writes a pasted block of cells to records. */

import type { AnyResource } from '@matricola/schema/resource.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { PasteBlock } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { createJob } from '../../jobs/create-job.ts'
import { encryptCells } from '../../jobs/items.ts'
import { textCell } from '../../ports/file-reader.ts'
import { importFields } from './fields.ts'
import { detectDayOrders } from './input.ts'
import type { PasteInput } from './kind-paste.ts'

interface PasteRequest {
  readonly resource: AnyResource
  readonly block: PasteBlock
}

/**
 * Creates the job, whose rows are checked immediately, and returns its id. Throws `input.invalid`.
 */
export async function startPaste(
  context: Context,
  caller: Caller,
  { resource, block }: PasteRequest,
): Promise<string> {
  const { fields, rows } = block
  assertPastedFields(resource, caller, fields)
  if (rows.some(({ cells }) => cells.length > fields.length))
    throw invalidInput({ rows: [{ code: 'type.wrong' }] })
  if (new Set(rows.map(({ id }) => id)).size < rows.length)
    throw invalidInput({ rows: [{ code: 'set.repeated' }] })
  const detected = detectDayOrders(
    fields.length,
    rows.map(({ cells }) => cells),
  )
  // Lists show the day first, and ambiguous dates were most likely copied from a list.
  const input: PasteInput = {
    fields,
    dayOrders: detected.map((order) => (order === 'either' ? 'dayFirst' : order)),
  }
  const { id } = await createJob(context, {
    kind: 'paste',
    resource,
    caller,
    input,
    async insertItems(queries, jobId) {
      const positions = rows.map((_, i) => i + 1)
      await queries.query(
        'insert into job_item (job_id, position, record_id, input) select $1, * from unnest($2::int[], $3::uuid[], $4::text[])',
        [
          jobId,
          positions,
          rows.map((row) => row.id),
          rows.map(({ cells }, i) =>
            encryptCells(context.keys, jobId, { position: i + 1, cells: cells.map(textCell) }),
          ),
        ],
      )
      return rows.length
    },
  })
  return id
}

function assertPastedFields(
  resource: AnyResource,
  { role }: Caller,
  fields: readonly string[],
): void {
  const importable = importFields(resource, role)
  if (fields.some((name) => !importable.includes(name)))
    throw invalidInput({ fields: [{ code: 'field.unknown' }] })
  if (new Set(fields).size < fields.length)
    throw invalidInput({ fields: [{ code: 'set.repeated' }] })
}
