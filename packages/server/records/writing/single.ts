/** Single-record writes. They return the record or throw. */
import { setTimeout as pause } from 'node:timers/promises'
import { grantOf } from '@matricola/schema/access.ts'
import { isId } from '@matricola/schema/paths.ts'
import { evaluate } from '@matricola/schema/predicate.ts'
import { updateSchema, validateInput } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { derivePermit, type Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { isRowRefusal, type RowRefusal } from '../batch/types.ts'
import { cachedSchema } from '../cached-schema.ts'
import type { ActionRequest, Hooks, ResourceCode, WriteDraft, WriteEvent } from '../hooks.ts'
import { findStoredRecords, getRecord, getStoredRecord, type StoredRecord } from '../reading/get-record.ts'
import { unlessAffected } from '../reading/selected-detail.ts'
import type { ActionCall, InternalChange } from '../records.ts'
import type { RecordSource } from '../source.ts'
import { assertActionAllowed, parseAction } from './action.ts'
import { isDerivedCodeTaken } from './derived-code.ts'
import { hiddenLinkIssues } from './hidden-links.ts'
import { needsNoRecord } from './plan.ts'
import { draftCreate, draftUpdate, issuesForRole, type NewRecord, prepareWrites, withDerivedCodes } from './prepare.ts'
import { writeRow } from './statement.ts'
import { storeWrite } from './store-write.ts'
import { withoutUnchangedInput } from './unchanged-input.ts'

/** Maximum attempts if concurrent writes interfere and the caller named no version. */
const maxAttempts = 40
/**
 * Longest pause before the next attempt, in milliseconds per attempt so far. It is random, so that competing writes do not collide
 * again.
 */
const pauseMs = 4

/** Maximum attempts to find a derived code that no concurrent write takes. */
const maxCodeAttempts = 5

/**
 * Stores a new record and returns it as the caller may see it. Throws `input.invalid`, and `record.taken` for a duplicate of a
 * unique value.
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
async function prepareOne(source: RecordSource, hooks: Hooks | undefined, draft: WriteDraft): Promise<WriteEvent> {
  const [event = new AppError('server.failed')] = await prepareWrites(source, hooks, [draft])
  if (event instanceof AppError) throw event
  return event
}

/** A change by any kind of call. `id` is null for a resource with a single record. */
type RecordUpdate = Omit<InternalChange, 'id' | 'version' | 'reason' | 'input'> & {
  readonly id: string | null
  readonly version: number | undefined
  readonly reason: string | null
  readonly input: Values
  readonly isUserInput: boolean
}

/**
 * Makes an update that can set fields no role may write, for a call with its own route. The caller must have validated the input.
 * Throws as `updateRecord` does.
 */
export const applyInternalChange = (
  source: RecordSource,
  permit: Permit,
  change: InternalChange,
  hooks: Hooks | undefined,
): Promise<WireRecord> => applyUpdate(source, permit, { version: undefined, reason: null, input: {}, ...change, isUserInput: false }, hooks)

interface UpdateCall {
  /** The body of the request, not validated. */
  readonly body: unknown
  /** The version of the `If-Match` header. A version in the body takes precedence. */
  readonly ifMatch?: number | undefined
  /** Action in the history; absent: `updateRecord`. */
  readonly action?: 'update' | 'restore'
}

/**
 * Changes fields of a record and returns it. If nothing differs, it succeeds without a new version. Throws `record.missing`,
 * `access.denied`, `record.stale` with the current record, `input.invalid` and `record.taken`.
 */
export async function updateRecord(
  source: RecordSource,
  permit: Permit,
  { body, ifMatch, action = 'update' }: UpdateCall,
  hooks: Hooks | undefined,
): Promise<WireRecord> {
  const { resource, role } = permit
  const schema = cachedSchema(resource, `update/${role}`, () => updateSchema(resource, role))
  // Most bodies hold only changed fields and pass without reading the record.
  let result = validateInput(schema, body ?? {})
  if (!result.ok && action === 'update') {
    // Routes accept only objects as bodies.
    const changes = await withoutUnchangedInput(source, deriveReadPermit(permit), (body ?? {}) as Values, { ifMatch, hooks })
    result = validateInput(schema, changes)
  }
  if (!result.ok) throw invalidInput(issuesForRole(resource, permit, result.fields, 'update'))
  const { id, version, reason, ...values } = result.value as {
    id?: string
    version?: number
    reason?: string | null
    [field: string]: unknown
  }
  const expectedVersion = version ?? ifMatch
  const newValues = withoutUndefined(values)
  if (action === 'update' && id !== undefined && isId(id) && needsNoRecord(permit, hooks, newValues)) {
    const row = { id, before: { version: expectedVersion, values: undefined }, changed: newValues, record: newValues }
    const writes = { permit, action, at: source.clock.now().toISOString(), reason: reason ?? null, rows: [row] }
    const record = await writeRow(source, source.database, writes, unlessAffected(hooks?.selectedDetail, newValues))
    if (record) {
      source.totals.invalidate(resource.name)
      return record
    }
    // The record is missing, has another version, or has one of the values already.
  }
  // A restore may contain hidden links: its values come from the history, not from the caller.
  const checkedValues = (record: StoredRecord) => {
    const issues = action === 'update' ? hiddenLinkIssues(record, newValues) : {}
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    return newValues
  }
  const isUserInput = permit.actor.role !== null
  const change: RecordUpdate = {
    action,
    id: id ?? null,
    version: expectedVersion,
    reason: reason ?? null,
    values: checkedValues,
    input: {},
    isUserInput,
  }
  return applyUpdate(source, permit, change, hooks)
}

const withoutUndefined = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/**
 * Performs an action or workflow transition on a record. Throws as `updateRecord` does, and `transition.refused` with the allowed actions
 * if the record is in the wrong state.
 */
export async function performAction(
  source: RecordSource,
  permit: Permit,
  { id, action, body, ifMatch }: ActionCall,
  hooks: ResourceCode | undefined,
): Promise<WireRecord> {
  const request = parseAction(permit, hooks, { name: action, body })
  const server = hooks?.actions?.[action]
  async function checkedValues(record: StoredRecord): Promise<Values> {
    assertActionAllowed(permit, request, record)
    if (!server) return request.values
    if (!('patches' in server)) throw new Error(`action "${action}" has no patches`)
    const set = (await server.patches(source.database, [record], request)).get(record.id) ?? {}
    if (isRowRefusal(set)) throw errorOfRefusal(set)
    return { ...request.values, ...set }
  }
  const change = {
    action,
    id,
    version: request.version ?? ifMatch,
    reason: null,
    values: checkedValues,
    input: request.input,
    isUserInput: false,
  }
  return applyUpdate(source, permit, change, hooks)
}

/**
 * Performs an action whose `work` replaces the plain update. Call it inside a transaction, which is the source's database. Throws
 * as `performAction` does, and the errors of `work`.
 */
export async function performActionWork(
  source: RecordSource,
  permit: Permit,
  { id, ifMatch }: Pick<ActionCall, 'id' | 'ifMatch'>,
  { request, work }: { readonly request: ActionRequest; readonly work: (record: StoredRecord) => Promise<void> },
): Promise<WireRecord> {
  const stored = (await findStoredRecords(source, deriveReadPermit(permit), { ids: [id], isLocked: true })).get(id)
  if (!stored) throw new AppError('record.missing')
  if (!canUpdate(permit, stored)) throw new AppError('access.denied')
  const version = request.version ?? ifMatch
  if (version !== undefined && version !== stored.version) throw await staleError(source, permit, id)
  assertActionAllowed(permit, request, stored)
  await work(stored)
  return getRecord(source, deriveReadPermit(permit), id)
}

/** Converts the refusal of a row to the error of a single call. */
export function errorOfRefusal({ verdict, issues }: RowRefusal): AppError {
  if (verdict === 'denied') return new AppError('access.denied')
  if (verdict === 'state') return new AppError('transition.refused', { ...(issues && { fields: issues }) })
  return invalidInput(issues ?? {})
}

/**
 * Reads, checks and writes against the version read. Retries if another write came first and the caller named no version. Throws
 * `server.busy` after too many attempts.
 */
async function applyUpdate(source: RecordSource, permit: Permit, change: RecordUpdate, hooks: Hooks | undefined): Promise<WireRecord> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const written = await tryUpdate(source, permit, change, hooks)
    if (written) return written
    await pause(Math.random() * pauseMs * Math.min(attempt, 10))
  }
  throw new AppError('server.busy')
}

async function staleError(source: RecordSource, permit: Permit, id: string | null): Promise<AppError> {
  return new AppError('record.stale', { current: await getRecord(source, deriveReadPermit(permit), id) })
}

/** Returns the same caller's permit to read. Throws `access.denied`. */
export function deriveReadPermit(permit: Permit): Permit {
  const reading = derivePermit(permit, permit.resource, 'read')
  if (!reading) throw new AppError('access.denied')
  return reading
}

async function tryUpdate(source: RecordSource, permit: Permit, change: RecordUpdate, hooks: Hooks | undefined): Promise<WireRecord | null> {
  const before = await getStoredRecord(source, deriveReadPermit(permit), change.id)
  if (!canUpdate(permit, before)) throw new AppError('access.denied')
  if (change.version !== undefined && change.version !== before.version) throw await staleError(source, permit, change.id)
  const newValues = await change.values(before)
  const draft = draftUpdate(permit, before, { ...change, newValues })
  if (!draft) return getRecord(source, deriveReadPermit(permit), change.id)
  const event = await prepareOne(source, hooks, draft)
  const { record } = await storeWrite(source, hooks, event, {
    reason: change.reason,
    afterwards: change.afterwards?.bind(change),
  })
  source.totals.invalidate(permit.resource.name)
  if (!record && change.version !== undefined) throw await staleError(source, permit, change.id)
  return record
}

/** Whether the permit's holder may change the record as it is stored. */
export function canUpdate(
  { resource, role, callerIdentity, actor, grant: grantName }: Permit,
  { id, values, referencedValues }: StoredRecord,
): boolean {
  if (actor.role === null) return true
  const grant = grantOf(resource, role, grantName === 'act' ? 'act' : 'update')
  return (
    grant === true ||
    (grant !== undefined && 'where' in grant && evaluate(grant.where, { ...values, ...referencedValues, id }, callerIdentity))
  )
}
