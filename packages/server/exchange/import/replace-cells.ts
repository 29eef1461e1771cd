/** Replaces cells of an import before it runs, and checks the rows again. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { JobOutcome } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/database.ts'
import { sendInvalidation } from '../../database/invalidations.ts'
import { getJobWork } from '../../jobs/chunk.ts'
import { encryptCells, readItems, storeItemResults } from '../../jobs/items.ts'
import type { JobRecord } from '../../jobs/job-row.ts'
import { wakeJobs } from '../../jobs/runner.ts'
import type { RawCell } from '../../ports/file-reader.ts'
import { recordsOf } from '../../records/store.ts'
import type { SecretKeys } from '../../secret-keys.ts'
import { type ImportedRow, readImportedRows } from './imported-rows.ts'
import { importInput } from './input.ts'
import { importJobKind } from './kind-import.ts'
import { createConflictFinder, type RowConflicts } from './row-conflicts.ts'
import { getOpenImport, uncheckedAssignments } from './update-import.ts'

/** Maximum number of rows that are checked during the request. More are left to the job runner. */
const maxCheckedInRequest = 200
/** Number of rows to encrypt before yielding to the event loop. */
const encryptBatchSize = 500

/** Job states in which individual rows can be corrected. */
export const correctableStates = ['ready'] as const

/** A row as it was read, and its new cells. */
export interface RowReplacement extends Pick<ImportedRow, 'position' | 'cells' | 'encrypted'> {
  readonly newCells: readonly RawCell[]
}

/**
 * Stores the new cells and checks their rows, as well as the rows that they duplicated before or
 * duplicate now. Throws `job.missing`, `job.state`, or `job.changed` if a row has changed since it
 * was read.
 */
export async function replaceCells(
  context: Context,
  caller: Caller,
  { job, rows }: { job: JobRecord; rows: readonly RowReplacement[] },
): Promise<void> {
  const { database, keys } = context
  const { id } = job
  const { mapping, repeats: repeatsBefore } = importInput(job)
  const byPosition = new Map(rows.map((row) => [row.position, row.newCells]))
  const changed = mapping.flatMap((_, i) =>
    rows.some(({ cells, newCells }) => cells[i] !== newCells[i]) ? [i] : [],
  )
  const collisions = createConflictFinder(context.registry.get(job.resource), mapping)
  const affectsConflicts = collisions.isAffectedBy(changed)
  if (affectsConflicts)
    for await (const { position, cells } of readImportedRows(database, keys, { jobId: id }))
      collisions.take(position, byPosition.get(position) ?? cells)
  const repeats = affectsConflicts ? collisions.repeats : repeatsBefore
  const positions = [
    ...new Set([...byPosition.keys(), ...changedPositions(repeatsBefore, repeats)]),
  ]
  const encrypted = await encryptReplacements(keys, id, rows)
  await recordsOf(context).inTransaction(async (records, queries) => {
    const lockedJob = await getOpenImport(queries, context.registry, {
      caller,
      id,
      states: correctableStates,
      lock: 'for update of j',
    })
    const input = { ...importInput(lockedJob), repeats }
    await queries.query('update job set input = $2::jsonb where id = $1', [
      id,
      JSON.stringify(input),
    ])
    await storeReplacements(queries, id, rows, encrypted)
    await queries.query(
      `update job_item set ${uncheckedAssignments} where job_id = $1 and position = any($2::int[])`,
      [id, positions],
    )
    if (positions.length <= maxCheckedInRequest) {
      const pending = await readItems(queries, keys, {
        jobId: id,
        outcome: 'pending',
        size: positions.length,
      })
      const work = await getJobWork(context, queries, { ...lockedJob, input })
      await storeItemResults(
        { records, queries },
        work,
        await importJobKind.rows(work, pending, { records, queries, commit: false }),
      )
    }
    await recountOutcomes(queries, id)
  })
  wakeJobs(context)
}

/**
 * Stores the new cells of rows that have not been checked yet. Throws `job.missing`, `job.state` or
 * `job.changed`.
 */
export async function replaceUncheckedCells(
  { database, keys, registry }: Context,
  caller: Caller,
  { job: { id }, rows }: { job: JobRecord; rows: readonly RowReplacement[] },
): Promise<void> {
  const encrypted = await encryptReplacements(keys, id, rows)
  await database.transaction(async (queries) => {
    await getOpenImport(queries, registry, {
      caller,
      id,
      states: ['mapping'],
      lock: 'for update of j',
    })
    await storeReplacements(queries, id, rows, encrypted)
  })
}

async function encryptReplacements(
  keys: SecretKeys,
  id: string,
  rows: readonly RowReplacement[],
): Promise<string[]> {
  const encrypted: string[] = []
  for (const { position, newCells } of rows) {
    encrypted.push(encryptCells(keys, id, { position, cells: newCells }))
    if (encrypted.length % encryptBatchSize === 0) await nextTurn()
  }
  return encrypted
}

async function storeReplacements(
  queries: Queries,
  id: string,
  rows: readonly RowReplacement[],
  encrypted: readonly string[],
): Promise<void> {
  const stored = await queries.query(
    `update job_item i set input = r.sealed from unnest($2::int[], $3::text[], $4::text[]) as r(position, seen, sealed)
     where i.job_id = $1 and i.position = r.position and i.input = r.seen returning 1`,
    [
      id,
      rows.map(({ position }) => position),
      rows.map(({ encrypted: previous }) => previous),
      encrypted,
    ],
  )
  if (stored.length < rows.length) throw new AppError('job.changed')
}

/** Returns the positions whose entries differ. */
function changedPositions(before: RowConflicts, after: RowConflicts): number[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter(
      (name) =>
        before[name]?.row !== after[name]?.row || before[name]?.field !== after[name]?.field,
    )
    .map(Number)
}

/**
 * Recomputes the totals of the job from its rows. If unchecked rows remain, the job goes back to
 * `checking`.
 */
async function recountOutcomes(queries: Queries, id: string): Promise<void> {
  const rows = await queries.query<{ outcome: JobOutcome; count: number; created: number }>(
    `select outcome, count(*) as count, count(*) filter (where is_new and outcome = 'ready') as created
     from job_item where job_id = $1 group by outcome`,
    [id],
  )
  const counts = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
  const pending = counts.pending ?? 0
  await queries.query(
    `update job set counts = $2::jsonb, created = $3, done = total - $4::int, state = $5 where id = $1`,
    [
      id,
      JSON.stringify(counts),
      rows.reduce((sum, { created }) => sum + created, 0),
      pending,
      pending > 0 ? 'checking' : 'ready',
    ],
  )
  if (pending > 0) sendInvalidation(queries, 'jobs')
}
