/**
 * Stores planned writes and everything that belongs to them: one write, or many writes of the same
 * shape at once.
 */

import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, Issue, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import { claimFiles, findFileById } from '../../session/file-records.ts'
import { appliesTo, type Hooks, runHook, type WriteEvent } from '../hooks.ts'
import { unlessAffected } from '../reading/selected-detail.ts'
import type { RecordSource } from '../source.ts'
import { queueAccountLinkEmails } from './account-links.ts'
import { sendNotifications } from './notifications.ts'
import { filesToClaim, isValidatedInTransaction, needsTransaction } from './plan.ts'
import { hookIssues, withValues } from './prepare.ts'
import { writeRow, writeRows } from './statement.ts'

interface StoreOptions {
  /** Recorded in the history. */
  readonly reason?: string | null
  /** Further work in the write's transaction. */
  afterwards?(queries: Queries, event: WriteEvent): Promise<void>
}

type WarningsById = ReadonlyMap<string, FieldIssues>

/** The stored record as the caller may see it; null if it no longer had the expected version. */
interface StoreResult {
  readonly record: WireRecord | null
  readonly warnings: WarningsById
}

/**
 * Stores one write. It opens a transaction only if more than one statement is needed. Throws
 * `input.invalid` if a hook or a reference check rejects the write, and the errors of the hooks.
 */
export async function storeWrite(
  source: RecordSource,
  hooks: Hooks | undefined,
  event: WriteEvent,
  options: StoreOptions = {},
): Promise<StoreResult> {
  const isValidatedLater = isValidatedInTransaction(hooks, event)
  if (!isValidatedLater) await assertValidByHooks(hooks, source.database, event)
  const { before, changed } = event
  const store = async (queries: Queries): Promise<StoreResult> => {
    if (isValidatedLater) await assertValidByHooks(hooks, queries, event)
    const [completed = event] = await completeWrites(hooks, queries, [event])
    const detail = before ? unlessAffected(hooks?.selectedDetail, changed) : undefined
    const record = await writeRow(
      source,
      queries,
      { ...event, rows: [completed], reason: options.reason ?? null },
      detail,
    )
    if (!record) return { record, warnings: new Map() }
    const warnings = await finishWrites(source, hooks, queries, [completed])
    await options.afterwards?.(queries, completed)
    return { record, warnings }
  }
  return options.afterwards || needsTransaction(hooks, event)
    ? source.database.transaction(store)
    : store(source.database)
}

async function assertValidByHooks(
  hooks: Hooks | undefined,
  queries: Queries,
  event: WriteEvent,
): Promise<void> {
  const [issues = {}] = await hookIssues(hooks, queries, [event])
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/**
 * Stores writes that create records, or change the same fields, in one statement. Throws
 * `record.stale` if a version does not match.
 */
export async function storeWrites(
  source: RecordSource,
  hooks: Hooks | undefined,
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<WarningsById> {
  const completed = await completeWrites(hooks, queries, events)
  const [first] = completed
  if (!first) return new Map()
  const written = await writeRows(source, queries, { ...first, rows: completed })
  if (written !== completed.length) throw new AppError('record.stale')
  return finishWrites(source, hooks, queries, completed)
}

/** Runs the `beforeStore` hook and adds the values that it returns. */
async function completeWrites(
  hooks: Hooks | undefined,
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<readonly WriteEvent[]> {
  const values = await runHook(hooks?.beforeStore, events, queries)
  return events.map((event, at) => withValues(event, values[at]))
}

/**
 * Completes the transaction of the writes: claims their files, sends notifications and emails, and
 * runs the `after` hooks. Earlier documents in a field are kept, but earlier pictures are not.
 * Returns the warnings of each record by id. Throws the errors of the hooks, and `input.invalid`
 * for a file that is unknown, belongs to another user or record, or has a format that its field
 * does not accept.
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
  const claim = {
    files,
    ownerId: permit.actor.id,
    resource: permit.resource.name,
    recordId: id,
    isNew: before === null,
  }
  const claimedRows = await claimFiles(queries, claim, new Date(at))
  const missing = files.find(({ fileId }) => !claimedRows.has(fileId))
  if (!missing) return
  const { field, fileId, accept } = missing
  const file = await findFileById(queries, fileId)
  const isOwn =
    file?.claimed_at === null && file.owner_id === claim.ownerId && file.state !== 'unreadable'
  const issue: Issue = isOwn
    ? {
        code: 'file.notAccepted',
        params: { formats: accept.map((kind) => kind.toUpperCase()).join(', ') },
      }
    : { code: 'file.unknown' }
  throw invalidInput({ [field]: [issue] })
}
