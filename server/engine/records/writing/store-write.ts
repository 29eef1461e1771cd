/** Stores planned writes and everything that belongs to them: one write, or many of the same shape at once. */

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
  /** Recorded in the history. */
  readonly reason?: string | null
  /** Further work in the write's transaction. */
  readonly also?: ((queries: Queries, event: WriteEvent) => Promise<void>) | undefined
}

type Notes = ReadonlyMap<string, FieldIssues>

/** The stored record as the caller may see it; null if it no longer had the expected version. */
interface Done {
  readonly record: WireRecord | null
  readonly notes: Notes
}

/**
 * Stores one write. It opens a transaction only if more than one statement is needed. Throws `input.invalid` if a hook or a
 * reference check rejects the write, and what the hooks throw.
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

/** Stores writes that create records, or change the same fields, in one statement. Throws `record.stale` if a version does not match. */
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

/** Rows of one statement store the same columns: new records all of them, updates the changed ones. */
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
 * Does what else belongs to the transaction of the writes: claims their files, sends notifications and emails, runs the `after`
 * hooks. Earlier documents in a field are kept, earlier pictures are not. Returns the warnings of each record by id. Throws
 * `input.invalid` for a file that is unknown or belongs to another user or record, and what the hooks throw.
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
