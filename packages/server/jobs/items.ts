/** The items of jobs, with their outcomes. */
import type { JobOutcome } from '@matricola/schema/wire/jobs.ts'
import type { Queries } from '../database/database.ts'
import { authorize } from '../policy/permit.ts'
import type { Records } from '../records/records.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { decryptValue, encryptValue } from '../sql/cipher.ts'
import { titleWordIn } from './item-titles.ts'
import type { JobResult, JobRow, JobWork } from './job-kinds.ts'
import type { OutcomeCounts } from './job-row.ts'

const itemCell = (jobId: string, position: number) => ({
  table: 'job_item',
  column: 'input',
  id: `${jobId}:${position}`,
})

/** Encrypts a row's cells, because they can contain values of encrypted fields. */
export const encryptCells = (
  keys: SecretKeys,
  jobId: string,
  { position, cells }: { readonly position: number; readonly cells: unknown },
) => encryptValue(JSON.stringify(cells), keys, itemCell(jobId, position))

/** Decrypts the cells of an item; null if it has none. */
export const decryptCells = (
  keys: SecretKeys,
  jobId: string,
  { position, input }: { readonly position: number; readonly input: string | null },
) =>
  input === null
    ? null
    : (JSON.parse(decryptValue(input, keys, itemCell(jobId, position))) as unknown)

interface ItemRecord {
  readonly position: number
  readonly record_id: string | null
  readonly base_version: number | null
  readonly is_new: boolean
  readonly input: string | null
}

/** Returns the first `size` items of a job with an outcome. */
export async function readItems(
  queries: Queries,
  keys: SecretKeys,
  {
    jobId,
    outcome,
    size,
  }: { readonly jobId: string; readonly outcome: JobOutcome; readonly size: number },
): Promise<JobRow[]> {
  const rows = await queries.query<ItemRecord>(
    `select position, record_id, base_version, is_new, input from job_item
     where job_id = $1 and outcome = $2 order by position limit $3::bigint`,
    [jobId, outcome, size],
  )
  return rows.map((row) => ({
    position: row.position,
    recordId: row.record_id,
    baseVersion: row.base_version,
    isNew: row.is_new,
    cells: decryptCells(keys, jobId, row),
  }))
}

/**
 * Records the outcomes of items. Keeps a base version that is already set, and the title of a
 * deleted record. Titles are stored in the job's language, for readers who cannot read the record.
 */
export async function storeItemResults(
  { records, queries }: { readonly records: Records; readonly queries: Queries },
  work: JobWork,
  results: readonly JobResult[],
): Promise<void> {
  const permit = authorize(work.caller, work.resource, 'read')
  const ids = results.flatMap(({ id }) => id ?? [])
  const titles = await records.titles(permit, ids, titleWordIn(work.resource, work))
  const noted = results.map((result) => ({
    position: result.position,
    record_id: result.id,
    base_version: result.baseVersion,
    outcome: result.outcome,
    is_new: result.isNew,
    title: titles.get(result.id ?? '') ?? result.title ?? '',
    changes: Object.keys(result.changes).length > 0 ? result.changes : null,
    issues: Object.keys(result.issues).length > 0 ? result.issues : null,
    made_version: result.newVersion,
  }))
  await queries.query(
    `update job_item i set record_id = coalesce(r.record_id, i.record_id), base_version = coalesce(i.base_version, r.base_version),
       outcome = r.outcome, is_new = r.is_new, title = coalesce(nullif(r.title, ''), i.title), changes = coalesce(r.changes, i.changes),
       issues = r.issues, made_version = r.made_version
     from jsonb_to_recordset($2::jsonb) as r(position integer, record_id uuid, base_version integer, outcome text, is_new boolean,
       title text, changes jsonb, issues jsonb, made_version integer)
     where i.job_id = $1 and i.position = r.position`,
    [work.id, JSON.stringify(noted)],
  )
}

/** Skips the first `size` waiting items, and returns the number of skipped items. */
export async function skipItems(queries: Queries, jobId: string, size: number): Promise<number> {
  const rows = await queries.query(
    `update job_item i set outcome = 'skipped' from (select position from job_item where job_id = $1 and outcome in ('pending', 'ready')
       order by position limit $2::bigint) w
     where i.job_id = $1 and i.position = w.position returning 1`,
    [jobId, size],
  )
  return rows.length
}

/** Counts the items by outcome, and the items that create a record. */
export async function countItems(
  queries: Queries,
  jobId: string,
): Promise<{ readonly counts: OutcomeCounts; readonly created: number }> {
  const rows = await queries.query<{ outcome: JobOutcome; count: number; created: number }>(
    `select outcome, count(*) as count, count(*) filter (where is_new and outcome in ('ready', 'done')) as created
     from job_item where job_id = $1 group by outcome`,
    [jobId],
  )
  return {
    counts: Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])),
    created: rows.reduce((sum, { created }) => sum + created, 0),
  }
}
