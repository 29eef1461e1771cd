/** Rows of a batch that nothing but their own columns belongs to: stored many at once. */
import { AppError } from '#model/errors.ts'
import { storedEntries } from '#model/resource.ts'
import { uniqueGroups } from '#server/database/keys.ts'
import type { PlannedChange } from './batch-plan.ts'
import { referenceIssues } from './batch-references.ts'
import { refusalOf, refused } from './batch-results.ts'
import { changeDone, newDone, type PlannedNew, type Storing, storeChange, storeNew } from './batch-single.ts'
import { type Stored, storeMany } from './batch-statement.ts'
import type { BatchResult } from './batch-types.ts'
import { atSavepoint } from './savepoint.ts'
import type { Values } from './storage.ts'

/** What a group of rows has in common, whether they change records or make them. */
interface Plain<Planned> {
  readonly action: string
  readonly storedAs: (planned: Planned) => Stored
  readonly alone: (storing: Storing, planned: Planned) => Promise<BatchResult>
  readonly done: (storing: Storing, planned: Planned) => BatchResult
}

/** Stores changes in one statement for each group that sets the same fields. Where the plan alone is sure, a trial writes nothing. */
export async function storeChanges(storing: Storing, changes: readonly PlannedChange[]): Promise<BatchResult[]> {
  const { batch } = storing
  const { sound, results } = await withSoundReferences(storing, changes, ({ set, record }) => ({ changed: set, record }))
  const plain: Plain<PlannedChange> = { action: batch.action, storedAs: storedChange, alone: storeChange, done: changeDone }
  const unique = new Set(uniqueGroups(batch.permit.resource).flat())
  const isSure = ({ set }: PlannedChange) => !batch.commit && !Object.keys(set).some((name) => unique.has(name))
  results.push(...sound.filter(isSure).map((change) => changeDone(storing, change)))
  const groups = new Map<string, PlannedChange[]>()
  for (const change of sound) {
    if (isSure(change)) continue
    const key = Object.keys(change.set).sort().join()
    const group = groups.get(key)
    if (group) group.push(change)
    else groups.set(key, [change])
  }
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

/** Stores new records in one statement. */
export async function storeNews(storing: Storing, news: readonly PlannedNew[]): Promise<BatchResult[]> {
  const { sound, results } = await withSoundReferences(storing, news, ({ insert: { event } }) => event)
  const names = storedEntries(storing.batch.permit.resource).map(([name]) => name)
  const plain: Plain<PlannedNew> = {
    action: 'create',
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

/** The rows whose references may be set, and the answers of the others. */
async function withSoundReferences<Planned extends PlannedChange | PlannedNew>(
  { batch, source }: Storing,
  planned: readonly Planned[],
  referring: (planned: Planned) => { readonly changed: Values; readonly record: Values },
): Promise<{ readonly sound: Planned[]; readonly results: BatchResult[] }> {
  const issues = planned.length === 0 ? [] : await referenceIssues(source, batch.permit, planned.map(referring))
  const isSound = (at: number) => Object.keys(issues[at] ?? {}).length === 0
  const results = planned.flatMap((one, at) =>
    isSound(at)
      ? []
      : [refused(batch.permit, one.row, 'stored' in one ? one.stored : null, { outcome: 'invalid', issues: issues[at] ?? {} })],
  )
  return { sound: planned.filter((_, at) => isSound(at)), results }
}

/** One statement for all; when it fails for a reason of some of them, each on its own. */
async function storeGroup<Planned>(storing: Storing, group: readonly Planned[], plain: Plain<Planned>): Promise<BatchResult[]> {
  const { batch, source, queries, at } = storing
  const rows = group.map(plain.storedAs)
  try {
    await atSavepoint(queries, 'many_rows', async () => {
      const stored = await storeMany(source, queries, { permit: batch.permit, action: plain.action, at, rows })
      if (stored !== rows.length) throw new AppError('record.stale')
    })
    return group.map((planned) => plain.done(storing, planned))
  } catch (error) {
    // Throws again what is nobody's own.
    refusalOf(error)
    const results: BatchResult[] = []
    for (const planned of group) results.push(await plain.alone(storing, planned))
    return results
  }
}
