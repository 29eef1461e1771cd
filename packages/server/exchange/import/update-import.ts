/**
 * Changes to an import before it runs: the mapping of columns to fields, and the mode for known and
 * unknown rows.
 */

import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { ImportChange, JobOutcome, JobState } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/database.ts'
import { requiresRecentPassword } from '../../jobs/create-job.ts'
import { getJob } from '../../jobs/job-control.ts'
import type { JobRecord } from '../../jobs/job-row.ts'
import { wakeJobs } from '../../jobs/runner.ts'
import { assertRecentPassword } from '../../session/reauthentication.ts'
import { importFields } from './fields.ts'
import { readImportedRows } from './imported-rows.ts'
import { decryptHeadings, headingsHash, type ImportInput, importInput } from './input.ts'
import { createConflictFinder, type RowConflicts } from './row-conflicts.ts'
import { storeMapping } from './start-import.ts'

/** States in which the mapping and the mode can be changed. */
const changeableStates: readonly JobState[] = ['mapping', 'checking', 'ready']

/**
 * Returns the import. Only the user who uploaded its file may change it. Throws `job.missing` or
 * `job.state`.
 */
export async function getOpenImport(
  queries: Queries,
  registry: Registry,
  {
    caller,
    id,
    states = changeableStates,
    lock,
  }: {
    readonly caller: Caller
    readonly id: string
    readonly states?: readonly JobState[]
    readonly lock?: string
  },
): Promise<JobRecord> {
  const job = await getJob(queries, registry, { caller, id, lock })
  if (job.kind !== 'import' || job.actor_id !== caller.id) throw new AppError('job.missing')
  if (!states.includes(job.state)) throw new AppError('job.state')
  return job
}

/**
 * Stores a mapping or a mode, and starts the preview if the change requests it. Throws
 * `job.missing`, `job.state`, `input.invalid` or `reauthentication.required`.
 */
export async function updateImport(
  context: Context,
  caller: Caller,
  { id, change }: { id: string; change: ImportChange },
): Promise<void> {
  const { database, keys, clock } = context
  const openImport = await getOpenImport(database, context.registry, { caller, id })
  const resource = context.registry.get(openImport.resource)
  const headings = decryptHeadings(keys, openImport)
  if (change.mapping)
    assertMapping(resource, caller, { mapping: change.mapping, width: headings.length })
  if (change.dayOrders && change.dayOrders.length !== headings.length)
    throw invalidInput({ dayOrders: [{ code: 'type.wrong' }] })
  const mapping = change.mapping ?? importInput(openImport).mapping
  if (change.check) {
    if (
      requiresRecentPassword({ kind: 'import', resource, input: { ...openImport.input, mapping } })
    )
      assertRecentPassword(caller, clock.now())
    assertKeyMapped(resource, mapping)
  }
  const repeats = change.check ? await findRowConflicts(context, { id, resource, mapping }) : {}
  await database.transaction(async (queries) => {
    const job = await getOpenImport(queries, context.registry, {
      caller,
      id,
      lock: 'for update of j',
    })
    const old = importInput(job)
    const mode = change.mode ?? old.mode
    const chosenOrders = change.dayOrders ?? old.chosenOrders
    const hasChanged =
      change.mapping !== undefined ||
      change.dayOrders !== undefined ||
      mode.known !== old.mode.known ||
      mode.unknown !== old.mode.unknown
    const input: ImportInput = {
      ...old,
      mapping,
      ...(chosenOrders && { chosenOrders }),
      mode,
      ...(change.mapping && { isMappingReused: false }),
      ...(change.check && { repeats }),
    }
    if (change.check || hasChanged)
      await resetOutcomes(queries, job, { input, state: change.check ? 'checking' : 'mapping' })
    else
      await queries.query('update job set input = $2::jsonb where id = $1', [
        id,
        JSON.stringify(input),
      ])
    if (change.check)
      await storeMapping(
        queries,
        { caller, resource, shape: headingsHash(keys, headings) },
        { mapping, now: clock.now() },
      )
  })
  wakeJobs(context)
}

function assertMapping(
  resource: AnyResource,
  caller: Caller,
  { mapping, width }: { readonly mapping: readonly (string | null)[]; readonly width: number },
): void {
  const fields = importFields(resource, caller.role)
  const names = mapping.filter((name) => name !== null)
  if (mapping.length !== width) throw invalidInput({ mapping: [{ code: 'type.wrong' }] })
  if (names.some((name) => !fields.includes(name)))
    throw invalidInput({ mapping: [{ code: 'field.unknown' }] })
  if (new Set(names).size < names.length)
    throw invalidInput({ mapping: [{ code: 'set.repeated' }] })
}

/**
 * Throws `input.invalid` if a key field has no column, because rows could not be matched to
 * records.
 */
function assertKeyMapped(resource: AnyResource, mapping: readonly (string | null)[]): void {
  const missing = (resource.import?.key ?? []).filter((name) => !mapping.includes(name))
  if (missing.length > 0)
    throw invalidInput(Object.fromEntries(missing.map((name) => [name, [{ code: 'required' }]])))
}

interface MappedImport {
  readonly id: string
  readonly resource: AnyResource
  readonly mapping: readonly (string | null)[]
}

async function findRowConflicts(
  { database, keys }: Context,
  { id, resource, mapping }: MappedImport,
): Promise<RowConflicts> {
  const found = createConflictFinder(resource, mapping)
  for await (const { position, cells } of readImportedRows(database, keys, { jobId: id }))
    found.take(position, cells)
  return found.repeats
}

/**
 * Resets all rows to unchecked. A running preview loses its lease, so its results are discarded.
 */
async function resetOutcomes(
  queries: Queries,
  { id, total }: JobRecord,
  { input, state }: { readonly input: ImportInput; readonly state: JobState },
): Promise<void> {
  await queries.query(
    `update job_item set ${uncheckedAssignments} where job_id = $1 and outcome <> 'pending'`,
    [id],
  )
  const counts: { [O in JobOutcome]?: number } = total > 0 ? { pending: total } : {}
  await queries.query(
    `update job set input = $2::jsonb, state = $3, counts = $4::jsonb, done = 0, created = 0, lease_token = null, lease_until = null
     where id = $1`,
    [id, JSON.stringify(input), state, JSON.stringify(counts)],
  )
}

/** SQL assignments that reset a row to its state before the preview. */
export const uncheckedAssignments = `outcome = 'pending', record_id = null, base_version = null, is_new = false, title = '', changes = null, issues = null`
