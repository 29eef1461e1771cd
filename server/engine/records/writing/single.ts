/** Writes of one record, as a call asks for them: a batch of one that answers the record or throws. */
import { setTimeout as pause } from 'node:timers/promises'
import { grantOf } from '#model/access.ts'
import { evaluate } from '#model/predicate.ts'
import { check, updateSchema } from '#model/validation.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { alsoPermitted, type Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { isRowRefusal, type RowRefusal } from '../batch/types.ts'
import { cached } from '../cached.ts'
import type { AskedAction, Draft, Hooks, ResourceCode, WriteEvent } from '../hooks.ts'
import { find, findAllStored, findStored, type StoredRecord } from '../reading/find.ts'
import type { ActionCall, InternalChange } from '../records.ts'
import type { Source } from '../source.ts'
import { askedAction, demandState } from './action.ts'
import { updatedAtOnce } from './at-once.ts'
import { isDerivedTaken } from './derived-code.ts'
import { hiddenIssues } from './links.ts'
import { draftChange, draftNew, type NewRecord, namedIssues, prepared, withDerived } from './plan.ts'
import { storeWrite } from './store-write.ts'
import { withoutAnswered } from './unchanged-input.ts'

/** Tries of a write when somebody else wrote in between and the caller named no version. */
const attempts = 40
/** Longest pause before the next try, in milliseconds per try so far: those who compete must not go on in step. */
const pauseMs = 4

/** Tries of a new record whose derived code somebody else has just taken. */
const attemptsAtCodes = 5

/**
 * Stores a new record and answers it as the caller sees it. Throws `input.invalid` for refused input, `record.taken`
 * for a value that must be unique.
 */
export async function insert(source: Source, permit: Permit, given: NewRecord, hooks: Hooks | undefined): Promise<WireRecord> {
  const plan = await preparedOne(source, hooks, draftNew(permit, given, hooks))
  let refusal: unknown
  for (let attempt = 1; attempt <= attemptsAtCodes; attempt++)
    try {
      const [event = plan] = await withDerived(source, [plan])
      const { record } = await storeWrite(source, hooks, event)
      if (!record) throw new AppError('server.failed')
      source.totals.forget(permit.resource.name)
      return record
    } catch (error) {
      refusal ??= error
      if (!isDerivedTaken(error, permit.resource, plan.record)) break
    }
  throw refusal
}

/** A draft that is prepared. Throws its refusal. */
async function preparedOne(source: Source, hooks: Hooks | undefined, draft: Draft): Promise<WriteEvent> {
  const [event = new AppError('server.failed')] = await prepared(source, hooks, [draft])
  if (event instanceof AppError) throw event
  return event
}

/** A change as any call asks for it; without an id, of the only record of a single resource. */
type Change = Omit<InternalChange, 'id' | 'version' | 'reason' | 'input'> & {
  readonly id: string | null
  readonly version: number | undefined
  readonly reason: string | null
  readonly input: Values
}

/**
 * Makes a change that a call of its own asked for: as an update, with fields that no role writes. Who calls has checked
 * what came. Throws as `update`.
 */
export const change = (source: Source, permit: Permit, own: InternalChange, hooks: Hooks | undefined): Promise<WireRecord> =>
  applied(source, permit, { version: undefined, reason: null, input: {}, ...own }, hooks)

interface UpdateCall {
  /** As it came. */
  readonly body: unknown
  /** The version of an `If-Match` header; one in the body goes before it. */
  readonly ifMatch?: number | undefined
  /** Stands in the history; absent: `update`. */
  readonly action?: 'update' | 'restore'
}

/**
 * Changes fields of a record and answers it. Nothing to change is a success without a new version. Throws
 * `record.missing`, `access.denied`, `record.stale` with the current record, `input.invalid`, `record.taken`.
 */
export async function update(
  source: Source,
  permit: Permit,
  { body, ifMatch, action = 'update' }: UpdateCall,
  hooks: Hooks | undefined,
): Promise<WireRecord> {
  const { resource, role } = permit
  const schema = cached(`update/${resource.name}/${role}`, () => updateSchema(resource, role))
  // A body that only holds what changed, as most do, needs no look at the record.
  let result = check(schema, body ?? {})
  if (!result.ok && action === 'update') {
    // Routes hand on objects alone.
    const changes = await withoutAnswered(source, readPermit(permit), (body ?? {}) as Values, { ifMatch, hooks })
    result = check(schema, changes)
  }
  if (!result.ok) throw invalidInput(namedIssues(resource, permit, result.fields, 'update'))
  const { id, version, reason, ...values } = result.value as {
    id?: string
    version?: number
    reason?: string | null
    [field: string]: unknown
  }
  const named = version ?? ifMatch
  const wanted = withoutAbsent(values)
  if (action === 'update' && id !== undefined) {
    const written = await updatedAtOnce(source, permit, { id, version: named, reason: reason ?? null, values: wanted }, hooks)
    if (written) {
      source.totals.forget(resource.name)
      return written
    }
  }
  // Values put back are the history's, which held them before the person could not see them.
  const judged = (record: StoredRecord) => {
    const issues = action === 'update' ? hiddenIssues(record, wanted) : {}
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    return wanted
  }
  const change: Change = { action, id: id ?? null, version: named, reason: reason ?? null, values: judged, input: {} }
  return applied(source, permit, change, hooks)
}

const withoutAbsent = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/**
 * Takes an action, or a step of the workflow, on a record. Throws as `update`, and `step.refused` with the actions that
 * the caller may take when the record is not in a state for this one.
 */
export async function act(
  source: Source,
  permit: Permit,
  { id, action, body, ifMatch }: ActionCall,
  hooks: ResourceCode | undefined,
): Promise<WireRecord> {
  const asked = askedAction(permit, hooks, { name: action, body })
  const server = hooks?.actions?.[action]
  async function judged(record: StoredRecord): Promise<Values> {
    demandState(permit, asked, record)
    if (!server) return asked.values
    if (!('patches' in server)) throw new Error(`${action} is work of its own`)
    const set = (await server.patches(source.database, [record], asked)).get(record.id) ?? {}
    if (isRowRefusal(set)) throw failureOf(set)
    return { ...asked.values, ...set }
  }
  const change = { action, id, version: asked.version ?? ifMatch, reason: null, values: judged, input: asked.input }
  return applied(source, permit, change, hooks)
}

/**
 * Takes an action that is work of its own, inside the transaction that is the source's database; `work` does it. Throws
 * as `act`, and what the work throws.
 */
export async function actByWork(
  source: Source,
  permit: Permit,
  { id, ifMatch }: Pick<ActionCall, 'id' | 'ifMatch'>,
  { asked, work }: { readonly asked: AskedAction; readonly work: (record: StoredRecord) => Promise<void> },
): Promise<WireRecord> {
  const stored = (await findAllStored(source, readPermit(permit), { ids: [id], isHeld: true })).get(id)
  if (!stored) throw new AppError('record.missing')
  if (!mayUpdate(permit, stored)) throw new AppError('access.denied')
  const version = asked.version ?? ifMatch
  if (version !== undefined && version !== stored.version) throw await stale(source, permit, id)
  demandState(permit, asked, stored)
  await work(stored)
  return find(source, readPermit(permit), id)
}

/** A record's verdict as the failure of a single call. */
export function failureOf({ verdict, issues }: RowRefusal): AppError {
  if (verdict === 'denied') return new AppError('access.denied')
  if (verdict === 'state') return new AppError('step.refused', { ...(issues && { fields: issues }) })
  return invalidInput(issues ?? {})
}

/** Reads, judges and writes against the version read; starts again when somebody was faster and no version was named. Throws `server.busy`. */
async function applied(source: Source, permit: Permit, change: Change, hooks: Hooks | undefined): Promise<WireRecord> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const written = await tried(source, permit, change, hooks)
    if (written) return written
    await pause(Math.random() * pauseMs * Math.min(attempt, 10))
  }
  throw new AppError('server.busy')
}

async function stale(source: Source, permit: Permit, id: string | null): Promise<AppError> {
  return new AppError('record.stale', { current: await find(source, readPermit(permit), id) })
}

/** The same person's permit to read. Throws `access.denied`. */
export function readPermit(permit: Permit): Permit {
  const reading = alsoPermitted(permit, permit.resource, 'read')
  if (!reading) throw new AppError('access.denied')
  return reading
}

async function tried(source: Source, permit: Permit, change: Change, hooks: Hooks | undefined): Promise<WireRecord | null> {
  const before = await findStored(source, readPermit(permit), change.id)
  if (!mayUpdate(permit, before)) throw new AppError('access.denied')
  if (change.version !== undefined && change.version !== before.version) throw await stale(source, permit, change.id)
  const wanted = await change.values(before)
  const draft = draftChange(permit, before, { wanted, action: change.action, input: change.input })
  if (!draft) return find(source, readPermit(permit), change.id)
  const event = await preparedOne(source, hooks, draft)
  const { record } = await storeWrite(source, hooks, event, {
    reason: change.reason,
    also: change.also?.bind(change),
  })
  source.totals.forget(permit.resource.name)
  if (!record && change.version !== undefined) throw await stale(source, permit, change.id)
  return record
}

/** Tells whether the permit covers the record as it is stored. */
export function mayUpdate({ resource, role, asker, actor, grant: held }: Permit, { id, values, reached }: StoredRecord): boolean {
  if (actor.role === null) return true
  const grant = grantOf(resource, role, held === 'act' ? 'act' : 'update')
  return grant === true || (grant !== undefined && 'where' in grant && evaluate(grant.where, { ...values, ...reached, id }, asker))
}
