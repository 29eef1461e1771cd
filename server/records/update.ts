import { setTimeout as pause } from 'node:timers/promises'
import { grantOf } from '#model/access.ts'
import { actionsOf } from '#model/actions.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import { evaluate } from '#model/predicate.ts'
import { fieldOf } from '#model/resource.ts'
import { actionSchema, check, recordIssues, updateSchema } from '#model/validation.ts'
import type { WireRecord } from '#model/wire.ts'
import { alsoPermitted, type Permit } from '#server/policy/permit.ts'
import { cached } from './cached.ts'
import { find, findStored, type StoredRecord } from './find.ts'
import { namedIssues } from './insert.ts'
import type { Lifecycle } from './lifecycles.ts'
import type { Source } from './source.ts'
import type { Values } from './storage.ts'
import { write } from './write.ts'

/** How often a write is tried when somebody else wrote in between and the caller named no version. */
const attempts = 40
/** Longest pause before the next try, in milliseconds per try so far: those who compete must not go on in step. */
const pauseMs = 4

interface Change {
  readonly action: string
  readonly id: string | null
  /** The version that the caller saw; undefined: whichever is current. */
  readonly version: number | undefined
  readonly reason: string | null
  /** Answers the fields to set, judged by the current record. Throws `AppError`. */
  readonly values: (record: StoredRecord) => Values
}

/**
 * Changes fields of a record and answers it. Nothing to change is a success without a new version. Throws
 * `record.missing`, `access.denied`, `record.stale` with the current record, `input.invalid`, `record.taken`.
 */
export async function update(
  source: Source,
  permit: Permit,
  body: unknown,
  lifecycle: Lifecycle | undefined,
  ifMatch?: number,
): Promise<WireRecord> {
  const { resource, role } = permit
  const schema = cached(`update/${resource.name}/${role}`, () => updateSchema(resource, role))
  const result = check(schema, body ?? {})
  if (!result.ok) throw invalidInput(namedIssues(resource, permit, result.fields, 'update'))
  const { id, version, reason, ...values } = result.value as {
    id?: string
    version?: number
    reason?: string | null
    [field: string]: unknown
  }
  const change = {
    action: 'update',
    id: id ?? null,
    version: version ?? ifMatch,
    reason: reason ?? null,
    values: () => withoutAbsent(values),
  }
  return applied(source, permit, change, lifecycle)
}

const withoutAbsent = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/**
 * Takes an action, or a step of the workflow, on a record. Throws as `update`, and `step.refused` with the actions that
 * the caller may take when the record is not in a state for this one.
 */
export async function act(
  source: Source,
  permit: Permit,
  call: { id: string; action: string; body: unknown; ifMatch?: number },
  lifecycle: Lifecycle | undefined,
): Promise<WireRecord> {
  const { resource, role, asker } = permit
  const actions = actionsOf(resource)
  const action = Object.hasOwn(actions, call.action) ? actions[call.action] : undefined
  if (!action) throw new AppError('path.unknown')
  if (!action.roles.includes(role)) throw new AppError('access.denied')
  const input = action.input ?? []
  const schema = cached(`action/${resource.name}/${call.action}`, () => actionSchema(resource, input))
  const body = (call.body ?? {}) as Values
  // An optional field of an action may be left out; one that the declaration demands may not.
  const missing = input.filter((name) => !Object.hasOwn(body, name) && fieldOf(resource, name).options.optional)
  const result = check(schema, { ...Object.fromEntries(missing.map((name) => [name, null])), ...body })
  if (!result.ok) throw invalidInput(namedIssues(resource, permit, result.fields, 'update'))
  const { version, ...values } = result.value as { version?: number; [field: string]: unknown }
  const judged = (record: StoredRecord): Values => {
    const whole = { ...record.values, id: record.id }
    if (action.when && !evaluate(action.when, whole, asker)) {
      const allowed = Object.entries(actions).filter(
        ([, other]) => other.roles.includes(role) && (!other.when || evaluate(other.when, whole, asker)),
      )
      throw new AppError('step.refused', { allowed: allowed.map(([name]) => name) })
    }
    return { ...action.set, ...values }
  }
  return applied(
    source,
    permit,
    { action: call.action, id: call.id, version: version ?? call.ifMatch, reason: null, values: judged },
    lifecycle,
  )
}

/** Reads, judges and writes against the version read; starts again when somebody was faster and no version was named. Throws `server.busy`. */
async function applied(source: Source, permit: Permit, change: Change, lifecycle: Lifecycle | undefined): Promise<WireRecord> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const written = await tried(source, permit, change, lifecycle)
    if (written) return written
    await pause(Math.random() * pauseMs * Math.min(attempt, 10))
  }
  throw new AppError('server.busy')
}

async function stale(source: Source, permit: Permit, id: string | null): Promise<AppError> {
  return new AppError('record.stale', { current: await find(source, readPermit(permit), id) })
}

function readPermit(permit: Permit): Permit {
  const reading = alsoPermitted(permit, permit.resource, 'read')
  if (!reading) throw new AppError('access.denied')
  return reading
}

async function tried(source: Source, permit: Permit, change: Change, lifecycle: Lifecycle | undefined): Promise<WireRecord | null> {
  const { resource, asker } = permit
  const before = await findStored(source, readPermit(permit), change.id)
  const current = { ...before.values, id: before.id }
  if (!mayUpdate(permit, current)) throw new AppError('access.denied')
  if (change.version !== undefined && change.version !== before.version) throw await stale(source, permit, change.id)
  const wanted = change.values(before)
  const changed = differing(before.values, wanted)
  if (Object.keys(changed).length === 0) return find(source, readPermit(permit), change.id)
  const merged = { ...before.values, ...changed }
  const issues = recordIssues(resource, merged, asker)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  const planned = { permit, action: change.action, before, changed, record: merged, extras: {} }
  const prepared = await lifecycle?.beforeUpdate?.(planned)
  const at = source.clock.now()
  const set = { ...changed, ...prepared?.set }
  const record = { ...merged, ...prepared?.set }
  const statement = {
    permit,
    action: change.action,
    id: before.id,
    from: before.version,
    changed: set,
    before: before.values,
    record,
    reason: change.reason,
    at,
  }
  const written = await (lifecycle?.afterWrite
    ? source.database.transaction(async (queries) => {
        const made = await write(source, queries, statement)
        if (made)
          await lifecycle.afterWrite?.(queries, {
            ...planned,
            changed: set,
            record,
            id: before.id,
            carry: prepared?.carry,
            at: at.toISOString(),
          })
        return made
      })
    : write(source, source.database, statement))
  source.totals.forget(resource.name)
  if (!written && change.version !== undefined) throw await stale(source, permit, change.id)
  return written
}

function mayUpdate({ resource, role, asker, actor }: Permit, record: Values): boolean {
  if (actor.role === null) return true
  const grant = grantOf(resource, role, 'update')
  return grant === true || (grant !== undefined && 'where' in grant && evaluate(grant.where, record, asker))
}

/** The wanted values that are not the stored ones. */
const differing = (before: Values, wanted: Values): Values =>
  Object.fromEntries(Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null)))
