import * as z from 'zod/mini'
import { isWritable } from '#model/access.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import { type AnyResource, storedEntries } from '#model/resource.ts'
import { check, createSchema, recordIssues } from '#model/validation.ts'
import type { FieldIssues, WireRecord } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../sql/storage.ts'
import { afterOne, hasAfter } from './after.ts'
import { assertValid } from './assert-valid.ts'
import { cached } from './cached.ts'
import { derivedValues, isDerivedTaken } from './derived-code.ts'
import type { Hooks, WriteEvent } from './hooks.ts'
import type { Source } from './source.ts'
import { type Write, write } from './write.ts'

interface NewRecord {
  /** As it came. */
  readonly body: unknown
  /** Values that only the program sets, of fields that no role may write too. */
  readonly own?: Values | undefined
}

/** A new record that is ready to be stored: the statement that does it, and what the hooks are told afterwards. */
export interface PlannedInsert {
  readonly statement: Write
  readonly event: WriteEvent
}

/**
 * Stores a new record and answers it as the caller sees it. Throws `input.invalid` for refused input, `record.taken`
 * for a value that must be unique.
 */
export async function insert(source: Source, permit: Permit, given: NewRecord, hooks: Hooks | undefined): Promise<WireRecord> {
  const plan = await planInsert(source, permit, given, hooks)
  const stored = async () => {
    const [planned] = await completed(source, hooks, [plan])
    if (!planned) throw new AppError('server.failed')
    await assertValid(hooks, planned.event)
    return hasAfter(hooks)
      ? source.database.transaction((queries) => storeInsert(source, queries, planned, hooks))
      : storeInsert(source, source.database, planned, hooks)
  }
  const created = await againWhile((error) => isDerivedTaken(error, permit.resource, plan.event.record), stored)
  source.totals.forget(permit.resource.name)
  return created
}

const attempts = 5

/** Does the work, and again a few times while it fails so that another try may succeed. Throws its first failure. */
async function againWhile<T>(isWorthIt: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  let first: unknown
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      first ??= error
      if (attempt === attempts || !isWorthIt(error)) throw first
    }
  }
}

/** Checks a new record as a whole, but for `issuesOf` of the hooks, and prepares what stores it. Throws `input.invalid`, and what the hooks throw. */
export async function planInsert(
  source: Source,
  permit: Permit,
  { body, own }: NewRecord,
  hooks: Hooks | undefined,
): Promise<PlannedInsert> {
  const { resource, asker } = permit
  const input = checkedInput(resource, permit, body, hooks)
  const extraNames = Object.keys(hooks?.createExtras ?? {})
  const extras = Object.fromEntries(extraNames.map((name) => [name, input[name]]))
  const given = Object.fromEntries(Object.entries(input).filter(([name]) => !extraNames.includes(name)))
  const values: Record<string, unknown> = { ...defaultsOf(resource), ...given, ...own }
  const issues = recordIssues(resource, values, asker)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  const planned = { permit, action: 'create', before: null, changed: values, record: values, extras }
  const prepared = await hooks?.beforeCreate?.(planned)
  const record: Values = { ...values, ...prepared?.set }
  const id = uuidv7(source.clock.now())
  const at = source.clock.now()
  const changed = filled(record)
  return {
    statement: { permit, action: 'create', id, from: null, changed, before: {}, record, reason: null, at },
    event: { ...planned, changed, record, id, carry: prepared?.carry, at: at.toISOString() },
  }
}

const filled = (record: Values): Values => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

/** New records with what is derived and what the hooks add to them, asked once for all. */
export async function completed(
  source: Source,
  hooks: Hooks | undefined,
  planned: readonly PlannedInsert[],
): Promise<readonly PlannedInsert[]> {
  const [one] = planned
  if (!one) return planned
  const records = planned.map(({ event }) => event.record)
  const whole = withAdded(planned, await derivedValues(source, one.event.permit.resource, records))
  if (!hooks?.completeNew) return whole
  return withAdded(whole, await hooks.completeNew(whole.map(({ event }) => event)))
}

function withAdded(planned: readonly PlannedInsert[], added: readonly Values[]): readonly PlannedInsert[] {
  return planned.map(({ statement, event }, at) => {
    const record = { ...event.record, ...added[at] }
    const changed = filled(record)
    return { statement: { ...statement, record, changed }, event: { ...event, record, changed } }
  })
}

/** Stores a planned record, with what belongs to its transaction. Throws as `insert`. */
export async function storeInsert(
  source: Source,
  queries: Queries,
  { statement, event }: PlannedInsert,
  hooks: Hooks | undefined,
): Promise<WireRecord> {
  const created = await write(source, queries, statement)
  await afterOne(hooks, queries, event, source.totals)
  if (!created) throw new AppError('server.failed')
  return created
}

/** The body checked by the declaration; a field that exists but not for this role is told apart from one that does not exist. */
function checkedInput(resource: AnyResource, permit: Permit, body: unknown, hooks: Hooks | undefined): Values {
  const schema = cached(`create/${resource.name}/${permit.role}`, () => {
    const plain = createSchema(resource, permit.role)
    return hooks?.createExtras ? z.extend(plain, hooks.createExtras) : plain
  })
  const result = check(schema, body ?? {})
  if (result.ok) return result.value
  throw invalidInput(namedIssues(resource, permit, result.fields, 'create'))
}

/** Issues where an unknown field that the resource does have is called not writable. */
export function namedIssues(resource: AnyResource, permit: Permit, fields: FieldIssues, mode: 'create' | 'update'): FieldIssues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, issues]) => {
      const isOurs = Object.hasOwn(resource.fields, name) && !isWritable(resource, permit.role, name, mode)
      return [name.slice(0, 60), isOurs && issues[0]?.code === 'field.unknown' ? [{ code: 'field.notWritable' }] : issues]
    }),
  )
}

/** Values of a new record where nobody says otherwise: declared defaults, the first state of a workflow, else nothing. */
function defaultsOf(resource: AnyResource): Values {
  const stored = storedEntries(resource).map(([name, { options }]) => [name, 'default' in options ? (options.default ?? null) : null])
  const { workflow } = resource
  return { ...Object.fromEntries(stored), ...(workflow && { [workflow.field]: workflow.initial }) }
}
