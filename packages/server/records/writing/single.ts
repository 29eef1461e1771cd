/** Single-record writes. They return the record or throw. */
import { setTimeout as pause } from 'node:timers/promises'
import { isId } from '@matricola/schema/paths.ts'
import { updateSchema, validateInput } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import { deriveReadPermit, type Permit } from '../../policy/permit.ts'
import { assertRecentPassword } from '../../session/reauthentication.ts'
import type { Values } from '../../sql/storage.ts'
import { isRowRefusal, type RowRefusal } from '../batch/types.ts'
import { cachedSchema } from '../cached-schema.ts'
import type { Hooks, ResourceCode, TransactionContext, WriteDraft, WriteEvent } from '../hooks.ts'
import {
  findStoredRecords,
  getRecord,
  getStoredRecord,
  type StoredRecord,
} from '../reading/get-record.ts'
import { unlessAffected } from '../reading/selected-detail.ts'
import type { ActionCall, InternalChange } from '../records.ts'
import type { RecordSource } from '../source.ts'
import { assertActionAllowed, parseAction } from './action.ts'
import { isDerivedCodeTaken } from './derived-code.ts'
import { hiddenLinkIssues } from './hidden-links.ts'
import { needsNoRecord } from './plan.ts'
import {
  assertUpdatable,
  draftCreate,
  draftUpdate,
  issuesForRole,
  type NewRecord,
  prepareWrites,
  withDerivedCodes,
} from './prepare.ts'
import { writeRow } from './statement.ts'
import { storeWrite } from './store-write.ts'

/** Maximum attempts if concurrent writes interfere and the caller named no version. */
const maxAttempts = 40
/**
 * Longest pause before the next attempt, in milliseconds per attempt so far. It is random, so that
 * competing writes do not collide again.
 */
const pauseMs = 4

/** Maximum attempts to find a derived code that no concurrent write takes. */
const maxCodeAttempts = 5

/**
 * Stores a new record and returns it as the caller may see it. Throws `input.invalid`, and
 * `record.taken` for a duplicate of a unique value.
 */
export async function insertRecord(
  source: RecordSource,
  permit: Permit,
  newRecord: NewRecord,
  hooks: Hooks | undefined,
): Promise<WireRecord> {
  const plan = await prepareOne(source, hooks, draftCreate(permit, newRecord, hooks))
  let refusal: unknown
  for (let attempt = 1; attempt <= maxCodeAttempts; attempt++)
    try {
      const [event = plan] = await withDerivedCodes(source, [plan])
      const { record } = await storeWrite(source, hooks, event)
      if (!record) throw new AppError('server.failed')
      source.totals.invalidate(permit.resource.name)
      return record
    } catch (error) {
      refusal ??= error
      if (!isDerivedCodeTaken(error, permit.resource, plan.record)) break
    }
  throw refusal
}

/** Prepares a draft. Throws the error of a hook that rejects it. */
async function prepareOne(
  source: RecordSource,
  hooks: Hooks | undefined,
  draft: WriteDraft,
): Promise<WriteEvent> {
  const [event = new AppError('server.failed')] = await prepareWrites(source, hooks, [draft])
  if (event instanceof AppError) throw event
  return event
}

/** A change by any kind of call. */
interface RecordUpdate extends Omit<InternalChange, 'id'> {
  /** Null for a resource with a single record. */
  readonly id: string | null
  /** The caller chose the values, so fields that are read-only for the record are rejected. */
  readonly isUserInput?: boolean
}

interface UpdateCall {
  /** The body of the request, not validated. */
  readonly body: unknown
  /** The version of the `If-Match` header. A version in the body takes precedence. */
  readonly ifMatch?: number | undefined
  /** Action in the history; absent: `updateRecord`. */
  readonly action?: 'update' | 'restore'
}

/**
 * Changes fields of a record and returns it. If nothing differs, it succeeds without a new version.
 * Throws `record.missing`, `access.denied`, `record.stale` with the current record, `input.invalid`
 * and `record.taken`.
 */
export async function updateRecord(
  source: RecordSource,
  permit: Permit,
  { body, ifMatch, action = 'update' }: UpdateCall,
  hooks: ResourceCode | undefined,
): Promise<WireRecord> {
  const { resource, role } = permit
  const inputs = hooks?.inputs?.update ?? {}
  const schema = cachedSchema(resource, `update/${role}`, () =>
    z.extend(updateSchema(resource, role), inputs),
  )
  // Most bodies hold only changed fields and pass without reading the record.
  let result = validateInput(schema, body ?? {})
  if (!result.ok && action === 'update') {
    // Routes accept only objects as bodies.
    const changes = await withoutUnchangedInput(
      source,
      deriveReadPermit(permit),
      (body ?? {}) as Values,
      { ifMatch, hooks },
    )
    result = validateInput(schema, changes)
  }
  if (!result.ok) throw invalidInput(issuesForRole(resource, permit, result.fields, 'update'))
  const { id, version, reason, ...given } = result.value as {
    id?: string
    version?: number
    reason?: string | null
    [field: string]: unknown
  }
  const isInput = ([name]: [string, unknown]) => Object.hasOwn(inputs, name)
  const entries = Object.entries(withoutUndefined(given))
  const input = Object.fromEntries(entries.filter(isInput))
  const newValues = Object.fromEntries(entries.filter((entry) => !isInput(entry)))
  const change: RecordUpdate = {
    action,
    id: id ?? null,
    version: version ?? ifMatch,
    reason: reason ?? null,
    input,
    values(record) {
      // A restore may contain hidden links: its values come from the history, not from the caller.
      const issues = action === 'update' ? hiddenLinkIssues(record, newValues) : {}
      if (Object.keys(issues).length > 0) throw invalidInput(issues)
      return newValues
    },
    isUserInput: permit.actor.role !== null,
  }
  const canSkipRead = action === 'update' && needsNoRecord(permit, hooks, newValues)
  return (
    (canSkipRead && (await updateUnread(source, permit, { change, newValues, hooks }))) ||
    changeRecord(source, permit, change, hooks)
  )
}

/**
 * Parts that the server adds to every record and nobody can write. Sending them back unchanged is
 * not an error.
 */
const recordMetadata = ['createdAt', 'updatedAt', '_title', '_titles', '_can']

/**
 * Simple clients read a record, change something and send all of it back. Values that did not
 * change are not treated as input, so it does not matter whether the caller may write them. Changed
 * values are validated as usual. Nothing here makes a field writable.
 *
 * Returns the body of an update without the values that equal those the caller can read: fields in
 * the form in which they are shown (a masked number, the path of a file), timestamps, titles, and
 * the extra parts of the record's page. Returns the body unchanged if the caller may not read the
 * record. Throws `record.stale` for an outdated version, since its values cannot be compared.
 */
async function withoutUnchangedInput(
  source: RecordSource,
  reading: Permit,
  body: Values,
  { ifMatch, hooks }: { readonly ifMatch: number | undefined; readonly hooks: Hooks | undefined },
): Promise<Values> {
  const { resource } = reading
  const current = await findReadable(source, reading, body)
  if (!current) return body
  const version = typeof body.version === 'number' ? body.version : ifMatch
  if (version !== undefined && version !== current.version)
    throw new AppError('record.stale', { current })
  const isUnknownField = (name: string) =>
    !Object.hasOwn(resource.fields, name) &&
    !['id', 'version', 'reason', ...recordMetadata].includes(name)
  const detail = Object.keys(body).some(isUnknownField)
    ? ((await hooks?.detail?.(reading, current)) ?? {})
    : {}
  const isSame = (name: string, value: unknown) =>
    Object.hasOwn(current, name) && JSON.stringify(value) === JSON.stringify(current[name])
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      if ((name === 'id' && !resource.singleton) || name === 'version') return true
      return !Object.hasOwn(detail, name) && !isSame(name, value)
    }),
  )
}

async function findReadable(
  source: RecordSource,
  reading: Permit,
  { id }: Values,
): Promise<WireRecord | null> {
  const { singleton } = reading.resource
  if (!singleton && !(typeof id === 'string' && isId(id))) return null
  try {
    return await getRecord(source, reading, singleton ? null : String(id))
  } catch (error) {
    if (error instanceof AppError && error.code === 'record.missing') return null
    throw error
  }
}

interface UnreadUpdate {
  readonly change: RecordUpdate
  readonly newValues: Values
  readonly hooks: Hooks | undefined
}

/**
 * Stores an update in one statement. Returns null if the record is missing, has another version, or
 * has one of the values already.
 */
async function updateUnread(
  source: RecordSource,
  permit: Permit,
  { change, newValues, hooks }: UnreadUpdate,
): Promise<WireRecord | null> {
  const { id, version, action, reason } = change
  if (id === null || !isId(id)) return null
  const row = { id, before: { version, values: undefined }, changed: newValues, record: newValues }
  const writes = { permit, action, at: source.clock.now().toISOString(), reason, rows: [row] }
  const record = await writeRow(
    source,
    source.database,
    writes,
    unlessAffected(hooks?.selectedDetail, newValues),
  )
  if (record) source.totals.invalidate(permit.resource.name)
  return record
}

const withoutUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/**
 * Whether an action opens a transaction, because it writes on its own instead of setting fields.
 */
export function worksInTransaction(hooks: ResourceCode | undefined, action: string): boolean {
  const server = hooks?.actions?.[action]
  return server !== undefined && !('patches' in server)
}

/**
 * Performs an action or workflow transition on a record. `transaction` is the open transaction,
 * which is also the source's database; an action that writes on its own needs it. Throws as
 * `updateRecord` does, `reauthentication.required` if the action requires a recent password,
 * `transition.refused` with the allowed actions if the record is in the wrong state, and the errors
 * of the action.
 */
export async function performAction(
  source: RecordSource,
  permit: Permit,
  { id, action, body, ifMatch }: ActionCall,
  hooks: ResourceCode | undefined,
  transaction?: TransactionContext,
): Promise<WireRecord> {
  const request = parseAction(permit, hooks, { name: action, body })
  if (request.action.requiresReauthentication && permit.caller)
    assertRecentPassword(permit.caller, source.clock.now())
  const { input, version = ifMatch } = request
  const server = hooks?.actions?.[action]
  if (!server || 'patches' in server) {
    const checkedValues = async (record: StoredRecord): Promise<Values> => {
      assertActionAllowed(permit, request, record)
      const patch =
        (await server?.patches(source.database, [record], request))?.get(record.id) ?? {}
      if (isRowRefusal(patch)) throw errorOfRefusal(patch)
      return { ...request.values, ...patch }
    }
    return changeRecord(
      source,
      permit,
      { action, id, version, values: checkedValues, input },
      hooks,
    )
  }
  if (!transaction) throw new Error(`action "${action}" needs a transaction`)
  const stored = (
    await findStoredRecords(source, deriveReadPermit(permit), { ids: [id], isLocked: true })
  ).get(id)
  assertUpdatable(permit, stored)
  if (version !== undefined && version !== stored.version)
    throw await staleError(source, permit, id)
  assertActionAllowed(permit, request, stored)
  if ('work' in server) await server.work(transaction, stored, request)
  else {
    const result = (await server.workAll(transaction, [stored], request)).get(id)
    if (result && isRowRefusal(result) && result.verdict !== 'same') throw errorOfRefusal(result)
  }
  return getRecord(source, deriveReadPermit(permit), id)
}

/** Converts the refusal of a row to the error of a single call. */
function errorOfRefusal({ verdict, issues }: RowRefusal): AppError {
  if (verdict === 'denied') return new AppError('access.denied')
  if (verdict === 'state')
    return new AppError('transition.refused', { ...(issues && { fields: issues }) })
  return invalidInput(issues ?? {})
}

/**
 * Reads, checks and writes against the version read. The change can set fields that no role may
 * write, if its caller has validated the input. Retries if another write came first and the caller
 * named no version. Throws as `updateRecord` does, and `server.busy` after too many attempts.
 */
export async function changeRecord(
  source: RecordSource,
  permit: Permit,
  change: RecordUpdate,
  hooks: Hooks | undefined,
): Promise<WireRecord> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const written = await tryUpdate(source, permit, change, hooks)
    if (written) return written
    await pause(Math.random() * pauseMs * Math.min(attempt, 10))
  }
  throw new AppError('server.busy')
}

async function staleError(
  source: RecordSource,
  permit: Permit,
  id: string | null,
): Promise<AppError> {
  return new AppError('record.stale', {
    current: await getRecord(source, deriveReadPermit(permit), id),
  })
}

async function tryUpdate(
  source: RecordSource,
  permit: Permit,
  change: RecordUpdate,
  hooks: Hooks | undefined,
): Promise<WireRecord | null> {
  const { id, version, action, input = {}, isUserInput = false } = change
  const before = await getStoredRecord(source, deriveReadPermit(permit), id)
  assertUpdatable(permit, before)
  if (version !== undefined && version !== before.version)
    throw await staleError(source, permit, id)
  const draft = draftUpdate(permit, before, {
    newValues: await change.values(before),
    action,
    input,
    isUserInput,
  })
  if (!draft) return getRecord(source, deriveReadPermit(permit), id)
  const event = await prepareOne(source, hooks, draft)
  const { record } = await storeWrite(source, hooks, event, change)
  source.totals.invalidate(permit.resource.name)
  if (!record && version !== undefined) throw await staleError(source, permit, id)
  return record
}
