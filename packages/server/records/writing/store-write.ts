/** Stores planned writes and everything that belongs to them: one write, or many writes of the same shape at once. */

import { storedEntries } from '@matricola/schema/resource.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, Issue, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import { claimFiles, findFileById } from '../../session/file-records.ts'
import type { Values } from '../../sql/storage.ts'
import { appliesTo, type Hooks, type WriteEvent } from '../hooks.ts'
import { unlessAffected } from '../reading/selected-detail.ts'
import type { RecordSource } from '../source.ts'
import { changesAccountLink, queueAccountLinkEmails } from './account-links.ts'
import { causesNotification, sendNotifications } from './notifications.ts'
import { filesToClaim, hookIssues } from './plan.ts'
import { type RowToStore, storeMany, storeOne } from './statement.ts'

interface StoreOptions {
  /** Recorded in the history. */
  readonly reason?: string | null
  /** Further work in the write's transaction. */
  readonly afterwards?: ((queries: Queries, event: WriteEvent) => Promise<void>) | undefined
}

type WarningsById = ReadonlyMap<string, FieldIssues>

/** The stored record as the caller may see it; null if it no longer had the expected version. */
interface StoreResult {
  readonly record: WireRecord | null
  readonly warnings: WarningsById
}

/**
 * Stores one write. It opens a transaction only if more than one statement is needed. Throws `input.invalid` if a hook or a
 * reference check rejects the write, and the errors of the hooks.
 */
export async function storeWrite(
  source: RecordSource,
  hooks: Hooks | undefined,
  event: WriteEvent,
  { reason, afterwards }: StoreOptions = {},
): Promise<StoreResult> {
  const { validate } = hooks ?? {}
  const isValidatedLater = typeof validate === 'object' && validate.locksRows === true && appliesTo(validate, event)
  if (!isValidatedLater) await assertValidByHooks(hooks, source.database, event)
  const { permit, action, at } = event
  const store = async (queries: Queries): Promise<StoreResult> => {
    if (isValidatedLater) await assertValidByHooks(hooks, queries, event)
    const writes = { permit, action, at: new Date(at), rows: [toStoredRow(event)], reason }
    const record = await storeOne(source, queries, writes, event.before ? unlessAffected(hooks?.selectedDetail, event.changed) : undefined)
    const warnings = record ? await finishWrites(source, hooks, queries, [event]) : new Map<string, never>()
    if (record) await afterwards?.(queries, event)
    return { record, warnings: warnings }
  }
  const hasMore =
    isValidatedLater ||
    afterwards ||
    filesToClaim(event).length > 0 ||
    causesNotification(event) ||
    changesAccountLink(event) ||
    appliesTo(hooks?.after, event)
  return hasMore ? source.database.transaction(store) : store(source.database)
}

async function assertValidByHooks(hooks: Hooks | undefined, queries: Queries, event: WriteEvent): Promise<void> {
  const [issues = {}] = await hookIssues(hooks, queries, [event])
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/**
 * Stores writes that create records, or change the same fields, in one statement. Throws `record.stale` if a version does not
 * match.
 */
export async function storeWrites(
  source: RecordSource,
  hooks: Hooks | undefined,
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<WarningsById> {
  const [first] = events
  if (!first) return new Map()
  const { permit, action, at } = first
  const stored = await storeMany(source, queries, { permit, action, at: new Date(at), rows: events.map(toStoredRow) })
  if (stored !== events.length) throw new AppError('record.stale')
  return finishWrites(source, hooks, queries, events)
}

/** Rows in one statement store the same columns: all columns for new records, and the changed columns for updates. */
const toStoredRow = ({ permit: { resource }, id, before, changed, record }: WriteEvent): RowToStore => ({
  id,
  from: before?.version ?? null,
  values: before ? sortedByName(changed) : Object.fromEntries(storedEntries(resource).map(([name]) => [name, record[name] ?? null])),
  recorded: changed,
  before: before?.values ?? null,
  record,
})

const sortedByName = (values: Values): Values => Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * Completes the transaction of the writes: claims their files, sends notifications and emails, and runs the `after` hooks. Earlier
 * documents in a field are kept, but earlier pictures are not. Returns the warnings of each record by id. Throws the errors of the
 * hooks, and `input.invalid` for a file that is unknown, belongs to another user or record, or has a format that its field does not
 * accept.
 */
async function finishWrites(
  { totals }: Pick<RecordSource, 'totals'>,
  hooks: Hooks | undefined,
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<WarningsById> {
  const warnings = new Map<string, FieldIssues>()
  for (const event of events) await takeFiles(queries, event)
  await sendNotifications(queries, events)
  await queueAccountLinkEmails(queries, events)
  const applicable = events.filter((event) => appliesTo(hooks?.after, event))
  if (!hooks?.after || applicable.length === 0) return warnings
  const work = typeof hooks.after === 'function' ? hooks.after : hooks.after.work
  await work(queries, applicable, {
    reportWrite: (resource) => totals.invalidate(resource),
    addWarning: (id, issues) => void warnings.set(id, issues),
  })
  return warnings
}

async function takeFiles(queries: Queries, event: WriteEvent): Promise<void> {
  const { permit, id, at, before } = event
  const files = filesToClaim(event).map(({ name, ...file }) => ({ field: name, ...file }))
  if (files.length === 0) return
  const claim = { files, ownerId: permit.actor.id, resource: permit.resource.name, recordId: id, isNew: before === null }
  const claimedRows = await claimFiles(queries, claim, new Date(at))
  const missing = files.find(({ fileId }) => !claimedRows.has(fileId))
  if (!missing) return
  const { field, fileId, accept } = missing
  const file = await findFileById(queries, fileId)
  const isOwn = file?.claimed_at === null && file.owner_id === claim.ownerId && file.state !== 'unreadable'
  const issue: Issue = isOwn
    ? { code: 'file.notAccepted', params: { formats: accept.map((kind) => kind.toUpperCase()).join(', ') } }
    : { code: 'file.unknown' }
  throw invalidInput({ [field]: [issue] })
}
