/** Stores rows of a batch: many in one statement, or one by one, each behind its own savepoint. */

import { grouped } from '#model/grouped.ts'
import { AppError } from '#model/wire/errors.ts'
import { uniqueGroups } from '#server/engine/database/keys.ts'
import { atSavepoint } from '#server/engine/database/savepoint.ts'
import type { Draft, WriteEvent } from '../hooks.ts'
import { issuesIn, prepared, withDerived } from '../writing/plan.ts'
import { referenceIssues } from '../writing/references.ts'
import { storeWrite, storeWrites } from '../writing/store-write.ts'
import { contested } from './contested.ts'
import { changesOf, refusalOf, refused, rowError, written } from './results.ts'
import type { BatchResult, BatchRow, Storing } from './types.ts'

/** A row with its write, validated as far as the declaration allows. */
export interface DraftRow {
  readonly row: BatchRow
  readonly draft: Draft
}

/** A row whose write passed every check but those of the database. */
interface Planned {
  readonly row: BatchRow
  readonly event: WriteEvent
}

/** Runs `prepare` and derives values. Returns the rows to store, and the results of those that were rejected. */
async function planned(storing: Storing, drafts: readonly DraftRow[]) {
  const results: BatchResult[] = []
  const { hooks, source, at } = storing
  const answers = await prepared(
    source,
    hooks,
    drafts.map(({ draft }) => draft),
    at,
  )
  const passed = drafts.flatMap(({ row, draft }, i): Planned[] => {
    const event = answers[i]
    if (event instanceof AppError) results.push(refused(row, draft.before, refusalOf(storing, event)))
    return event === undefined || event instanceof AppError ? [] : [{ row, event }]
  })
  const events = await withDerived(
    source,
    passed.map(({ event }) => event),
  )
  return { rows: passed.map(({ row, event }, i): Planned => ({ row, event: events[i] ?? event })), results }
}

const isNew = ({ event: { before } }: Planned) => before === null

/** Stores one row before the next one is validated. */
export async function storeAlone(storing: Storing, draft: DraftRow): Promise<BatchResult[]> {
  const { rows, results } = await planned(storing, [draft])
  for (const one of rows) results.push(await storeOne(storing, one))
  return results
}

/** Stores the rows. A dry run writes nothing for rows that are certain to succeed. */
export async function storeAll(storing: Storing, drafts: readonly DraftRow[]): Promise<BatchResult[]> {
  const { batch, source } = storing
  const { resource } = batch.permit
  const { rows, results } = await planned(storing, drafts)
  const unique = new Set(uniqueGroups(resource).flat())
  const isTouching = ({ event: { before, changed } }: Planned) => before === null || Object.keys(changed).some((name) => unique.has(name))
  const candidates = rows.filter(isTouching).map(({ event }) => event)
  const taken = batch.commit || candidates.length === 0 ? new Set<string>() : await contested(source, resource, candidates)
  // A row may take a value that another row gives up, so one uncertain change makes all changes uncertain.
  const isFree = (one: Planned) => (isNew(one) ? !taken.has(one.event.id) : taken.size === 0 || !isTouching(one))
  const isSure = (one: Planned) => !batch.commit && isFree(one)
  // Changes first: a new record may take a value that a change gives up.
  for (const half of [rows.filter((one) => !isNew(one)), rows.filter(isNew)]) {
    const sound = await onlySound(storing, half, results)
    results.push(...sound.filter(isSure).map((one) => doneAs(storing, one)))
    const groups = grouped(
      sound.filter((one) => !isSure(one)),
      (one) => (isNew(one) ? '' : Object.keys(one.event.changed).sort().join()),
    )
    for (const group of groups.values()) results.push(...(await storeGroup(storing, group)))
  }
  return results
}

/** Returns the rows that pass reference checks and the `validate` hook. Adds the results of the others to `results`. */
async function onlySound({ batch, source, hooks, queries }: Storing, rows: readonly Planned[], results: BatchResult[]): Promise<Planned[]> {
  if (rows.length === 0) return []
  const events = rows.map(({ event }) => event)
  const referred = await referenceIssues(
    source,
    batch.permit,
    events.map(({ changed, record, before }) => ({ changed, record, before: before?.values ?? null })),
  )
  const own = await issuesIn(hooks, queries, events)
  return rows.filter(({ row, event }, at) => {
    const issues = { ...referred[at], ...own[at] }
    const isSound = Object.keys(issues).length === 0
    if (!isSound) results.push(refused(row, event.before, { outcome: 'invalid', issues }))
    return isSound
  })
}

/** Stores a group in one statement; if that fails because of some rows, stores them one by one. New rows of a dry run always go one by one. */
async function storeGroup(storing: Storing, group: readonly Planned[]): Promise<BatchResult[]> {
  const { batch, hooks, source, queries } = storing
  const events = group.map(({ event }) => event)
  const [first] = group
  if (first && (batch.commit || !isNew(first)))
    try {
      const notes = await atSavepoint(queries, 'many_rows', () => storeWrites(source, hooks, queries, events))
      return group.map((one) => ({ ...doneAs(storing, one), issues: notes.get(one.event.id) ?? {} }))
    } catch (error) {
      // Rethrows an error that belongs to no row.
      rowError(error)
    }
  const results: BatchResult[] = []
  for (const one of group) results.push(await storeOne(storing, one))
  return results
}

/** Stores one row and runs its hooks. */
async function storeOne(storing: Storing, one: Planned): Promise<BatchResult> {
  const { hooks, source, queries } = storing
  const { row, event } = one
  try {
    const { record, notes } = await atSavepoint(queries, 'one_row', () => storeWrite(source, hooks, event))
    if (!record) return refused(row, event.before, { outcome: 'stale' })
    return { ...doneAs(storing, one), issues: notes.get(event.id) ?? {} }
  } catch (error) {
    return refused(row, event.before, refusalOf(storing, error))
  }
}

/** The result of a row that was stored, or would be. */
const doneAs = ({ batch: { permit, commit } }: Storing, { row, event: { id, before, changed } }: Planned): BatchResult =>
  written(row, commit, {
    id,
    baseVersion: before?.version ?? null,
    madeVersion: (before?.version ?? 0) + 1,
    changes: changesOf(permit, changed, before?.values ?? null),
  })
