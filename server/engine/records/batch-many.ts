/** Rows of a batch that nothing but their own columns belongs to: stored many at once. */
import { AppError } from '#model/errors.ts'
import { grouped } from '#model/grouped.ts'
import { storedEntries } from '#model/resource.ts'
import { uniqueGroups } from '#server/engine/database/keys.ts'
import { atSavepoint } from '#server/engine/database/savepoint.ts'
import type { Values } from '../sql/storage.ts'
import { contested } from './batch-contested.ts'
import type { PlannedChange } from './batch-plan.ts'
import { referenceIssues } from './batch-references.ts'
import { refusalOf, refused } from './batch-results.ts'
import { changeDone, completedNews, newDone, type PlannedNew, type Storing, storeChange, storeNew } from './batch-single.ts'
import { type Stored, storeMany } from './batch-statement.ts'
import type { BatchResult } from './batch-types.ts'
import type { WriteEvent } from './hooks.ts'

/** Parts that a group of rows has in common, whether they change records or make them. */
interface Plain<Planned> {
  readonly eventOf: (planned: Planned) => WriteEvent
  readonly action: string
  readonly storedAs: (planned: Planned) => Stored
  readonly alone: (storing: Storing, planned: Planned) => Promise<BatchResult>
  readonly done: (storing: Storing, planned: Planned) => BatchResult
}

/** Stores changes and new records, or tries them: where the plan alone is sure that they could be stored, a trial writes nothing. */
export async function storePlanned(
  storing: Storing,
  { changes, news: planned }: { readonly changes: readonly PlannedChange[]; readonly news: readonly PlannedNew[] },
): Promise<BatchResult[]> {
  const { resource } = storing.batch.permit
  const news = await completedNews(storing, planned)
  const unique = new Set(uniqueGroups(resource).flat())
  const isTouching = ({ set }: PlannedChange) => Object.keys(set).some((name) => unique.has(name))
  const candidates = [
    ...changes.filter(isTouching).map(({ stored: { id }, record }) => ({ id, record })),
    ...news.map(({ insert: { event } }) => event),
  ]
  const taken = storing.batch.commit || candidates.length === 0 ? new Set<string>() : await contested(storing.source, resource, candidates)
  return [
    // A value that one row gives up another may take: all of them are tried as soon as one is not sure.
    ...(await storeChanges(storing, changes, (change) => taken.size === 0 || !isTouching(change))),
    ...(await storeNews(storing, news, ({ insert: { event } }) => !taken.has(event.id))),
  ]
}

/** Stores changes in one statement for each group that sets the same fields. */
async function storeChanges(
  storing: Storing,
  changes: readonly PlannedChange[],
  isFree: (change: PlannedChange) => boolean,
): Promise<BatchResult[]> {
  const { batch } = storing
  const { sound, results } = await onlySound(storing, changes, ({ event }) => event)
  const plain: Plain<PlannedChange> = {
    action: batch.action,
    eventOf: ({ event }) => event,
    storedAs: storedChange,
    alone: storeChange,
    done: changeDone,
  }
  const isSure = (change: PlannedChange) => !batch.commit && isFree(change)
  results.push(...sound.filter(isSure).map((change) => changeDone(storing, change)))
  const unsure = sound.filter((change) => !isSure(change))
  const groups = grouped(unsure, ({ set }) => Object.keys(set).sort().join())
  for (const group of groups.values()) results.push(...(await storeGroup(storing, group, plain)))
  return results
}

const storedChange = ({ stored, set, record }: PlannedChange): Stored => ({
  id: stored.id,
  from: stored.version,
  values: sortedByName(set),
  noted: set,
  before: stored.values,
  record,
})

/** Rows of a group name their fields in the same order. */
const sortedByName = (values: Values): Values => Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Stores new records in one statement; a trial stores those alone that may not be free to be. */
async function storeNews(storing: Storing, news: readonly PlannedNew[], isFree: (planned: PlannedNew) => boolean): Promise<BatchResult[]> {
  const { sound, results } = await onlySound(storing, news, ({ insert: { event } }) => event)
  if (!storing.batch.commit) {
    for (const planned of sound) results.push(isFree(planned) ? newDone(storing, planned) : await storeNew(storing, planned))
    return results
  }
  const names = storedEntries(storing.batch.permit.resource).map(([name]) => name)
  const plain: Plain<PlannedNew> = {
    action: 'create',
    eventOf: ({ insert: { event } }) => event,
    storedAs: ({ insert: { event } }) => ({
      id: event.id,
      from: null,
      values: Object.fromEntries(names.map((name) => [name, event.record[name] ?? null])),
      noted: event.changed,
      before: null,
      record: event.record,
    }),
    alone: storeNew,
    done: newDone,
  }
  if (sound.length > 0) results.push(...(await storeGroup(storing, sound, plain)))
  return results
}

/** The rows that refer to what they may and that the hooks have nothing against, and the answers of the others. */
async function onlySound<Planned extends PlannedChange | PlannedNew>(
  { batch, source, hooks }: Storing,
  planned: readonly Planned[],
  writeOf: (planned: Planned) => WriteEvent,
): Promise<{ readonly sound: Planned[]; readonly results: BatchResult[] }> {
  if (planned.length === 0) return { sound: [], results: [] }
  const writes = planned.map(writeOf)
  const [referred, own] = [await referenceIssues(source, batch.permit, writes), await hooks?.issuesOf?.(writes)]
  const issuesAt = (at: number) => ({ ...referred[at], ...own?.[at] })
  const results = planned.flatMap((one, at) => {
    const issues = issuesAt(at)
    if (Object.keys(issues).length === 0) return []
    return [refused(batch.permit, one.row, 'stored' in one ? one.stored : null, { outcome: 'invalid', issues })]
  })
  const answered = new Set(results.map(({ position }) => position))
  return { sound: planned.filter(({ row }) => !answered.has(row.position)), results }
}

/** One statement for all; when it fails for a reason of some of them, each on its own. */
async function storeGroup<Planned>(storing: Storing, group: readonly Planned[], plain: Plain<Planned>): Promise<BatchResult[]> {
  const { batch, hooks, source, queries, at } = storing
  const rows = group.map(plain.storedAs)
  try {
    const notes = await atSavepoint(queries, 'many_rows', async () => {
      const stored = await storeMany(source, queries, { permit: batch.permit, action: plain.action, at, rows })
      if (stored !== rows.length) throw new AppError('record.stale')
      return await hooks?.afterWrites?.(queries, group.map(plain.eventOf), (resource) => source.totals.forget(resource))
    })
    return group.map((planned) => ({ ...plain.done(storing, planned), issues: notes?.get(plain.eventOf(planned).id) ?? {} }))
  } catch (error) {
    // Throws again what is nobody's own.
    refusalOf(error)
    const results: BatchResult[] = []
    for (const planned of group) results.push(await plain.alone(storing, planned))
    return results
  }
}
