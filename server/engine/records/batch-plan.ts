/** One row of a batch judged by the record as it is stored: what would be written, or why nothing is. */
import { AppError, invalidInput } from '#model/errors.ts'
import { rowIssue } from '#model/jobs.ts'
import { recordIssues } from '#model/validation.ts'
import type { Values } from '../sql/storage.ts'
import { refusalOf, refused } from './batch-results.ts'
import { type Batch, type BatchResult, type BatchRow, isVerdict } from './batch-types.ts'
import type { StoredRecord } from './find.ts'
import type { Hooks, WriteEvent } from './hooks.ts'
import { differing, mayUpdate } from './update.ts'

/** A change that passed every check but those of the database. */
export interface PlannedChange {
  readonly row: BatchRow
  readonly stored: StoredRecord
  /** Fields that get another value, and the whole record after it. */
  readonly set: Values
  readonly record: Values
  readonly event: WriteEvent
}
export const isPlanned = (value: object): value is PlannedChange => 'event' in value

export interface Judging {
  readonly batch: Batch
  readonly hooks: Hooks | undefined
  readonly at: Date
}

/** The record of a row if the caller may change it and it is the one that was seen; else the answer. */
export function admitted({ permit }: Batch, row: BatchRow, stored: StoredRecord | undefined): StoredRecord | BatchResult {
  if (!stored) return refused(permit, row, null, { outcome: 'denied', issues: rowIssue('record.missing') })
  if (!mayUpdate(permit, { ...stored.values, id: stored.id }))
    return refused(permit, row, stored, { outcome: 'denied', issues: rowIssue('access.denied') })
  if (row.version !== null && row.version !== stored.version) return refused(permit, row, stored, { outcome: 'stale' })
  return stored
}
export const isAdmitted = (value: StoredRecord | BatchResult): value is StoredRecord => 'values' in value

/** The change that a row asks for, or its answer where there is nothing to write. Throws what is not the row's own failure. */
export async function planChange({ batch, hooks, at }: Judging, row: BatchRow, stored: StoredRecord): Promise<PlannedChange | BatchResult> {
  const { permit, action, extras = {} } = batch
  try {
    const wanted = row.wanted(stored)
    if (isVerdict(wanted)) return refused(permit, row, stored, { outcome: wanted.verdict, ...(wanted.issues && { issues: wanted.issues }) })
    const changed = differing(stored.values, wanted)
    if (Object.keys(changed).length === 0) return refused(permit, row, stored, { outcome: 'same' })
    const merged = { ...stored.values, ...changed }
    const issues = recordIssues(permit.resource, merged, permit.asker)
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    const planned = { permit, action, before: stored, changed, record: merged, extras }
    const prepared = await hooks?.beforeUpdate?.(planned)
    const set = { ...changed, ...prepared?.set }
    const record = { ...merged, ...prepared?.set }
    const event = { ...planned, changed: set, record, id: stored.id, carry: prepared?.carry, at: at.toISOString() }
    return { row, stored, set, record, event }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(permit, row, stored, refusalOf(error))
  }
}
