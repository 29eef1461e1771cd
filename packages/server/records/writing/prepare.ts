/**
 * Turns requested values into writes that can be stored. The same rules apply to one record and to
 * many.
 */

import { grantOf, isWritable } from '@matricola/schema/access.ts'
import { stampsOf } from '@matricola/schema/actions.ts'
import { defaultOf } from '@matricola/schema/computed.ts'
import { isDerived } from '@matricola/schema/field.ts'
import { evaluate } from '@matricola/schema/predicate.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import {
  columnEntries,
  fieldOf,
  findAccountField,
  passwordProtectedFields,
  storedEntries,
} from '@matricola/schema/resource-fields.ts'
import {
  createSchema,
  readOnlyIssues,
  recordIssues,
  validateInput,
} from '@matricola/schema/validation.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { accountResource } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { builtInFamilies } from '@matricola/schema/wire/filter-value.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import type { Queries } from '../../database/database.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { type Permit, permitForActor } from '../../policy/permit.ts'
import { assertRecentPassword } from '../../session/reauthentication.ts'
import type { Values } from '../../sql/storage.ts'
import { cachedSchema } from '../cached-schema.ts'
import {
  type Hooks,
  type ResourceCode,
  runHook,
  type WriteDraft,
  type WriteEvent,
} from '../hooks.ts'
import type { StoredRecord } from '../reading/get-record.ts'
import { readFirstPage } from '../reading/page.ts'
import { createListQuery } from '../reading/parse-list-query.ts'
import type { RecordSource } from '../source.ts'
import { deriveCodes } from './derived-code.ts'
import { addHiddenLinks } from './hidden-links.ts'

export interface NewRecord {
  /** The body of the request, not validated. */
  readonly body: unknown
  /** Values that only the server sets. They may include fields that no role may write. */
  readonly serverValues?: Values | undefined
}

/**
 * Throws `record.missing`, and `access.denied` if the permit's holder may not change the record as
 * it is stored.
 */
export function assertUpdatable(permit: Permit, stored: StoredRecord | undefined): asserts stored {
  if (!stored) throw new AppError('record.missing')
  const { resource, role, callerIdentity, actor } = permit
  const grant = grantOf(resource, role, permit.grant === 'act' ? 'act' : 'update')
  if (actor.role === null || grant === true) return
  const values = { ...stored.values, ...stored.referencedValues, id: stored.id }
  const isAllowed =
    grant !== undefined && 'where' in grant && evaluate(grant.where, values, callerIdentity)
  if (!isAllowed) throw new AppError('access.denied')
}

/** Drafts a new record, validated as far as the declaration allows. Throws `input.invalid`. */
export function draftCreate(
  permit: Permit,
  { body, serverValues }: NewRecord,
  code: ResourceCode | undefined,
): WriteDraft {
  const { resource, callerIdentity } = permit
  const checked = parseCreateInput(resource, permit, body, code)
  const additionalInputs = Object.keys(code?.inputs?.create ?? {})
  const input = Object.fromEntries(additionalInputs.map((name) => [name, checked[name]]))
  const fieldValues = Object.fromEntries(
    Object.entries(checked).filter(([name]) => !additionalInputs.includes(name)),
  )
  const record: Values = { ...defaultValues(resource), ...fieldValues, ...serverValues }
  assertNoIssues(recordIssues(resource, record, callerIdentity))
  return { permit, action: 'create', before: null, changed: nonNullValues(record), record, input }
}

export interface WriteRequest {
  readonly newValues: Values
  readonly action: string
  readonly input: Values
  /**
   * The caller chose the values, as in an update or an import. False for values of actions, undo
   * and server code.
   */
  readonly isUserInput: boolean
}

/**
 * Drafts a change, validated as far as the declaration allows. Returns null if no value differs.
 * Throws `input.invalid`.
 */
export function draftUpdate(
  permit: Permit,
  before: StoredRecord,
  { newValues, action, input, isUserInput }: WriteRequest,
): WriteDraft | null {
  const { resource, callerIdentity } = permit
  const changed = changedValues(before.values, addHiddenLinks(permit, before, newValues))
  const names = Object.keys(changed)
  if (names.length === 0) return null
  const record = { ...before.values, ...changed }
  assertNoIssues({
    ...recordIssues(resource, record, callerIdentity, names),
    ...(isUserInput && readOnlyIssues(resource, before.values, callerIdentity, names)),
  })
  return { permit, action, before, changed, record, input }
}

function assertNoIssues(issues: FieldIssues): void {
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

export const changedValues = (before: Values, newValues: Values): Values =>
  Object.fromEntries(
    Object.entries(newValues).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    ),
  )

/** Returns the values that are not null. */
export const nonNullValues = (record: Values): Values =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

/**
 * Completes drafts with stamps and the values from `prepare`. The result has the write or the error
 * of each draft, in order.
 */
export async function prepareWrites(
  source: RecordSource,
  hooks: Hooks | undefined,
  drafts: readonly WriteDraft[],
  at?: Date,
): Promise<readonly (WriteEvent | AppError)[]> {
  const { clock, database } = source
  const stampedDrafts = drafts.map((draft) => withStamps(draft, at ?? clock.now()))
  const restrictionErrors = await restrictErrors(source, stampedDrafts)
  const answers = await runHook(hooks?.prepare, stampedDrafts, database)
  return stampedDrafts.map((draft, i) => {
    const answer = restrictionErrors[i] ?? answers[i]
    if (answer instanceof AppError) return answer
    try {
      const now = clock.now()
      assertPasswordIfProtected(draft, now)
      return {
        ...assertComplete(withValues(draft, answer?.set)),
        id: draft.before?.id ?? uuidv7(now),
        context: answer?.context,
        at: (at ?? now).toISOString(),
      }
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  })
}

/** Sets the stamped fields of a write: its time and its user. */
function withStamps(draft: WriteDraft, now: Date): WriteDraft {
  const { permit, action, before, changed, record } = draft
  const stamps = Object.fromEntries(
    stampsOf(permit.resource, action).flatMap((name) => {
      const value = stampOf(name)
      // A new record can carry its own times, for example from an import.
      const hasValue = before === null && (record[name] ?? null) !== null
      return value === undefined || hasValue ? [] : [[name, value]]
    }),
  )
  return { ...draft, changed: { ...changed, ...stamps }, record: { ...record, ...stamps } }

  function stampOf(name: string): string | undefined {
    const spec = fieldOf(permit.resource, name)
    if (spec.type === 'dateTime') return now.toISOString()
    if (spec.type === 'date') return today(now)
    const { caller } = permit
    return (
      (spec.type === 'reference' && spec.to === accountResource ? caller?.id : caller?.personId) ??
      undefined
    )
  }
}

/**
 * Returns, for each write in order, the error that `restrict` declares if it deactivates a record
 * that others still depend on.
 */
async function restrictErrors(
  source: RecordSource,
  drafts: readonly WriteDraft[],
): Promise<readonly (AppError | undefined)[]> {
  const refusals: (AppError | undefined)[] = []
  for (const draft of drafts) refusals.push(await findRestrictError(source, draft))
  return refusals
}

async function findRestrictError(
  source: RecordSource,
  { permit, before, changed }: WriteDraft,
): Promise<AppError | undefined> {
  if (!before || changed.isActive !== false) return undefined
  for (const [name, { field, where = {}, restrict }] of Object.entries(
    permit.resource.dependants ?? {},
  )) {
    if (!restrict) continue
    const dependant = related(permit.resource, name)
    const query = createListQuery(dependant, {
      filters: Object.entries({ ...where, [field]: before.id }),
      pageSize: 1,
    })
    const found = await readFirstPage(
      source,
      permitForActor(permit.actor, dependant, 'read'),
      query,
    )
    if (found.length > 0) return new AppError(restrict)
  }
  return undefined
}

/**
 * Requires a recent password if a user changes a field that is protected by it, or creates a record
 * that links an account to a person. Throws `reauthentication.required`.
 */
function assertPasswordIfProtected(
  { permit: { resource, caller }, before, changed, record }: WriteDraft,
  now: Date,
): void {
  if (!caller) return
  const link = findAccountField(resource)?.[0]
  const needsPassword = before
    ? passwordProtectedFields(resource).some((name) => Object.hasOwn(changed, name))
    : link !== undefined && (record[link] ?? null) !== null
  if (needsPassword) assertRecentPassword(caller, now)
}

/**
 * Returns the write if every required column has a value. Validation has checked user input, so a
 * missing value is one that a hook did not set; derived codes come later. Throws
 * `record.incomplete`, whose cause tells developers where to look.
 */
function assertComplete(write: WriteDraft): WriteDraft {
  const { permit, before, changed, record } = write
  const { name } = permit.resource
  const missing = columnEntries(permit.resource).flatMap(([field, spec]) => {
    const isWritten = before === null ? !isDerived(spec) : Object.hasOwn(changed, field)
    return !spec.options.optional && isWritten && (record[field] ?? null) === null ? [field] : []
  })
  if (missing.length === 0) return write
  const fields = Object.fromEntries(missing.map((field) => [field, [{ code: 'value.notSet' }]]))
  const requiredFields = missing.map((field) => `${name}.${field}`).join(', ')
  const cause = new Error(
    `${requiredFields}: required, but no hook set a value. Check the prepare hook of "${name}".`,
  )
  throw new AppError('record.incomplete', { fields }, { cause })
}

/** Adds derived codes to writes of new records that have none. */
export async function withDerivedCodes(
  source: RecordSource,
  events: readonly WriteEvent[],
): Promise<readonly WriteEvent[]> {
  const created = events.filter(({ before }) => before === null)
  const [first] = created
  if (!first) return events
  const added = await deriveCodes(
    source,
    first.permit.resource,
    created.map(({ record }) => record),
  )
  const values = new Map(created.map((event, i) => [event, added[i]]))
  return events.map((event) => withValues(event, values.get(event)))
}

export function withValues<W extends WriteDraft>(write: W, values: Values = {}): W {
  if (Object.keys(values).length === 0) return write
  const record: Values = { ...write.record, ...values }
  return {
    ...write,
    record,
    changed: write.before ? { ...write.changed, ...values } : nonNullValues(record),
  }
}

/** Returns the issues that the hooks find in each write, in order. */
export async function hookIssues(
  hooks: Hooks | undefined,
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<readonly FieldIssues[]> {
  const issues = await runHook(hooks?.validate, events, queries)
  return events.map((_, i) => issues[i] ?? {})
}

/**
 * Validates the body against the declaration. A field that exists but is not writable for the role
 * gets a different issue than an unknown field.
 */
function parseCreateInput(
  resource: AnyResource,
  permit: Permit,
  body: unknown,
  code: ResourceCode | undefined,
): Values {
  const schema = cachedSchema(resource, `create/${permit.role}`, () => {
    const fieldSchema = createSchema(resource, permit.role)
    return code?.inputs?.create ? z.extend(fieldSchema, code.inputs.create) : fieldSchema
  })
  const result = validateInput(schema, withoutUnwritableNulls(resource, permit, body ?? {}))
  if (result.ok) return result.value
  throw invalidInput(issuesForRole(resource, permit, result.fields, 'create'))
}

/**
 * Removes nulls of fields that the role cannot write, since clients may send every field that the
 * specification names.
 */
function withoutUnwritableNulls(resource: AnyResource, permit: Permit, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const isUnwritableNull = ([name, value]: [string, unknown]) =>
    value === null &&
    (Object.hasOwn(builtInFamilies, name) ||
      (Object.hasOwn(resource.fields, name) && !isWritable(resource, permit.role, name, 'create')))
  return Object.fromEntries(Object.entries(body).filter((entry) => !isUnwritableNull(entry)))
}

/** Replaces `field.unknown` with `field.notWritable` for fields that the resource has. */
export function issuesForRole(
  resource: AnyResource,
  permit: Permit,
  fields: FieldIssues,
  mode: 'create' | 'update',
): FieldIssues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, issues]) => {
      const isUnwritableField =
        Object.hasOwn(resource.fields, name) && !isWritable(resource, permit.role, name, mode)
      return [
        name.slice(0, 60),
        isUnwritableField && issues[0]?.code === 'field.unknown'
          ? [{ code: 'field.notWritable' }]
          : issues,
      ]
    }),
  )
}

/**
 * Returns the default values of a new record: declared defaults, the initial state of a workflow,
 * otherwise null.
 */
function defaultValues(resource: AnyResource): Values {
  const stored = storedEntries(resource).map(([name, spec]) => [name, defaultOf(spec) ?? null])
  const { workflow } = resource
  return { ...Object.fromEntries(stored), ...(workflow && { [workflow.field]: workflow.initial }) }
}
