/** From what was asked for to a write that can be stored: by the same rules for one record and for many. */

import * as z from 'zod/mini'
import { isWritable } from '#model/access.ts'
import { defaultOf } from '#model/computed.ts'
import { familyOf } from '#model/field.ts'
import { type AnyResource, accountFieldOf, isKind, provedFields, storedEntries } from '#model/resource.ts'
import { check, createSchema, recordIssues } from '#model/validation.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import { ownFamilies } from '#model/wire/filter-value.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { demandRecentPassword } from '#server/engine/session/reauthentication.ts'
import type { Values } from '../../sql/storage.ts'
import { cached } from '../cached.ts'
import { answersOf, concerns, type Draft, type Hooks, type ResourceCode, type WriteEvent } from '../hooks.ts'
import type { StoredRecord } from '../reading/find.ts'
import type { Source } from '../source.ts'
import { derivedValues } from './derived-code.ts'
import { withHidden } from './links.ts'
import { stillNeeded, withStamps } from './stamps-and-restrict.ts'

export interface NewRecord {
  /** As it came. */
  readonly body: unknown
  /** Values that only the program sets, of fields that no role may write too. */
  readonly own?: Values | undefined
}

/** A new record, checked as far as its declaration tells. Throws `input.invalid`. */
export function draftNew(permit: Permit, { body, own }: NewRecord, code: ResourceCode | undefined): Draft {
  const { resource, asker } = permit
  const checked = checkedInput(resource, permit, body, code)
  const beside = Object.keys(code?.inputs?.create ?? {})
  const input = Object.fromEntries(beside.map((name) => [name, checked[name]]))
  const given = Object.fromEntries(Object.entries(checked).filter(([name]) => !beside.includes(name)))
  const record: Values = { ...defaultsOf(resource), ...given, ...own }
  demandSound(resource, record, asker)
  return { permit, action: 'create', before: null, changed: filled(record), record, input }
}

/** A change of a record, checked as far as its declaration tells; null where nothing becomes another. Throws `input.invalid`. */
export function draftChange(
  permit: Permit,
  before: StoredRecord,
  { wanted, action, input }: { readonly wanted: Values; readonly action: string; readonly input: Values },
): Draft | null {
  const changed = differing(before.values, withHidden(permit, before, wanted))
  if (Object.keys(changed).length === 0) return null
  const record = { ...before.values, ...changed }
  demandSound(permit.resource, record, permit.asker, Object.keys(changed))
  return { permit, action, before, changed, record, input }
}

function demandSound(resource: AnyResource, record: Values, asker: Permit['asker'], changed?: readonly string[]): void {
  const issues = recordIssues(resource, record, asker, changed)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/** The wanted values that are not the stored ones. */
export const differing = (before: Values, wanted: Values): Values =>
  Object.fromEntries(Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null)))

/** Values that are not empty. */
export const filled = (record: Values): Values => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

/** Drafts with what their declaration stamps and the hooks prepare for them, or the refusal of each. */
export async function prepared(
  source: Source,
  hooks: Hooks | undefined,
  drafts: readonly Draft[],
  at?: Date,
): Promise<readonly (WriteEvent | AppError)[]> {
  const { clock, database } = source
  const stamped = drafts.map((draft) => withStamps(draft, at ?? clock.now()))
  const needed = await stillNeeded(source, stamped)
  const answers = await answersOf(hooks?.prepare, stamped, database)
  return stamped.map((draft, i) => {
    const answer = needed[i] ?? answers[i]
    if (answer instanceof AppError) return answer
    try {
      demandPassword(draft, clock.now())
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
    const now = clock.now()
    return {
      ...withValues(draft, answer?.set),
      id: draft.before?.id ?? uuidv7(now),
      context: answer?.context,
      at: (at ?? now).toISOString(),
    }
  })
}

/**
 * Asks for the password where a person changes a field that asks for it, or makes a record that ties an account to a person
 * (S-3.8). Throws `reauthentication.required`.
 */
function demandPassword({ permit: { resource, caller }, before, changed, record }: Draft, now: Date): void {
  if (!caller) return
  const link = accountFieldOf(resource)?.[0]
  const isAsking = before
    ? provedFields(resource).some((name) => Object.hasOwn(changed, name))
    : link !== undefined && (record[link] ?? null) !== null
  if (isAsking) demandRecentPassword(caller, now)
}

/** Writes with the codes that are derived for new records that were given none. */
export async function withDerived(source: Source, events: readonly WriteEvent[]): Promise<readonly WriteEvent[]> {
  const news = events.filter(({ before }) => before === null)
  const [first] = news
  if (!first) return events
  const added = await derivedValues(
    source,
    first.permit.resource,
    news.map(({ record }) => record),
  )
  const values = new Map(news.map((event, i) => [event, added[i]]))
  return events.map((event) => withValues(event, values.get(event)))
}

/** A write that sets some values more. */
function withValues<W extends Draft>(write: W, values: Values = {}): W {
  if (Object.keys(values).length === 0) return write
  const record: Values = { ...write.record, ...values }
  return { ...write, record, changed: write.before ? { ...write.changed, ...values } : filled(record) }
}

/** Issues that the hooks find in each of some writes, in their order. */
export async function issuesIn(hooks: Hooks | undefined, queries: Queries, events: readonly WriteEvent[]): Promise<readonly FieldIssues[]> {
  const issues = await answersOf(hooks?.validate, events, queries)
  return events.map((_, i) => issues[i] ?? {})
}

/** Tells whether a write of a batch is stored before the next one is looked at. */
export const isAlone = (hooks: Hooks | undefined, write: Draft) =>
  filesIn(write).length > 0 || (typeof hooks?.after === 'object' && concerns(hooks.after, write) && hooks.after.alone?.(write) === true)

/** Files that a write names. A person fills such a field with a staged file; where only the program sets it, it claims the file too. */
export const filesIn = ({ permit: { resource }, changed }: Pick<Draft, 'permit' | 'changed'>) =>
  storedEntries(resource).flatMap(([name, spec]) => {
    const fileId = familyOf(spec) === 'file' && spec.options.write?.length !== 0 ? changed[name] : null
    return typeof fileId === 'string' ? [{ name, fileId, keepsOlder: isKind(spec, 'file') }] : []
  })

/** The body checked by the declaration; a field that exists but not for this role is told apart from one that does not exist. */
function checkedInput(resource: AnyResource, permit: Permit, body: unknown, code: ResourceCode | undefined): Values {
  const schema = cached(`create/${resource.name}/${permit.role}`, () => {
    const plain = createSchema(resource, permit.role)
    return code?.inputs?.create ? z.extend(plain, code.inputs.create) : plain
  })
  const result = check(schema, said(resource, permit, body ?? {}))
  if (result.ok) return result.value
  throw invalidInput(namedIssues(resource, permit, result.fields, 'create'))
}

/** A body without what is null of fields that the role cannot set: a client may send every field that the specification names. */
function said(resource: AnyResource, permit: Permit, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const isNothing = ([name, value]: [string, unknown]) =>
    value === null &&
    (Object.hasOwn(ownFamilies, name) || (Object.hasOwn(resource.fields, name) && !isWritable(resource, permit.role, name, 'create')))
  return Object.fromEntries(Object.entries(body).filter((entry) => !isNothing(entry)))
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
  const stored = storedEntries(resource).map(([name, spec]) => [name, defaultOf(spec) ?? null])
  const { workflow } = resource
  return { ...Object.fromEntries(stored), ...(workflow && { [workflow.field]: workflow.initial }) }
}
