/** One row of an import put right before it runs. */
import { AppError, invalidInput } from '#model/errors.ts'
import type { Outcome, WireJobItem } from '#model/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/caller.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/database/database.ts'
import { workOf } from '#server/jobs/chunk.ts'
import { itemsOf, noteResults, openCells, sealCells } from '#server/jobs/items.ts'
import { itemPage } from '#server/jobs/read-items.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { recordsOf } from '#server/records/store.ts'
import { cellText } from './import-cells.ts'
import { openImport, unchecked } from './import-change.ts'
import { importInput } from './import-input.ts'
import { type Repeats, repeatsIn } from './import-repeats.ts'
import { storedRows } from './import-rows.ts'
import { importKind } from './kind-import.ts'
import type { Cell } from './read-types.ts'

/** Most rows that are checked while the person waits; more are left to the runner. */
const checkedAtOnce = 200

interface Mended {
  readonly id: string
  readonly position: number
  /** As the person was shown them, and changed some. */
  readonly cells: readonly string[]
}

/**
 * Gives a row other cells and checks it, and those rows that it repeated or now repeats. Throws `job.missing`,
 * `job.state`, `record.missing` for a row that the file does not have, `input.invalid`.
 */
export async function mendRow(context: Context, caller: Caller, { id, position, cells: given }: Mended): Promise<WireJobItem> {
  const { database, keys, texts } = context
  const states = ['ready'] as const
  const job = await openImport(database, caller, { id, states })
  const { mapping, repeats: before } = importInput(job)
  const old = await cellsOf(context, { id, position })
  if (given.length !== old.length) throw invalidInput({ cells: [{ code: 'type.wrong' }] })
  const wording = { texts, language: job.language }
  // A number of a workbook stays one where it was left alone.
  const cells = given.map((text, i) => (text === cellText(old[i] ?? '', wording) ? (old[i] ?? '') : text))
  const changed = cells.flatMap((cell, i) => (cell === old[i] ? [] : [i]))
  const collisions = repeatsIn(resourceNamed(job.resource), mapping)
  const isConcerned = collisions.concerns(changed)
  if (isConcerned)
    for await (const row of storedRows(database, keys, { jobId: id }))
      collisions.take(row.position, row.position === position ? cells : row.cells)
  const repeats = isConcerned ? collisions.repeats : before
  const positions = [...new Set([position, ...differing(before, repeats)])]
  await recordsOf(context).together(async (records, queries) => {
    const held = await openImport(queries, caller, { id, states, lock: 'for update of j' })
    const input = { ...importInput(held), repeats }
    await queries.query('update job set input = $2::jsonb where id = $1', [id, JSON.stringify(input)])
    await queries.query('update job_item set input = $3 where job_id = $1 and position = $2', [
      id,
      position,
      sealCells(keys, id, { position, cells }),
    ])
    await queries.query(`update job_item set ${unchecked} where job_id = $1 and position = any($2::int[])`, [id, positions])
    if (positions.length <= checkedAtOnce) {
      const rows = await itemsOf(queries, keys, { jobId: id, outcome: 'pending', size: positions.length })
      const work = await workOf(context, queries, { ...held, input })
      await noteResults(queries, id, await importKind.rows(work, rows, { records, queries, commit: false }))
    }
    await countAgain(queries, id)
  })
  wakeJobs(context)
  const [item] = (await itemPage(context, caller, { id, query: { pageNumber: 1, pageSize: 1, outcomes: [], position } })).list
  if (!item) throw new AppError('record.missing')
  return item
}

async function cellsOf({ database, keys }: Context, { id, position }: { id: string; position: number }): Promise<readonly Cell[]> {
  const [row] = await database.query<{ input: string | null }>('select input from job_item where job_id = $1 and position = $2', [
    id,
    position,
  ])
  if (!row) throw new AppError('record.missing')
  // Rows of an import hold cells.
  return (openCells(keys, id, { position, input: row.input }) ?? []) as readonly Cell[]
}

/** Positions of which one of the two says something else. */
function differing(before: Repeats, after: Repeats): number[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => before[name]?.row !== after[name]?.row || before[name]?.field !== after[name]?.field).map(Number)
}

/** The job's figures from its rows; it is checked on where rows are left. */
async function countAgain(queries: Queries, id: string): Promise<void> {
  const rows = await queries.query<{ outcome: Outcome; count: number; created: number }>(
    `select outcome, count(*) as count, count(*) filter (where is_new and outcome = 'ready') as created
     from job_item where job_id = $1 group by outcome`,
    [id],
  )
  const counts = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
  const pending = counts.pending ?? 0
  await queries.query(`update job set counts = $2::jsonb, created = $3, done = total - $4::int, state = $5 where id = $1`, [
    id,
    JSON.stringify(counts),
    rows.reduce((sum, { created }) => sum + created, 0),
    pending,
    pending > 0 ? 'checking' : 'ready',
  ])
}
