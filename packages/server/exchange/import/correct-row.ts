/** Corrects one row of an import before it runs. */
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireJobItem } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { decryptCells } from '../../jobs/items.ts'
import { readItemPage } from '../../jobs/read-items.ts'
import { type RawCell, textCell } from '../../ports/file-reader.ts'
import { cellText } from './cells.ts'
import { correctableStates, type RowReplacement, replaceCells } from './replace-cells.ts'
import { getOpenImport } from './update-import.ts'

interface RowCorrection {
  readonly id: string
  readonly position: number
  /** The cells as they were shown to the user, with the user's edits. */
  readonly cells: readonly string[]
}

/**
 * Replaces the cells of a row and checks it, as well as the rows it used to repeat or now repeats.
 * Throws `job.missing`, `job.state`, `job.changed`, `input.invalid`, or `record.missing` if the
 * file has no such row.
 */
export async function correctRow(
  context: Context,
  caller: Caller,
  { id, position, cells: texts }: RowCorrection,
): Promise<WireJobItem> {
  const job = await getOpenImport(context.database, context.registry, {
    caller,
    id,
    states: correctableStates,
  })
  const { cells, encrypted } = await getRow(context, { id, position })
  if (texts.length !== cells.length) throw invalidInput({ cells: [{ code: 'type.wrong' }] })
  const localization = { texts: context.texts, language: job.language }
  // A number of a workbook stays a number unless the user changed it.
  const newCells = texts.map((text, i) =>
    text === cellText(cells[i] ?? '', localization) ? (cells[i] ?? '') : textCell(text),
  )
  await replaceCells(context, caller, {
    job,
    rows: [{ position, cells, encrypted, newCells: newCells }],
  })
  const [item] = (
    await readItemPage(context, caller, {
      id,
      query: { pageNumber: 1, pageSize: 1, outcomes: [], position },
    })
  ).list
  if (!item) throw new AppError('record.missing')
  return item
}

async function getRow(
  { database, keys }: Context,
  { id, position }: { id: string; position: number },
): Promise<Pick<RowReplacement, 'cells' | 'encrypted'>> {
  const [row] = await database.query<{ input: string | null }>(
    'select input from job_item where job_id = $1 and position = $2',
    [id, position],
  )
  if (!row) throw new AppError('record.missing')
  // For an import, the input of a row is its cells.
  return {
    cells: (decryptCells(keys, id, { position, input: row.input }) ?? []) as readonly RawCell[],
    encrypted: row.input,
  }
}
