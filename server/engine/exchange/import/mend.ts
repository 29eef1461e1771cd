/** Corrects one row of an import before it runs. */
import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { WireJobItem } from '#model/wire/jobs.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { openCells } from '#server/engine/jobs/items.ts'
import { itemPage } from '#server/engine/jobs/read-items.ts'
import { type Cell, textCell } from '../../ports/file-reader.ts'
import { cellText } from './cells.ts'
import { openImport } from './change.ts'
import { type GivenRow, giveCells, mendable } from './recheck.ts'

interface Mended {
  readonly id: string
  readonly position: number
  /** The cells as they were shown to the user, with the user's edits. */
  readonly cells: readonly string[]
}

/**
 * Replaces the cells of a row and checks it, as well as the rows it used to repeat or now repeats. Throws `job.missing`, `job.state`,
 * `job.changed`, `input.invalid`, or `record.missing` if the file has no such row.
 */
export async function mendRow(context: Context, caller: Caller, { id, position, cells: texts }: Mended): Promise<WireJobItem> {
  const job = await openImport(context.database, caller, { id, states: mendable })
  const { cells, sealed } = await rowAt(context, { id, position })
  if (texts.length !== cells.length) throw invalidInput({ cells: [{ code: 'type.wrong' }] })
  const wording = { texts: context.texts, language: job.language }
  // A number of a workbook stays a number unless the user changed it.
  const given = texts.map((text, i) => (text === cellText(cells[i] ?? '', wording) ? (cells[i] ?? '') : textCell(text)))
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
  // The input of an import's row is its cells.
  return { cells: (openCells(keys, id, { position, input: row.input }) ?? []) as readonly Cell[], sealed: row.input }
}
