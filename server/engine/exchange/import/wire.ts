import { AppError } from '#model/wire/errors.ts'
import type { WireImport } from '#model/wire/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { openCells } from '#server/engine/jobs/items.ts'
import type { JobRecord } from '#server/engine/jobs/job-row.ts'
import { shownJob, wireJob } from '#server/engine/jobs/wire-job.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import type { Cell } from '../../ports/file-reader.ts'
import { isEmptyCell } from '../cells.ts'
import { cellText } from './cells.ts'
import { wireFields } from './fields.ts'
import { importInput, openHeadings } from './input.ts'

const samplesShown = 3
/** Rows among which samples are looked for: a column may begin with empty cells. */
const samplesFrom = 20

/** The import of that id, for who sent its file. Throws `job.missing`. */
export async function wireImport(context: Context, caller: Caller, id: string): Promise<WireImport> {
  const { database, keys, texts } = context
  const job = await shownJob(database, caller, id)
  if (job.kind !== 'import' || job.actor_id !== caller.id) throw new AppError('job.missing')
  const { file, mapping, isRemembered, mode, converted } = importInput(job)
  const first = await firstRows(database, keys, job)
  const samplesOf = (column: number) =>
    first
      .map((cells) => cells[column] ?? '')
      .filter((cell) => !isEmptyCell(cell))
      .slice(0, samplesShown)
      .map((cell) => cellText(cell, { texts, language: job.language }))
  return {
    job: await wireJob(context, caller, id),
    file,
    columns: openHeadings(keys, job).map((heading, i) => ({ heading, samples: samplesOf(i) })),
    mapping,
    isRemembered,
    mode,
    fields: wireFields(resourceNamed(job.resource), caller.role),
    converted,
  }
}

async function firstRows(queries: Queries, keys: SecretKeys, { id }: JobRecord): Promise<(readonly Cell[])[]> {
  const rows = await queries.query<{ position: number; input: string | null }>(
    `select position, input from job_item where job_id = $1 order by position limit ${samplesFrom}`,
    [id],
  )
  // Rows of an import hold cells.
  return rows.map((row) => (openCells(keys, id, row) ?? []) as readonly Cell[])
}
