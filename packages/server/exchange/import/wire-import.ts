import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireImport } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/database.ts'
import { countRemovedValues } from '../../jobs/count-removed-values.ts'
import { decryptCells } from '../../jobs/items.ts'
import type { JobRecord } from '../../jobs/job-row.ts'
import { getJobWithUndo, getWireJob } from '../../jobs/wire-job.ts'
import type { RawCell } from '../../ports/file-reader.ts'
import type { SecretKeys } from '../../secret-keys.ts'
import { isEmptyCell } from '../cells.ts'
import { cellText } from './cells.ts'
import { findRepeatedColumns, toWireFields } from './fields.ts'
import { dayOrdersOf, decryptFirstRows, decryptHeadings, importInput } from './input.ts'

const maxSamples = 3
/** Number of rows searched for samples, because the first cells of a column may be empty. */
const samplesFrom = 20

/** Returns the import, for the user who uploaded its file. Throws `job.missing`. */
export async function getWireImport(
  context: Context,
  caller: Caller,
  id: string,
): Promise<WireImport> {
  const { database, keys, texts } = context
  const job = await getJobWithUndo(context, caller, id)
  if (job.kind !== 'import' || job.actor_id !== caller.id) throw new AppError('job.missing')
  const input = importInput(job)
  const { file, mapping, isMappingReused, mode, converted } = input
  const resource = context.registry.get(job.resource)
  const headings = decryptHeadings(keys, job)
  const repeats = findRepeatedColumns(resource, headings, { texts, language: job.language })
  const first = await firstRows(database, keys, job)
  const samplesOf = (column: number) =>
    first
      .map((cells) => cells[column] ?? '')
      .filter((cell) => !isEmptyCell(cell))
      .slice(0, maxSamples)
      .map((cell) => cellText(cell, { texts, language: job.language }))
  const wireJob = await getWireJob(context, caller, id)
  return {
    job: wireJob,
    // Imports made by an earlier version lack these values.
    file: { headingRow: 1, rowsAbove: 0, leftOut: 0, ...file },
    firstRows: decryptFirstRows(keys, job),
    columns: headings.map((heading, i) => ({ heading, samples: samplesOf(i) })),
    repeats,
    mapping,
    dayOrders: [...dayOrdersOf(input)],
    isMappingReused,
    mode,
    fields: toWireFields(resource, caller.role),
    converted,
    // The job includes the count unless it still waits for its mapping or is running.
    valuesRemoved: wireJob.valuesRemoved ?? (await countRemovedValues(database, id)),
  }
}

async function firstRows(
  queries: Queries,
  keys: SecretKeys,
  { id }: JobRecord,
): Promise<(readonly RawCell[])[]> {
  const rows = await queries.query<{ position: number; input: string | null }>(
    `select position, input from job_item where job_id = $1 order by position limit ${samplesFrom}`,
    [id],
  )
  // For an import, the input of a row is its cells.
  return rows.map((row) => (decryptCells(keys, id, row) ?? []) as readonly RawCell[])
}
