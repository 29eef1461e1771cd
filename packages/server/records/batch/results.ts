/** Builds the result of a batch row. */
import type { Registry } from '@matricola/schema/registry.ts'
import { AppError, type ErrorCode, isSingleRecordError } from '@matricola/schema/wire/errors.ts'
import { type JobOutcome, rowIssue } from '@matricola/schema/wire/jobs.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { translateError } from '../../database/translate-error.ts'
import type { Permit } from '../../policy/permit.ts'
import { historyValue, type Values } from '../../sql/storage.ts'
import type { StoredRecord } from '../reading/get-record.ts'
import type { BatchContext, BatchResult, BatchRow, RowRefusal } from './types.ts'

interface RowOutcome {
  readonly outcome: Exclude<JobOutcome, 'pending' | 'skipped' | 'ready' | 'done'>
  readonly issues?: FieldIssues
}

export const outcomeOfRefusal = ({ verdict, issues }: RowRefusal): RowOutcome => ({
  outcome: verdict,
  ...(issues && { issues }),
})

/** The result of a row that is not written. */
export const rejectedResult = (
  row: BatchRow,
  stored: StoredRecord | null,
  { outcome, issues }: RowOutcome,
): BatchResult => ({
  position: row.position,
  id: row.id,
  isNew: row.id === null,
  outcome,
  baseVersion: stored?.version ?? null,
  newVersion: null,
  changes: {},
  issues: issues ?? {},
})

interface WrittenRow {
  readonly id: string
  readonly baseVersion: number | null
  readonly newVersion: number | null
  readonly changes: BatchResult['changes']
  readonly issues?: FieldIssues
}

/** The result of a row that was written, or would be. A new record of a dry run has no id. */
export const writtenResult = (
  row: BatchRow,
  isStored: boolean,
  written: WrittenRow,
): BatchResult => ({
  position: row.position,
  id: row.id === null && !isStored ? null : written.id,
  isNew: row.id === null,
  outcome: isStored ? 'done' : 'ready',
  baseVersion: written.baseVersion,
  newVersion: isStored ? written.newVersion : null,
  changes: written.changes,
  issues: written.issues ?? {},
})

/** Old and new values of the named fields, as the history stores them. */
export function historyChanges(
  { resource }: Permit,
  names: Values,
  before: Values | null,
): BatchResult['changes'] {
  return Object.fromEntries(
    Object.keys(names).map((name) => [
      name,
      [
        before && historyValue(resource, name, before[name]),
        historyValue(resource, name, names[name]),
      ] as const,
    ]),
  )
}

const deniedCodes: readonly ErrorCode[] = [
  'access.denied',
  'record.missing',
  'reauthentication.required',
  'session.required',
]

/**
 * Returns the error if it concerns its row only. Rethrows any other error, such as a lost
 * connection or a bug.
 */
export function rowError(registry: Registry, error: unknown): AppError {
  const appError = translateError(registry, error)
  if (!(appError instanceof AppError) || !isSingleRecordError(appError)) throw error
  return appError
}

/**
 * Converts an error into the result of its row, and logs it if the server is at fault. Rethrows an
 * error that does not concern the row only.
 */
export function outcomeOfError(
  { registry, logFailure }: Pick<BatchContext, 'registry' | 'logFailure'>,
  error: unknown,
): RowOutcome {
  const appError = rowError(registry, error)
  if (appError.status >= 500) logFailure(appError)
  const { code, details } = appError
  if (code === 'record.stale') return { outcome: 'stale' }
  const { fields = {} } = details
  const hasFields = Object.keys(fields).length > 0
  if (code === 'transition.refused' || code === 'transition.notified')
    return {
      outcome: 'state',
      issues: hasFields
        ? fields
        : rowIssue(code, details.allowed && { allowed: details.allowed.join(', ') }),
    }
  if (code === 'input.invalid' || code === 'record.taken')
    return { outcome: 'invalid', issues: hasFields ? fields : rowIssue(code) }
  return {
    outcome: deniedCodes.includes(code) ? 'denied' : 'invalid',
    issues: hasFields ? fields : rowIssue(code),
  }
}
