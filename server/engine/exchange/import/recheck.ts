/** Replaces cells of an import before it runs, and checks the rows again. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#model/wire/errors.ts'
import type { Outcome } from '#model/wire/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { announce } from '#server/engine/database/news.ts'
import { workOf } from '#server/engine/jobs/chunk.ts'
import { itemsOf, noteResults, sealCells } from '#server/engine/jobs/items.ts'
import type { JobRecord } from '#server/engine/jobs/job-row.ts'
import { wakeJobs } from '#server/engine/jobs/runner.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import type { Cell } from '../../ports/file-reader.ts'
import { openImport, unchecked } from './change.ts'
import { importInput } from './input.ts'
import { importKind } from './kind-import.ts'
import { type Repeats, repeatsIn } from './repeats.ts'
import { type StoredRow, storedRows } from './rows.ts'

/** Maximum number of rows that are checked during the request. More are left to the job runner. */
const checkedAtOnce = 200
/** Number of rows to encrypt before yielding to the event loop. */
const sealedAtOnce = 500

/** States in which single rows can be corrected. */
export const mendable = ['ready'] as const

/** A row as it was read, and its new cells. */
export interface GivenRow extends Pick<StoredRow, 'position' | 'cells' | 'sealed'> {
  readonly given: readonly Cell[]
}

/**
 * Stores the new cells and checks their rows, as well as the rows they used to repeat or now repeat. Throws `job.missing`,
 * `job.state`, or `job.changed` if a row has changed since it was read.
 */
export async function giveCells(
  context: Context,
  caller: Caller,
  { job, rows }: { job: JobRecord; rows: readonly GivenRow[] },
): Promise<void> {
  const { database, keys } = context
  const { id } = job
  const { mapping, repeats: before } = importInput(job)
  const byPosition = new Map(rows.map((row) => [row.position, row.given]))
  const changed = mapping.flatMap((_, i) => (rows.some(({ cells, given }) => cells[i] !== given[i]) ? [i] : []))
  const collisions = repeatsIn(resourceNamed(job.resource), mapping)
  const isConcerned = collisions.concerns(changed)
  if (isConcerned)
    for await (const { position, cells } of storedRows(database, keys, { jobId: id }))
      collisions.take(position, byPosition.get(position) ?? cells)
  const repeats = isConcerned ? collisions.repeats : before
  const positions = [...new Set([...byPosition.keys(), ...differing(before, repeats)])]
  const sealed = await sealGiven(keys, id, rows)
  await recordsOf(context).together(async (records, queries) => {
    const held = await openImport(queries, caller, { id, states: mendable, lock: 'for update of j' })
    const input = { ...importInput(held), repeats }
    await queries.query('update job set input = $2::jsonb where id = $1', [id, JSON.stringify(input)])
    await storeGiven(queries, id, rows, sealed)
    await queries.query(`update job_item set ${unchecked} where job_id = $1 and position = any($2::int[])`, [id, positions])
    if (positions.length <= checkedAtOnce) {
      const pending = await itemsOf(queries, keys, { jobId: id, outcome: 'pending', size: positions.length })
      const work = await workOf(context, queries, { ...held, input })
      await noteResults({ records, queries }, work, await importKind.rows(work, pending, { records, queries, commit: false }))
    }
    await countAgain(queries, id)
  })
  wakeJobs(context)
}

/** Stores the new cells of rows that have not been checked yet. Throws `job.missing`, `job.state` or `job.changed`. */
export async function giveUncheckedCells(
  { database, keys }: Context,
  caller: Caller,
  { job: { id }, rows }: { job: JobRecord; rows: readonly GivenRow[] },
): Promise<void> {
  const sealed = await sealGiven(keys, id, rows)
  await database.transaction(async (queries) => {
    await openImport(queries, caller, { id, states: ['mapping'], lock: 'for update of j' })
    await storeGiven(queries, id, rows, sealed)
  })
}

async function sealGiven(keys: SecretKeys, id: string, rows: readonly GivenRow[]): Promise<string[]> {
  const sealed: string[] = []
  for (const { position, given } of rows) {
    sealed.push(sealCells(keys, id, { position, cells: given }))
    if (sealed.length % sealedAtOnce === 0) await nextTurn()
  }
  return sealed
}

async function storeGiven(queries: Queries, id: string, rows: readonly GivenRow[], sealed: readonly string[]): Promise<void> {
  const stored = await queries.query(
    `update job_item i set input = r.sealed from unnest($2::int[], $3::text[], $4::text[]) as r(position, seen, sealed)
     where i.job_id = $1 and i.position = r.position and i.input = r.seen returning 1`,
    [id, rows.map(({ position }) => position), rows.map(({ sealed: seen }) => seen), sealed],
  )
  if (stored.length < rows.length) throw new AppError('job.changed')
}

/** Returns the positions whose entries differ. */
function differing(before: Repeats, after: Repeats): number[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => before[name]?.row !== after[name]?.row || before[name]?.field !== after[name]?.field).map(Number)
}

/** Recomputes the totals of the job from its rows. If unchecked rows remain, the job goes back to `checking`. */
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
  if (pending > 0) announce(queries, 'jobs')
}
