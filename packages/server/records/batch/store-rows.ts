/** Stores rows of a batch: many in one statement, or one by one, each behind its own savepoint. */

import { groupBy } from '@matricola/schema/group-by.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { uniqueGroups } from '../../database/keys.ts'
import { atSavepoint } from '../../database/savepoint.ts'
import type { WriteDraft, WriteEvent } from '../hooks.ts'
import { mustStoreAlone } from '../writing/plan.ts'
import { hookIssues, prepareWrites, withDerivedCodes } from '../writing/prepare.ts'
import { referenceIssues } from '../writing/references.ts'
import { storeWrite, storeWrites } from '../writing/store-write.ts'
import { findConflicts } from './conflicts.ts'
import {
  historyChanges,
  outcomeOfError,
  rejectedResult,
  rowError,
  writtenResult,
} from './results.ts'
import type { BatchContext, BatchResult, BatchRow } from './types.ts'

/** A row with its write, validated as far as the declaration allows. */
export interface DraftRow {
  readonly row: BatchRow
  readonly draft: WriteDraft
}

/** A row whose write passed every check but those of the database. */
interface PreparedRow {
  readonly row: BatchRow
  readonly event: WriteEvent
}

/**
 * Runs `prepare` and derives values. Returns the rows to store, and the results of those that were
 * rejected.
 */
async function prepareRows(context: BatchContext, drafts: readonly DraftRow[]) {
  const results: BatchResult[] = []
  const { hooks, source, at } = context
  const answers = await prepareWrites(
    source,
    hooks,
    drafts.map(({ draft }) => draft),
    at,
  )
  const prepared = drafts.flatMap(({ row, draft }, i): PreparedRow[] => {
    const event = answers[i]
    if (event instanceof AppError)
      results.push(rejectedResult(row, draft.before, outcomeOfError(context, event)))
    return event === undefined || event instanceof AppError ? [] : [{ row, event }]
  })
  const events = await withDerivedCodes(
    source,
    prepared.map(({ event }) => event),
  )
  return {
    rows: prepared.map(({ row, event }, i): PreparedRow => ({ row, event: events[i] ?? event })),
    results,
  }
}

const isNew = ({ event: { before } }: PreparedRow) => before === null

/**
 * Stores the rows. A dry run writes nothing for rows that are certain to succeed, except those that
 * later rows must see.
 */
export async function storeAll(
  context: BatchContext,
  drafts: readonly DraftRow[],
): Promise<BatchResult[]> {
  const { batch, hooks, source } = context
  const { resource } = batch.permit
  const { rows, results } = await prepareRows(context, drafts)
  const unique = new Set(uniqueGroups(resource).flat())
  const touchesUniqueFields = ({ event: { before, changed } }: PreparedRow) =>
    before === null || Object.keys(changed).some((name) => unique.has(name))
  const candidates = rows.filter(touchesUniqueFields).map(({ event }) => event)
  const conflicting =
    batch.commit || candidates.length === 0
      ? new Set<string>()
      : await findConflicts(source, resource, candidates)
  // A row may take a value that another row gives up, so one uncertain change makes all changes
  // uncertain.
  const hasNoConflict = (one: PreparedRow) =>
    isNew(one)
      ? !conflicting.has(one.event.id)
      : conflicting.size === 0 || !touchesUniqueFields(one)
  const isCertain = (one: PreparedRow) =>
    !batch.commit && hasNoConflict(one) && !mustStoreAlone(hooks, one.event)
  // Changes come first, because a new record may take a value that a change gives up.
  for (const rowsOfKind of [rows.filter((one) => !isNew(one)), rows.filter(isNew)]) {
    const valid = await keepValid(context, rowsOfKind, results)
    results.push(...valid.filter(isCertain).map((one) => doneResult(context, one)))
    const groups = groupBy(
      valid.filter((one) => !isCertain(one)),
      (one) => (isNew(one) ? '' : Object.keys(one.event.changed).sort().join()),
    )
    for (const group of groups.values()) results.push(...(await storeGroup(context, group)))
  }
  return results
}

/**
 * Returns the rows that pass reference checks and the `validate` hook. Adds the results of the
 * others to `results`.
 */
async function keepValid(
  { batch, source, hooks, queries }: BatchContext,
  rows: readonly PreparedRow[],
  results: BatchResult[],
): Promise<PreparedRow[]> {
  if (rows.length === 0) return []
  const events = rows.map(({ event }) => event)
  const referenceErrors = await referenceIssues(source, batch.permit, events)
  const hookErrors = await hookIssues(hooks, queries, events)
  return rows.filter(({ row, event }, index) => {
    const issues = { ...referenceErrors[index], ...hookErrors[index] }
    const isValid = Object.keys(issues).length === 0
    if (!isValid) results.push(rejectedResult(row, event.before, { outcome: 'invalid', issues }))
    return isValid
  })
}

/**
 * Stores a group in one statement; if that fails because of some rows, stores them one by one. New
 * rows of a dry run always go one by one.
 */
async function storeGroup(
  context: BatchContext,
  group: readonly PreparedRow[],
): Promise<BatchResult[]> {
  const { batch, hooks, source, queries } = context
  const events = group.map(({ event }) => event)
  const [first] = group
  if (first && (batch.commit || !isNew(first)))
    try {
      const warnings = await atSavepoint(queries, 'many_rows', () =>
        storeWrites(source, hooks, queries, events),
      )
      return group.map((one) => ({
        ...doneResult(context, one),
        issues: warnings.get(one.event.id) ?? {},
      }))
    } catch (error) {
      // Rethrows an error that is not about a row.
      rowError(context.registry, error)
    }
  const results: BatchResult[] = []
  for (const one of group) results.push(await storeOne(context, one))
  return results
}

/** Stores one row and runs its hooks. */
async function storeOne(context: BatchContext, one: PreparedRow): Promise<BatchResult> {
  const { hooks, source, queries } = context
  const { row, event } = one
  try {
    const { record, warnings } = await atSavepoint(queries, 'one_row', () =>
      storeWrite(source, hooks, event),
    )
    if (!record) return rejectedResult(row, event.before, { outcome: 'stale' })
    return { ...doneResult(context, one), issues: warnings.get(event.id) ?? {} }
  } catch (error) {
    return rejectedResult(row, event.before, outcomeOfError(context, error))
  }
}

/** The result of a row that was stored, or would be stored without a dry run. */
const doneResult = (
  { batch: { permit, commit } }: BatchContext,
  { row, event: { id, before, changed } }: PreparedRow,
): BatchResult =>
  writtenResult(row, commit, {
    id,
    baseVersion: before?.version ?? null,
    newVersion: (before?.version ?? 0) + 1,
    changes: historyChanges(permit, changed, before?.values ?? null),
  })
