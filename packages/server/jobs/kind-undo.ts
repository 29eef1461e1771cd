/**
 * Undoes another job: restores values that have not changed since, and removes records that the job
 * created.
 */
import { isEncrypted } from '@matricola/schema/field.ts'
import { valuesToWrite } from '@matricola/schema/former-names.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { rowIssue } from '@matricola/schema/wire/jobs.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../database/database.ts'
import { authorize } from '../policy/permit.ts'
import type { BatchRow, RowRefusal } from '../records/batch/types.ts'
import type { JobUndo, ResourceCode } from '../records/hooks.ts'
import type { StoredRecord } from '../records/reading/get-record.ts'
import { historyValue, type Values } from '../sql/storage.ts'
import { deriveActionPermit, toBatchRows } from './bulk-rows.ts'
import type { JobKindDefinition, JobRow, JobWork } from './job-kinds.ts'

/** The change that a job made to one record. */
interface JobChange {
  readonly isCreated: boolean
  /** The version after the job's change. */
  readonly version: number
  readonly before: Values
  readonly after: Values
}

const changedSince = [{ code: 'undo.changedSince' }]

export const undoJobKind: JobKindDefinition = {
  async rows(work: JobWork, rows, { records, queries, commit }) {
    const { id: jobId, resource, caller } = work
    const { job: undoneJobId, action } = inputOf(work.input)
    const undo = jobUndoOf(records.hooksFor(resource), action)
    if (undo) {
      const permit = deriveActionPermit(work)
      return records.batch({
        ...{ permit, action: 'undo', jobId, commit },
        rows: toBatchRows(permit, rows, () => ({})),
        workAll: (innerRecords, innerQueries, found) =>
          undo.workAll(
            { records: innerRecords, queries: innerQueries, permit, jobId },
            found,
            undoneJobId,
          ),
      })
    }
    const done = await readJobChanges(queries, resource, { jobId: undoneJobId, rows })
    const keptIssues = new Map<number, FieldIssues>()
    const results = await records.batch({
      permit: authorize(caller, resource, 'update'),
      action: 'undo',
      jobId,
      commit,
      rows: rows.map((row): BatchRow => {
        const { position, recordId: id, baseVersion: version } = row
        const change = done.get(id ?? '')
        const valuesFor = (stored: StoredRecord | null) => {
          const { values, issues } = reverseChange(resource, change, stored)
          keptIssues.set(position, issues)
          return values
        }
        return {
          position,
          id,
          version,
          valuesFor: valuesFor,
          ...(change?.isCreated && { removes: true }),
        }
      }),
    })
    return results.map((result) => {
      const isBack = result.outcome === 'ready' || result.outcome === 'done'
      if (!isBack) return result
      const isNew = done.get(result.id ?? '')?.isCreated === true
      return { ...result, isNew, issues: keptIssues.get(result.position) ?? {} }
    })
  },
  // Jobs made by earlier versions do not have `fields`.
  fields: ({ input }) => inputOf(input).fields ?? [],
  canUndo: () => false,
}

interface UndoInput {
  readonly job: string
  /** The undone action. Absent: the job edited or imported records. */
  readonly action?: string
  readonly fields?: readonly string[]
}

/** As stored by `undoJob`. */
const inputOf = (input: unknown) => input as UndoInput

/** Returns how the server undoes an action; undefined if the undo restores fields. */
export function jobUndoOf(
  code: ResourceCode | undefined,
  action: string | undefined,
): JobUndo | undefined {
  const server = code?.actions?.[action ?? '']
  return server && 'workAll' in server ? server.undo : undefined
}

/**
 * Returns the changes that the job made to some records. If it changed a record twice, combines the
 * oldest old values with the newest new values.
 */
async function readJobChanges(
  queries: Queries,
  resource: AnyResource,
  { jobId, rows }: { readonly jobId: string; readonly rows: readonly JobRow[] },
): Promise<ReadonlyMap<string, JobChange>> {
  const changes = await queries.query<{
    record_id: string
    version: number
    before: Values | null
    after: Values | null
  }>(
    `select record_id, version, before, after from change where job_id = $1 and resource = $2 and record_id = any($3::uuid[])
     order by record_id, version`,
    [jobId, resource.name, rows.flatMap(({ recordId }) => recordId ?? [])],
  )
  const done = new Map<string, JobChange>()
  for (const { record_id: id, version, before, after } of changes) {
    const previous = done.get(id)
    done.set(id, {
      isCreated: previous?.isCreated ?? before === null,
      version,
      before: { ...valuesToWrite(resource, before), ...previous?.before },
      after: { ...previous?.after, ...valuesToWrite(resource, after) },
    })
  }
  return done
}

interface Reversal {
  readonly values: Values | RowRefusal
  /** Fields that keep their current value, with the reason. */
  readonly issues: FieldIssues
}

/** Returns the values to restore, or the reason why none can be restored. */
function reverseChange(
  resource: AnyResource,
  done: JobChange | undefined,
  stored: StoredRecord | null,
): Reversal {
  const keep = (issues: FieldIssues): Reversal => ({ values: { verdict: 'kept', issues }, issues })
  if (!done || !stored) return keep(rowIssue('undo.changedSince'))
  if (done.isCreated)
    return stored.version === done.version
      ? { values: {}, issues: {} }
      : keep(rowIssue('undo.changedSince'))
  const isCurrent = (name: string, value: unknown) =>
    isSame(historyValue(resource, name, stored.values[name]), value)
  const changed = Object.keys(done.before).filter((name) => Object.hasOwn(resource.fields, name))
  // Values of fields that no longer exist cannot be restored.
  const hasRemovedFields = changed.length < Object.keys(done.before).length
  const unreverted = changed.filter((name) => !isCurrent(name, done.before[name]))
  // The history only has masks of encrypted values, which cannot be restored.
  const revertible = unreverted.filter(
    (name) => isCurrent(name, done.after[name]) && !isEncrypted(fieldOf(resource, name)),
  )
  const issues = {
    ...Object.fromEntries(
      unreverted.filter((name) => !revertible.includes(name)).map((name) => [name, changedSince]),
    ),
    ...(hasRemovedFields && rowIssue('undo.fieldGone')),
  }
  const state = resource.workflow?.field
  // A transition is undone completely or not at all.
  if (
    revertible.length === 0
      ? unreverted.length > 0 || hasRemovedFields
      : state !== undefined && Object.hasOwn(issues, state)
  )
    return keep(issues)
  return { values: Object.fromEntries(revertible.map((name) => [name, done.before[name]])), issues }
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
