/** Stores the rows of an import and reads them back. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JobOutcome } from '@matricola/schema/wire/jobs.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import { decryptCells, encryptCells } from '../../jobs/items.ts'
import type { ParsedFile, RawCell } from '../../ports/file-reader.ts'
import type { SecretKeys } from '../../secret-keys.ts'

/** Number of rows to encrypt or decrypt before yielding to the event loop. */
const batchSize = 500
/** Number of characters to encrypt before yielding to the event loop. */
const batchLength = 256 * 1024

/** Stores the rows of a file as items of a job. */
export async function storeImportedRows(
  queries: Queries,
  keys: SecretKeys,
  { jobId, rows }: { jobId: string; rows: ParsedFile['rows'] },
): Promise<void> {
  for (let start = 0; start < rows.length; ) {
    let to = start
    // A batch has fewer rows if they are long, because long rows take longer to encrypt.
    for (let length = 0; to < rows.length && to - start < batchSize && length < batchLength; to++)
      length += rows[to]?.cells.length ?? 0
    const batch = rows.slice(start, to)
    start = to
    await queries.query(
      'insert into job_item (job_id, position, input) select $1, * from unnest($2::int[], $3::text[])',
      [
        jobId,
        batch.map(({ position }) => position),
        batch.map(({ position, cells }) =>
          encryptCells(keys, jobId, { position, cells: JSON.parse(cells) }),
        ),
      ],
    )
  }
}

export interface ImportedRow {
  readonly position: number
  readonly outcome: JobOutcome
  readonly issues: FieldIssues
  readonly cells: readonly RawCell[]
  /** The encrypted cells, as stored. */
  readonly encrypted: string | null
}

/** Yields the rows of a job in order, optionally only those with certain outcomes. */
export async function* readImportedRows(
  queries: Queries,
  keys: SecretKeys,
  { jobId, outcomes }: { readonly jobId: string; readonly outcomes?: readonly JobOutcome[] },
): AsyncGenerator<ImportedRow> {
  let after = -1
  while (true) {
    const rows = await queries.query<{
      position: number
      outcome: JobOutcome
      issues: FieldIssues | null
      input: string | null
    }>(
      `select position, outcome, issues, input from job_item
       where job_id = $1 and position > $2 and ($3::text[] is null or outcome = any($3)) order by position limit ${batchSize}`,
      [jobId, after, outcomes ?? null],
    )
    // Imported and pasted rows always have cells as their input.
    let length = 0
    for (const { input, ...row } of rows) {
      length += input?.length ?? 0
      if (length > batchLength) {
        length = 0
        await nextTurn()
      }
      yield {
        ...row,
        issues: row.issues ?? {},
        cells: (decryptCells(keys, jobId, { ...row, input }) ?? []) as readonly RawCell[],
        encrypted: input,
      }
    }
    if (rows.length < batchSize) return
    after = rows.at(-1)?.position ?? after
    await nextTurn()
  }
}
