/** Storing writes that passed the plan, with all that belongs to them: one as it is, and many that are alike at once. */

import { storedEntries } from '#model/resource.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { FieldIssues, WireRecord } from '#model/wire/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { claimFiles } from '#server/engine/session/file-records.ts'
import type { Values } from '../../sql/storage.ts'
import { concerns, type Hooks, type WriteEvent } from '../hooks.ts'
import { unlessChanged } from '../reading/page-parts.ts'
import type { Source } from '../source.ts'
import { changesLink, mailOfLinks } from './account-links.ts'
import { bringsNews, notifyOf } from './notices.ts'
import { filesIn, issuesIn } from './plan.ts'
import { type Stored, storeMany, storeOne } from './statement.ts'

interface More {
  /** Stands in the history. */
  readonly reason?: string | null
  /** Further work of the write's transaction. */
  readonly also?: ((queries: Queries, event: WriteEvent) => Promise<void>) | undefined
}

type Notes = ReadonlyMap<string, FieldIssues>

/** A record that was stored, as the caller sees it; null where it no longer has its version. */
interface Done {
  readonly record: WireRecord | null
  readonly notes: Notes
}

/**
 * Stores one write, in a transaction where more than its statement belongs to it. Throws `input.invalid` where the hooks or
 * a reference stand against it, and what the hooks throw.
 */
export async function storeWrite(source: Source, hooks: Hooks | undefined, event: WriteEvent, { reason, also }: More = {}): Promise<Done> {
  const { validate } = hooks ?? {}
  const isHeld = typeof validate === 'object' && validate.holds === true && concerns(validate, event)
  if (!isHeld) await demandValid(hooks, source.database, event)
  const { permit, action, at } = event
  const store = async (queries: Queries): Promise<Done> => {
    if (isHeld) await demandValid(hooks, queries, event)
    const writes = { permit, action, at: new Date(at), rows: [storedAs(event)], reason }
    const record = await storeOne(source, queries, writes, event.before ? unlessChanged(hooks?.beside, event.changed) : undefined)
    const notes = record ? await complete(source, hooks, queries, [event]) : new Map<string, never>()
    if (record) await also?.(queries, event)
    return { record, notes }
  }
  const hasMore = isHeld || also || filesIn(event).length > 0 || bringsNews(event) || changesLink(event) || concerns(hooks?.after, event)
  return hasMore ? source.database.transaction(store) : store(source.database)
}

async function demandValid(hooks: Hooks | undefined, queries: Queries, event: WriteEvent): Promise<void> {
  const [issues = {}] = await issuesIn(hooks, queries, [event])
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/** Stores writes that make records or change the same fields, in one statement. Throws `record.stale` where one has another version. */
export async function storeWrites(
  source: Source,
  hooks: Hooks | undefined,
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<Notes> {
  const [first] = events
  if (!first) return new Map()
  const { permit, action, at } = first
  const stored = await storeMany(source, queries, { permit, action, at: new Date(at), rows: events.map(storedAs) })
  if (stored !== events.length) throw new AppError('record.stale')
  return complete(source, hooks, queries, events)
}

/** All rows of a statement store the same columns: new ones all of them, changes those that they have in common. */
const storedAs = ({ permit: { resource }, id, before, changed, record }: WriteEvent): Stored => ({
  id,
  from: before?.version ?? null,
  values: before ? sortedByName(changed) : Object.fromEntries(storedEntries(resource).map(([name]) => [name, record[name] ?? null])),
  noted: changed,
  before: before?.values ?? null,
  record,
})

const sortedByName = (values: Values): Values => Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * Does what belongs to the transaction of writes beside their statement: the files that they name become the records', an
 * older document stays with its record, an older picture goes; who is to be notified is; then the hooks. Answers what is to be known of each, by its
 * id. Throws `input.invalid` for a file that is another's, another record's or unknown, and what the hooks throw.
 */
async function complete(
  { totals }: Pick<Source, 'totals'>,
  hooks: Hooks | undefined,
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<Notes> {
  const notes = new Map<string, FieldIssues>()
  for (const event of events) await takeFiles(queries, event)
  await notifyOf(queries, events)
  await mailOfLinks(queries, events)
  const concerned = events.filter((event) => concerns(hooks?.after, event))
  if (!hooks?.after || concerned.length === 0) return notes
  const work = typeof hooks.after === 'function' ? hooks.after : hooks.after.work
  await work(queries, concerned, { wrote: (resource) => totals.forget(resource), note: (id, issues) => void notes.set(id, issues) })
  return notes
}

async function takeFiles(queries: Queries, event: WriteEvent): Promise<void> {
  const { permit, id, at, before } = event
  const files = filesIn(event).map(({ name, fileId, keepsOlder }) => ({ field: name, fileId, keepsOlder }))
  if (files.length === 0) return
  const claim = { files, ownerId: permit.actor.id, resource: permit.resource.name, recordId: id, isNew: before === null }
  const claimed = await claimFiles(queries, claim, new Date(at))
  const missing = files.find(({ fileId }) => !claimed.has(fileId))
  if (missing) throw invalidInput({ [missing.field]: [{ code: 'file.unknown' }] })
}
