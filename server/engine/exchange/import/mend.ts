/** One row of an import put right before it runs. */
import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { WireJobItem } from '#model/wire/jobs.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { openCells } from '#server/engine/jobs/items.ts'
import { itemPage } from '#server/engine/jobs/read-items.ts'
import type { Cell } from '../../ports/file-reader.ts'
import { cellText } from './cells.ts'
import { openImport } from './change.ts'
import { type GivenRow, giveCells, mendable } from './recheck.ts'

interface Mended {
  readonly id: string
  readonly position: number
  /** As the person was shown them, and changed some. */
  readonly cells: readonly string[]
}

/**
 * Gives a row other cells and checks it, and those rows that it repeated or now repeats. Throws `job.missing`,
 * `job.state`, `job.changed`, `record.missing` for a row that the file does not have, `input.invalid`.
 */
export async function mendRow(context: Context, caller: Caller, { id, position, cells: texts }: Mended): Promise<WireJobItem> {
  const job = await openImport(context.database, caller, { id, states: mendable })
  const { cells, sealed } = await rowAt(context, { id, position })
  if (texts.length !== cells.length) throw invalidInput({ cells: [{ code: 'type.wrong' }] })
  const wording = { texts: context.texts, language: job.language }
  // A number of a workbook stays one where it was left alone.
  const given = texts.map((text, i) => (text === cellText(cells[i] ?? '', wording) ? (cells[i] ?? '') : text))
  await giveCells(context, caller, { job, rows: [{ position, cells, sealed, given }] })
  const [item] = (await itemPage(context, caller, { id, query: { pageNumber: 1, pageSize: 1, outcomes: [], position } })).list
  if (!item) throw new AppError('record.missing')
  return item
}

async function rowAt(
  { database, keys }: Context,
  { id, position }: { id: string; position: number },
): Promise<Pick<GivenRow, 'cells' | 'sealed'>> {
  const [row] = await database.query<{ input: string | null }>('select input from job_item where job_id = $1 and position = $2', [
    id,
    position,
  ])
  if (!row) throw new AppError('record.missing')
  // Rows of an import hold cells.
  return { cells: (openCells(keys, id, { position, input: row.input }) ?? []) as readonly Cell[], sealed: row.input }
}
